import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/variations.ts';
import { RestError } from './errors.ts';
import { readJson, type JsonBody } from './json-body.ts';

const runs = fuzzRuns(2000);

async function read(text: string): Promise<JsonBody | undefined> {
  try {
    return await readJson(text);
  } catch (error) {
    if (error instanceof RestError) return undefined;
    throw error;
  }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** How many objects have each key; null when not every row is an object. */
function countsOf(value: unknown) {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isRow = (row: unknown): row is object =>
    typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!rows.every(isRow)) return null;
  const keys = rows.flatMap((row) => Object.keys(row));
  const counts = [...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length]);
  return { count: rows.length, counts };
}

const countsIn = ({ rows }: JsonBody) =>
  rows && { count: rows.count, counts: [...rows.occurrences] };

const names = fc.constantFrom('id', 'name', '__proto__', 'constructor', 'a"b', 'toString', '[,');
const rows = fc.array(
  fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
);
const whole = fc.oneof(rows, fc.jsonValue()).map((value) => JSON.stringify(value));
const spaced = fc
  .tuple(whole, fc.constantFrom('', ' ', '\n\t', '\r\n'))
  .map(([text, space]) => `${space}${text}${space}`);
const broken = fc
  .tuple(whole, fc.nat(), fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', 'x', ' '))
  .map(([text, position, piece]) => {
    const at = position % (text.length + 1);
    return text.slice(0, at) + piece + text.slice(at + (piece === '' ? 1 : 0));
  });

test('accepts exactly what JSON.parse accepts, and counts the same keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(spaced, broken), async (text) => {
      const body = await read(text);
      const wanted = parsed(text);
      expect({ text, valid: body !== undefined }).toEqual({ text, valid: wanted !== undefined });
      if (body === undefined || wanted === undefined) return;
      expect(body.isArray).toBe(Array.isArray(wanted.value));
      expect(countsIn(body)).toEqual(countsOf(wanted.value));
    }),
    { numRuns: runs, seed: 20_261_123 },
  );
});

test.each(['', ' ', '[', ']', '[1,]', '[,1]', '[1]]', '[1] 2', '{}{}', '1,2', '"', '"\\', '[}'])(
  'refuses %j',
  async (text) => {
    expect(await read(text)).toBeUndefined();
  },
);

test('lets the event loop go round while a large body is read', async () => {
  const text = `[${Array.from({ length: 10_000 }, () => `{"note":"${'x'.repeat(800)}"}`).join()}]`;
  let rounds = 0;
  let isReading = true;
  const count = () => {
    rounds += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  await readJson(text);
  isReading = false;
  expect(rounds).toBeGreaterThan(2);
});
