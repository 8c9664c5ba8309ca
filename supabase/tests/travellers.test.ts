import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkPassengerName, normalizePassengerName } from '@bkksiam/domain/passenger-name';
import { onlyInWholeSuite } from '../../apps/server/src/testing/variations.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai is the admin; the travellers are Nattaya's. */
const db = shareDatabase(startBookingDatabase);

interface Traveller {
  readonly id?: string;
  readonly first?: string;
  readonly last?: string;
  readonly born?: string | null;
  readonly nationality?: string | null;
  readonly expires?: string | null;
}

const saveTraveller = `select bkk_save_traveller($1, $2, $3, $4, $5, $6)`;

function save(who: SignedInUser, given: Traveller = {}) {
  const { id = randomUUID(), first = 'Nattaya', last = 'Wongthai', born = '1990-05-01' } = given;
  const { nationality = 'THA', expires = '2031-02-28' } = given;
  return db.resultOf(who, saveTraveller, [id, first, last, born, nationality, expires]);
}

async function saved(given: Traveller = {}): Promise<string> {
  const id = given.id ?? randomUUID();
  expect(await save(nattaya, { ...given, id })).toBe('done');
  return id;
}

/** Stores a passport that was saved so many days ago. */
const storePassport = (id: string, daysAgo = 0) =>
  db.test.sql(
    `update bkk_travellers set passport_sealed = 'c2VhbGVk', passport_ending = '321',
       passport_saved_at = now() - make_interval(days => $2) where traveller_id = $1`,
    [id, daysAgo],
  );

async function passportOf(id: string) {
  const [row] = await db.test.sql(
    'select passport_ending, passport_sealed, passport_expires_on::text from bkk_travellers where traveller_id = $1',
    [id],
  );
  return row;
}

const rowsOf = (who: SignedInUser) =>
  db.rows(
    who,
    `select first_name, last_name, birth_date::text, nationality, passport_ending, passport_expires_on::text
     from bkk_travellers order by last_name, first_name`,
  );

test('a name has the same letters as in the rule of the domain, whatever character it contains', async () => {
  onlyInWholeSuite();
  const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
  const codes = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter(
    (code) =>
      code > 0 &&
      (code < 0xd8_00 ||
        (code > 0xdf_ff && (code <= 0xff_ff || invisible.test(String.fromCodePoint(code))))),
  );
  const folded = await db.test.sql(
    `select code, bkk_internal.fold_name('a ' || chr(code) || ' b' || chr(code)) as name
     from unnest($1::integer[]) as given (code)`,
    [codes],
  );
  const differing = folded.filter(({ code, name }) => {
    const character = String.fromCodePoint(Number(code));
    return normalizePassengerName(`a ${character} b${character}`) !== name;
  });
  expect(differing).toEqual([]);
  expect(folded).toHaveLength(codes.length);
});

test.each([
  ...['Kaʻiulani', 'Oʻktam Gʻulomov', 'ʿAbd al-Raḥmān', 'D’Arc', 'N´Golo', 'Igorʹ'],
  ...[
    'Nguyê\u0303n',
    'e\u200d\u0301',
    '\u200eSuhartini\u200f',
    '\ufeffTh\u200dant',
    'Tin\u2028Tin',
  ],
  ...[
    'Mſ',
    'M\u200br Aung',
    'mrs.somying',
    'Mrs-Smith',
    'สมชาย',
    'Иван',
    'a×b',
    'A_B',
    '-',
    "'",
    '๑',
  ],
  ...['A'.repeat(60), 'A'.repeat(61), '\u200b'.repeat(70) + 'A', 'Ỿ', 'ɏ', 'ɐ', 'Ð', 'Smith, John'],
])('the name %j is taken or refused as in the rule of the domain', async (name) => {
  const id = randomUUID();
  const isTaken = (await save(nattaya, { id, first: 'Anna', last: name })) === 'done';
  expect(isTaken).toBe(checkPassengerName(name) === null);
  const rows = await db.test.sql('select last_name from bkk_travellers where traveller_id = $1', [
    id,
  ]);
  expect(rows).toEqual(isTaken ? [{ last_name: normalizePassengerName(name) }] : []);
});

test('a traveller may have one name, in either field, and needs one', async () => {
  for (const names of [
    { first: 'Suhartini', last: ' ' },
    { first: '\u200b', last: 'Suhartini' },
  ]) {
    const id = await saved(names);
    const rows = await db.test.sql(
      'select first_name, last_name from bkk_travellers where traveller_id = $1',
      [id],
    );
    expect(rows).toEqual([{ first_name: null, last_name: 'Suhartini' }]);
  }
  expect(await save(nattaya, { first: '', last: ' ' })).toBe('PT400');
});

test('a traveller is saved once for an id, changed, and deleted by its member alone', async () => {
  const id = await saved({ first: ' Anne–Marie ', nationality: 'tha' });
  await saved({ id, first: 'Anne-Marie', last: 'Lee', expires: null });
  expect(await rowsOf(nattaya)).toEqual([
    {
      first_name: 'Anne-Marie',
      last_name: 'Lee',
      birth_date: '1990-05-01',
      nationality: 'THA',
      passport_ending: null,
      passport_expires_on: null,
    },
  ]);
  for (const other of [malee, somchai]) {
    expect(await rowsOf(other)).toEqual([]);
    expect(await save(other, { id })).toBe('PT404');
    expect(await db.resultOf(other, 'select bkk_delete_traveller($1)', [id])).toBe('PT404');
  }
  expect(await db.resultOf(nattaya, 'select bkk_delete_traveller($1)', [id])).toBe('done');
  expect(await rowsOf(nattaya)).toEqual([]);
});

test.each<Traveller>([
  { first: ' ', last: '' },
  { first: 'ณัฐยา' },
  { last: 'Dr. Lee' },
  { born: `${String(new Date().getUTCFullYear() - 121)}-01-01` },
  { born: '2999-01-01' },
  { nationality: 'Thai' },
  { expires: '2199-01-01' },
])('a traveller is refused with %j', async (wrong) => {
  expect(await save(nattaya, wrong)).toBe('PT400');
  expect(await rowsOf(nattaya)).toEqual([]);
});

test('a member saves at most 50 travellers, also by calls at once', async () => {
  await Promise.all(Array.from({ length: 48 }, () => saved()));
  const answers = await Promise.all([save(nattaya), save(nattaya), save(nattaya)]);
  expect(answers.sort()).toEqual(['PT409', 'done', 'done']);
  expect(await save(malee)).toBe('done');
  const [first] = await db.rows(nattaya, 'select traveller_id from bkk_travellers limit 1');
  expect(await save(nattaya, { id: String(first?.traveller_id), last: 'Lee' })).toBe('done');
});

test('the sealed number of a passport is read by no caller of the API but the service', async () => {
  const id = await saved();
  await storePassport(id);
  for (const who of [nattaya, malee, somchai])
    expect(await db.resultOf(who, 'select passport_sealed from bkk_travellers')).toBe('42501');
  expect(
    await db.resultOf(nattaya, 'select bkk_store_passport($1, $2, $3, $4)', [
      id,
      nattaya.id,
      'x',
      '999',
    ]),
  ).toBe('42501');
  expect(await rowsOf(nattaya)).toMatchObject([{ passport_ending: '321' }]);
});

test('with the feature off travellers are neither read nor saved, and nothing is lost', async () => {
  const id = await saved();
  await db.test.sql(`select bkk_internal.set_features('{}')`);
  expect(await rowsOf(nattaya)).toEqual([]);
  expect(await save(nattaya, { id })).toBe('PT404');
  await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
  expect(await rowsOf(nattaya)).toHaveLength(1);
});

test('the export of a member has the travellers without what is sealed, and the erasure deletes them', async () => {
  await storePassport(await saved());
  const [row] = await db.test.sql<{ user: { travellers: Record<string, unknown>[] } }>(
    'select bkk_internal.export_user($1) as user',
    [nattaya.id],
  );
  expect(row?.user.travellers).toMatchObject([{ first_name: 'Nattaya', passport_ending: '321' }]);
  expect(row?.user.travellers[0]).not.toHaveProperty('passport_sealed');
  await db.test.sql('select bkk_internal.erase_user($1)', [nattaya.id]);
  expect(await db.test.sql('select from bkk_travellers')).toEqual([]);
});

/** A booking of one passenger, whose last flight was so many days ago; null without a date. */
async function bookingOf(first: string, status: string, daysAgo: number | null): Promise<void> {
  const { booking_id: id } = await db.held(nattaya, {
    passengers: [{ first_name: first, last_name: 'Wongthai' }],
  });
  const day = daysAgo === null ? 'null' : `current_date - ${String(daysAgo)}`;
  await db.put(id, `status = '${status}', returns_on = ${day}, updated_at = now()`);
}

test('passports are deleted 30 days after the last flight, and without one after a year', async () => {
  const travellers = [
    { first: 'Flown', days: 60, flights: [['TICKETED', 32]], isKept: false },
    { first: 'Back', days: 60, flights: [['TICKETED', 28]], isKept: true },
    { first: 'Again', days: 60, flights: [['TICKETED', 200], ['CONFIRMED', -40]], isKept: true }, // oxfmt-ignore
    { first: 'Open', days: 60, flights: [['HOLD', null]], isKept: true },
    { first: 'Cancelled', days: 60, flights: [['TICKETED', 90], ['CANCELLED', -40]], isKept: false }, // oxfmt-ignore
    { first: 'Fresh', days: 29, flights: [['TICKETED', 90]], isKept: true },
    { first: 'Waiting', days: 360, flights: [], isKept: true },
    { first: 'Forgotten', days: 367, flights: [], isKept: false },
  ] as const;
  const ids = new Map<string, string>();
  for (const { first, days, flights } of travellers) {
    const id = await saved({ first });
    ids.set(first, id);
    await storePassport(id, days);
    for (const [status, daysAgo] of flights) await bookingOf(first, status, daysAgo);
    await db.test.sql(`begin; set local session_replication_role = replica;
      update bkk_bookings set created_at = now() - interval '2 hours'; commit`);
  }
  await db.test.sql(`select bkk_internal.set_features('{}')`);
  await db.test.sql('select bkk_internal.run_due()');
  const none = { passport_ending: null, passport_sealed: null, passport_expires_on: null };
  for (const { first, isKept } of travellers) {
    const passport = await passportOf(ids.get(first) ?? '');
    expect([first, passport]).toEqual([
      first,
      isKept ? expect.objectContaining({ passport_ending: '321' }) : none,
    ]);
  }
  expect(await db.test.sql('select from bkk_travellers')).toHaveLength(travellers.length);
});
