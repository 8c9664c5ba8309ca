import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNumber, resealNumbers } from '../auth/reseal-numbers.ts';
import type { Transaction } from '../db/database.ts';
import { createTokens } from '../http/jwt.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { functionAnswer, signedInClient, type TestClient } from '../testing/demo-client.ts';
import { clientWithKey } from '../testing/test-client.ts';

const oldSecret = 'the sealing key of these tests, which is long';
const newSecret = 'another sealing key of these tests, as long';
const pair = (secret: string, accepted?: string) =>
  createTokens({
    secret: 'a secret of tokens that seals nothing here',
    sealing: { secret, accepted },
  });
const purpose = 'refund account';

let backend: TestBackend;
let nattaya: TestClient;
let malee: TestClient;
let somchai: TestClient;
let id: string;

async function called(client: TestClient, name: string, values: object): Promise<unknown> {
  const answer = await client.rpc(name, values);
  if (answer.error !== null) throw new Error(`${name}: ${answer.error.message}`);
  return answer.data as unknown;
}

/** Nattaya has paid 10,000 baht for a booking that Somchai, the admin, has cancelled. */
beforeAll(async () => {
  backend = await startTestBackend({
    seed: 'demo',
    // As while the key is replaced: a number sealed by the second one opens, too.
    config: { sealingKey: newSecret, sealingKeyAccepted: oldSecret },
  });
  await backend.database.sql(
    `select bkk_internal.set_features('{bookings,payments}');
     update bkk_user_roles set role = 'admin' where full_name like 'Somchai%'`,
  );
  [nattaya, malee, somchai] = await Promise.all([
    signedInClient(backend, 'nattaya'),
    signedInClient(backend, 'malee'),
    signedInClient(backend, 'somchai'),
  ]);
  const held = (await called(nattaya, 'bkk_hold_booking', {
    p_request_key: randomUUID(),
    p_flight_id: 'flight-1',
    p_passengers: [{ first_name: 'Nattaya', last_name: 'Wongthai', birth_date: '1988-03-14' }],
    p_email: 'nattaya@bkksiam.example',
    p_phone: '+66812345678',
    p_notes: null,
  })) as { booking_id: string };
  const versionOf = async () => {
    const [row] = await backend.database.sql<{ version: number }>(
      'select version from bkk_bookings where booking_id = $1',
      [held.booking_id],
    );
    return row?.version;
  };
  await called(somchai, 'bkk_admin_record_payment', {
    p_booking_id: held.booking_id,
    p_version: await versionOf(),
    p_amount_satang: 1_000_000,
    p_received_at: new Date().toISOString(),
    p_bank_reference: 'KB123',
    p_note: null,
    p_idempotency_key: randomUUID(),
  });
  await called(somchai, 'bkk_admin_cancel_booking', {
    p_booking_id: held.booking_id,
    p_version: await versionOf(),
    p_reason: 'The member asked.',
  });
  const [refund] = await backend.database.sql<{ refund_id: string }>(
    'select refund_id from bkk_refunds',
  );
  id = refund?.refund_id ?? '';
});
afterAll(async () => {
  await backend.close();
});

const account = { bank_code: '004', account_name: ' Nattaya W. ', account_number: '123-4 56789-0' };

/** Status and body of an invocation by the real client. */
async function invoke(client: TestClient, body: object) {
  return functionAnswer(await client.functions.invoke('refund-account', { body }));
}

const store = (client: TestClient, changes: object = {}) =>
  invoke(client, { refund_id: id, ...account, ...changes });
const open = (client: TestClient) => invoke(client, { refund_id: id, open: true });

async function stored() {
  const [row] = await backend.database.sql<Record<string, string | null>>(
    'select status, bank_code, account_name, account_sealed, account_ending from bkk_refunds',
  );
  return row ?? {};
}

const transaction: Transaction = {
  async run({ text, values = [] }) {
    const rows = await backend.database.sql(text, values);
    return { rows, rowCount: rows.length };
  },
};

describe('the bank account of a refund', () => {
  it('is stored once the refund is decided', async () => {
    expect(await store(nattaya)).toEqual({ status: 409, code: 'refund_changed' });
    await called(somchai, 'bkk_admin_decide_refund', {
      p_refund_id: id,
      p_fee_satang: 100_000,
      p_note: null,
      p_idempotency_key: randomUUID(),
    });
    expect(await open(somchai)).toEqual({ status: 404, code: 'not_found' });
    expect(await store(nattaya)).toEqual({ status: 200, account_ending: '7890' });
    const { account_sealed: sealed, ...row } = await stored();
    expect(row).toEqual({
      status: 'APPROVED',
      bank_code: '004',
      account_name: 'Nattaya W.',
      account_ending: '7890',
    });
    expect(Buffer.from(sealed ?? '', 'base64').toString('latin1')).not.toContain('1234567890');
    expect(openNumber(pair(newSecret), purpose, id, sealed ?? '')).toBe('1234567890');
    // Neither in another row nor for another purpose.
    expect(() => openNumber(pair(newSecret), purpose, randomUUID(), sealed ?? '')).toThrow();
    expect(() => openNumber(pair(newSecret), 'passport', id, sealed ?? '')).toThrow();
  });

  it('is opened for admins alone, and the log says by whom', async () => {
    expect(await open(somchai)).toEqual({ status: 200, account_number: '1234567890' });
    expect(await open(nattaya)).toEqual({ status: 403, code: 'not_admin' });
    expect(await open(clientWithKey(backend.url, backend.anonKey))).toEqual({
      status: 401,
      code: 'not_signed_in',
    });
    const { data } = await somchai.auth.getSession();
    const answer = await fetch(`${backend.url}/functions/v1/refund-account`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
      body: JSON.stringify({ refund_id: id, open: true }),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { data: logged } = await somchai
      .from('bkk_change_log')
      .select('actor_email, row_id, after')
      .eq('operation', 'READ');
    const entry = {
      actor_email: 'somchai@bkksiam.example',
      row_id: id,
      after: expect.objectContaining({
        member_email: 'nattaya@bkksiam.example',
        account_ending: '7890',
      }) as unknown,
    };
    expect(logged).toEqual([entry, entry]);
  });

  it.each([
    ['account_number', ''],
    ['account_number', '12345'],
    ['account_number', '1'.repeat(21)],
    ['account_number', '12345x6'],
    ['account_number', 1_234_567],
    ['account_name', '  '],
    ['account_name', 'n'.repeat(101)],
    ['bank_code', 'KBANK'],
    ['bank_code', undefined],
  ])('is refused with the %s %j', async (field, value) => {
    const before = await stored();
    expect(await store(nattaya, { [field]: value })).toEqual({ status: 400, code: field });
    expect(await stored()).toEqual(before);
  });

  it('is stored by nobody but its member, and not while the feature is off', async () => {
    const before = await stored();
    const notFound = { status: 404, code: 'not_found' };
    expect(await store(malee)).toEqual(notFound);
    expect(await store(somchai)).toEqual(notFound);
    await backend.database.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await store(nattaya)).toEqual(notFound);
    expect(await open(somchai)).toEqual(notFound);
    await backend.database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
    await backend.database.sql(
      `update bkk_user_roles set is_active = false where full_name like 'Nattaya%'`,
    );
    expect(await store(nattaya)).toEqual({ status: 403, code: 'not_active' });
    await backend.database.sql('update bkk_user_roles set is_active = true');
    expect(await stored()).toEqual(before);
  });

  it('opens while the key is replaced, and not when its key is gone', async () => {
    const reseal = (secret: string, accepted?: string) =>
      resealNumbers(transaction, pair(secret, accepted), purpose);
    expect(await reseal(oldSecret, newSecret)).toEqual({ resealed: 1, lost: 0 });
    expect(await open(somchai)).toEqual({ status: 200, account_number: '1234567890' });
    expect(await reseal(newSecret, oldSecret)).toEqual({ resealed: 1, lost: 0 });
    const { account_sealed: sealed } = await stored();
    expect(openNumber(pair(newSecret), purpose, id, sealed ?? '')).toBe('1234567890');
    const gone = 'a sealing key that no server has any longer';
    await reseal(gone, newSecret);
    expect(await open(somchai)).toEqual({ status: 410, code: 'account_lost' });
    expect(await reseal(newSecret)).toEqual({ resealed: 0, lost: 1 });
  });
});
