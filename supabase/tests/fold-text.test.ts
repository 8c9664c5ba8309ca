import { foldText } from '@bkksiam/domain/fold-text';
import { foldTextCases } from '@bkksiam/domain/fold-text-cases';
import { removeInvisible } from '@bkksiam/domain/invisible-characters';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../../apps/server/src/testing/variations.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.drop());

async function foldedBySql(texts: readonly string[]): Promise<readonly string[]> {
  const rows = await db.sql<{ folded: string }>(
    `select public.bkk_fold_text(given.text) as folded
      from unnest($1::text[]) with ordinality as given (text, position) order by position`,
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

test('the database folds texts like the domain', async () => {
  const texts = Object.values(foldTextCases).flat();
  expect(await foldedBySql(texts)).toEqual(texts.map(foldText));
  expect(await db.sql('select public.bkk_fold_text(null) as folded')).toEqual([{ folded: null }]);
});

test('the database folds any text of Latin and Thai letters like the domain', async () => {
  const inRange = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
  const unit = fc.oneof(
    inRange(0x20, 0x24f),
    inRange(0x300, 0x36f),
    { weight: 4, arbitrary: inRange(0xe01, 0xe5b) },
    inRange(0x1e00, 0x1eff),
    inRange(0x2000, 0x206f),
    fc.constantFrom('\t', '\n', '\u3000', '\ufeff', 'ﬁ', 'Σ', 'ς', 'Я'),
  );
  const texts = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 3000, seed: 7 });
  expect(await foldedBySql(texts)).toEqual(texts.map(foldText));
});

test('the database removes the same invisible characters as the domain', async () => {
  onlyInWholeSuite();
  const everyCode = Array.from({ length: 0x11_00_00 }, (_, code) => code);
  const characters = everyCode
    .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
    .map((code) => String.fromCodePoint(code))
    // All of the basic plane, and of the others the invisible ones.
    .filter((character) => character.length === 1 || removeInvisible(character) === '');
  const invisible = characters.filter((character) => removeInvisible(character) === '');
  const [row] = await db.sql(
    `select array_agg(given.character order by position) as removed
      from unnest($1::text[]) with ordinality as given (character, position)
      where public.bkk_remove_invisible(given.character) = ''`,
    [characters],
  );
  expect(row).toEqual({ removed: invisible });
  expect(invisible.map(foldText).join('')).toBe('');
});

test('a column of another collation is folded like any', async () => {
  const [row] = await db.sql(`select public.bkk_fold_text('ÉДА' collate "C") as folded`);
  expect(row).toEqual({ folded: 'eда' });
});
