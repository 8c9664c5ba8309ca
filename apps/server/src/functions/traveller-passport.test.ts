import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storePassport } from '../../../../supabase/functions/_shared/users/traveller-passport.ts';
import type { Transaction } from '../db/database.ts';
import { createTokens } from '../http/jwt.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { functionAnswer, signedInClient, type TestClient } from '../testing/demo-client.ts';
import { clientWithKey } from '../testing/test-client.ts';
import { openNumber, resealNumbers } from '../auth/reseal-numbers.ts';

const oldKey = createTokens({ secret: 'the sealing key of these tests, which is long' });
const newKey = createTokens({
  secret: 'a secret of tokens that seals nothing here',
  sealing: {
    secret: 'another sealing key of these tests, as long',
    accepted: 'the sealing key of these tests, which is long',
  },
});

let backend: TestBackend;
let nattaya: TestClient;
let malee: TestClient;
let id: string;

beforeAll(async () => {
  backend = await startTestBackend({
    seed: 'demo',
    config: { sealingKey: 'the sealing key of these tests, which is long' },
  });
  nattaya = await signedInClient(backend, 'nattaya');
  malee = await signedInClient(backend, 'malee');
});
afterAll(async () => {
  await backend.close();
});

/** Nattaya has a traveller. */
beforeEach(async () => {
  await backend.database.sql(
    `update bkk_user_roles set is_active = true; delete from bkk_travellers; select bkk_internal.set_features('{bookings}')`,
  );
  id = randomUUID();
  const { error } = await nattaya.rpc('bkk_save_traveller', {
    p_traveller_id: id,
    p_first_name: 'Nattaya',
    p_last_name: 'Wongthai',
  });
  expect(error).toBeNull();
});

/** Status and body of an invocation by the real client. */
async function store(client: TestClient, body: object) {
  return functionAnswer(await client.functions.invoke('traveller-passport', { body }));
}

async function stored() {
  const [row] = await backend.database.sql<{ sealed: string | null; ending: string | null }>(
    'select passport_sealed as sealed, passport_ending as ending from bkk_travellers where traveller_id = $1',
    [id],
  );
  return row ?? { sealed: null, ending: null };
}

describe('the number of a passport', () => {
  it('is sealed with a key that the database does not have, and ends in three characters', async () => {
    const number = 'ab 123-4567';
    expect(await store(nattaya, { traveller_id: id, number })).toEqual({
      status: 200,
      passport_ending: '567',
    });
    const { sealed, ending } = await stored();
    expect(ending).toBe('567');
    expect(openNumber(oldKey, 'passport', id, sealed ?? '')).toBe('AB1234567');
    expect(Buffer.from(sealed ?? '', 'base64').toString('latin1')).not.toContain('AB1234567');
    expect(() => openNumber(oldKey, 'passport', randomUUID(), sealed ?? '')).toThrow();
    await store(nattaya, { traveller_id: id, number });
    expect((await stored()).sealed).not.toBe(sealed);
  });

  it('is removed by its member', async () => {
    await store(nattaya, { traveller_id: id, number: 'AB1234567' });
    expect(await store(nattaya, { traveller_id: id, number: null })).toEqual({
      status: 200,
      passport_ending: null,
    });
    expect(await stored()).toEqual({ sealed: null, ending: null });
  });

  it.each([[''], ['AB12'], ['A'.repeat(21)], ['AB123=567'], ['เอบี12345'], [1234567], [undefined]])(
    'is refused as %j',
    async (number) => {
      expect(await store(nattaya, { traveller_id: id, number })).toEqual({
        status: 400,
        code: 'passport_number',
      });
      expect(await stored()).toEqual({ sealed: null, ending: null });
    },
  );

  it('is stored for no other member, no inactive one, no visitor, and not while the feature is off', async () => {
    const body = { traveller_id: id, number: 'AB1234567' };
    const notFound = { status: 404, code: 'not_found' };
    expect(await store(malee, body)).toEqual(notFound);
    expect(await store(clientWithKey(backend.url, backend.anonKey), body)).toEqual({
      status: 401,
      code: 'not_signed_in',
    });
    await backend.database.sql(
      `update bkk_user_roles set is_active = false where full_name like 'Nattaya%'`,
    );
    expect(await store(nattaya, body)).toEqual({ status: 403, code: 'not_active' });
    await backend.database.sql(`update bkk_user_roles set is_active = true;
      select bkk_internal.set_features('{}')`);
    expect(await store(nattaya, body)).toEqual(notFound);
    expect(await store(nattaya, { ...body, traveller_id: 'x' })).toMatchObject({ status: 400 });
    expect(await stored()).toEqual({ sealed: null, ending: null });
  });

  it('is not stored by a project without a key for it, which says so', async () => {
    const { data } = await nattaya.auth.getSession();
    const values: Readonly<Record<string, string>> = {
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.anonKey,
    };
    const request = new Request(`${backend.url}/functions/v1/traveller-passport`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
      body: JSON.stringify({ traveller_id: id, number: 'AB1234567' }),
    });
    const response = await storePassport(request, { get: (name) => values[name] });
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ code: 'no_sealing_key' });
    expect(await stored()).toEqual({ sealed: null, ending: null });
  });

  it('is sealed again with a new key, and one that no key opens is counted', async () => {
    await store(nattaya, { traveller_id: id, number: 'AB1234567' });
    const { sealed: before } = await stored();
    await backend.database.sql(
      `insert into bkk_travellers (traveller_id, user_id, first_name, last_name, passport_sealed, passport_ending,
           passport_saved_at)
         select gen_random_uuid(), user_id, 'Anna', 'Lee', passport_sealed, passport_ending, now() from bkk_travellers`,
    );
    const transaction: Transaction = {
      async run({ text, values = [] }) {
        const rows = await backend.database.sql(text, values);
        return { rows, rowCount: rows.length };
      },
    };
    expect(await resealNumbers(transaction, newKey, 'passport')).toEqual({ resealed: 1, lost: 1 });
    const { sealed } = await stored();
    expect(sealed).not.toBe(before);
    expect(openNumber(newKey, 'passport', id, sealed ?? '')).toBe('AB1234567');
    expect(() => openNumber(oldKey, 'passport', id, sealed ?? '')).toThrow();
  });
});
