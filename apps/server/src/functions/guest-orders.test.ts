import { randomUUID } from 'node:crypto';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { signedInClient, type TestClient } from '../testing/demo-client.ts';
import { members } from '../testing/rest-service.ts';
import { drawSlip, slipQrText } from '../testing/slip-fixture.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { clientWithKey } from '../testing/test-client.ts';

const slipPicture = await drawSlip({
  qr: slipQrText({ bank: '014', reference: '2026112810240000123' }),
})
  .png()
  .toBuffer();
const hostile = '<img src=x onerror=alert(1)>';

let backend: TestBackend;
let visitor: TestClient;
let nattaya: TestClient;
let somchai: TestClient;

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'demo' });
  await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
    members.somchai.id,
  ]);
  visitor = clientWithKey(backend.url, backend.anonKey);
  nattaya = await signedInClient(backend, 'nattaya');
  somchai = await signedInClient(backend, 'somchai');
});
afterAll(() => backend.close());

beforeEach(() =>
  backend.database.sql(`begin; set local session_replication_role = replica;
    delete from bkk_slips; delete from bkk_order_lines; delete from bkk_order_links; delete from bkk_orders;
    delete from bkk_visitor_attempts; delete from bkk_outbox; commit;
    select bkk_internal.set_features('{bookings,payments,shop}');
    select bkk_internal.delete_objects('slips', array(select name from storage.objects))`),
);

/** Status and body of an invocation by the real client; a file as its text. */
async function invoke(client: TestClient, name: string, body: object | FormData) {
  const answer = await client.functions.invoke<object>(name, { body });
  const error: unknown = answer.error;
  if (error === null)
    return answer.data instanceof Blob
      ? { status: 200, file: await answer.data.text() }
      : { status: 200, ...answer.data };
  if (!(error instanceof FunctionsHttpError))
    throw new Error('the function gave no answer', { cause: error });
  const response = error.context as Response;
  return { ...((await response.json()) as object), status: response.status };
}

type Fields = Readonly<Record<string, unknown>>;

const line = { product_id: 'palm-fan', variant_id: 'palm-fan', quantity: 2, seen_satang: 18_000 };
const order = (values: Fields = {}) => ({
  ...{ request_key: randomUUID(), is_guest: true, language: 'en', name: `Arthit ${hostile}` },
  ...{ email: 'arthit@example.com', phone: '+66800000045', method: 'standard', pay: 'transfer' },
  address: {
    ...{ country: 'TH', line: hostile, sub_district: 'Si Lom', district: 'Bang Rak' },
    ...{ province: 'Bangkok', postal_code: '10500' },
  },
  lines: [{ ...line, answers: { Name: [hostile] } }],
  seen_delivery_satang: 6000,
  ...values,
});

interface Placed {
  readonly order_id: string;
  readonly number: string;
  readonly token: string;
}
const place = async (values?: Fields) =>
  (await invoke(visitor, 'place-order', order(values))) as unknown as Placed;

interface GuestOrder extends Record<string, unknown> {
  readonly version: number;
  readonly receipts: readonly { readonly receipt_id: string }[];
  readonly refunds: readonly Fields[];
  readonly slips: readonly Fields[];
  readonly events: readonly { readonly event: string; readonly actor: string }[];
}
const follow = async (values: object) =>
  (await invoke(visitor, 'guest-order', values)) as unknown as GuestOrder;

function slipForm(fields: Readonly<Record<string, string>>, file = slipPicture): FormData {
  const form = new FormData();
  const all = {
    request_key: randomUUID(),
    amount_satang: '42000',
    payer_name: 'Arthit',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'slip.png');
  return form;
}

const asAdmin = async (name: string, values: object) => {
  const { error } = await somchai.rpc(name, values);
  if (error !== null) throw new Error(error.message);
};

async function accept(slipId: unknown, satang: number): Promise<void> {
  await asAdmin('bkk_admin_review_slip', {
    ...{ p_slip_id: slipId, p_accept: true, p_amount_satang: satang },
    p_received_at: new Date(Date.now() - 60_000).toISOString(),
    ...{ p_reason: null, p_note: null, p_idempotency_key: randomUUID() },
  });
}

async function move({ token, order_id: id }: Placed, action: string, details: object = {}) {
  const { version } = await follow({ token });
  await asAdmin('bkk_admin_move_order', {
    ...{ p_order_id: id, p_version: version, p_action: action, p_details: details },
  });
}

/** The tokens of mailed links to orders, the newest last. */
async function mailedTokens(): Promise<readonly string[]> {
  await vi.waitFor(
    async () => {
      const waiting = `select from bkk_outbox where sent_at is null and user_id is null`;
      expect(await backend.database.sql(waiting)).toEqual([]);
    },
    { timeout: 10_000 },
  );
  return (await backend.mails()).flatMap(
    ({ text }) => /\/orders\/guest#([0-9a-f]{64})/.exec(text ?? '')?.[1] ?? [],
  );
}

describe('the order of a guest', () => {
  it('is read by the link of the answer and of the mail, which are stored as hashes, and by no other', async () => {
    const placed = await place();
    expect(placed).toMatchObject({ status: 'PLACED', total_satang: 42_000 });
    const mailed = (await mailedTokens()).at(-1) ?? '';
    expect(mailed).not.toBe(placed.token);
    for (const token of [placed.token, mailed])
      expect(await follow({ token })).toMatchObject({
        number: placed.number,
        name: `Arthit ${hostile}`,
        lines: [{ quantity: 2, answers: { Name: [hostile] } }],
        agency: { name_en: expect.any(String) as string },
      });
    const stored = JSON.stringify(await backend.database.sql('select * from bkk_order_links'));
    for (const token of [placed.token, mailed]) expect(stored).not.toContain(token);
    const shown = JSON.stringify(await follow({ token: mailed }));
    expect(shown).not.toMatch(/network|request_key|user_id|link_hash|sealed/);
    const others = await place({ email: 'b@example.com' });
    const gone = { status: 404, hint: 'bkk.link_unknown' };
    for (const token of [
      '',
      'x',
      7,
      'a'.repeat(64),
      `${mailed}0`,
      mailed.toUpperCase(),
      { mailed },
    ])
      expect(await follow({ token, number: others.number })).toMatchObject(gone);
    expect(await follow({ token: mailed, order_id: others.order_id })).toMatchObject({
      number: placed.number,
    });
    await backend.database.sql(`update bkk_order_links set expires_at = now()`);
    expect(await follow({ token: mailed })).toMatchObject(gone);
  });

  it('is placed as it was seen, and says what is wrong with hostile values', async () => {
    const lines = (changes: object) => ({ lines: [{ ...line, ...changes }] });
    const refusals: readonly (readonly [Fields, number, string | undefined])[] = [
      [{ pay: 'credit' }, 400, 'bkk.guest_credit'],
      [lines({ answers: 'x' }), 400, 'bkk.order_answers'],
      [lines({ answers: { x: 'y'.repeat(10_000) } }), 400, 'bkk.order_answers'],
      [lines({ quantity: -2 }), 400, 'bkk.order_quantity'],
      [lines({ quantity: 1e300 }), 400, 'bkk.order_lines'],
      [lines({ seen_satang: 1e30 }), 400, 'bkk.order_lines'],
      [{ seen_delivery_satang: 1e30 }, 400, 'bkk.order_details'],
      [{ lines: [] }, 400, 'bkk.order_lines'],
      [{ lines: Array.from({ length: 51 }, () => line) }, 400, 'bkk.order_lines'],
      [{ email: 'a@b.co\r\nBcc: c@d.co' }, 400, 'bkk.email_invalid'],
      [{ email: 'a@b.co,c@d.co' }, 400, 'bkk.email_invalid'],
      [{ name: 'a\u0000b' }, 400, undefined],
      [{ name: 'x'.repeat(101) }, 400, 'bkk.text_too_long'],
      [{ request_key: 'x' }, 400, undefined],
      [{ address: 'x' }, 400, 'bkk.address_country'],
    ];
    for (const [values, status, hint] of refusals) {
      const said = (await place(values)) as unknown as { status: number; hint?: string | null };
      expect([values, said.status, said.hint ?? undefined]).toEqual([values, status, hint]);
    }
    expect(await place(lines({ seen_satang: 1 }))).toMatchObject({ changes: [{ kind: 'price' }] });
    expect(await place({ seen_delivery_satang: -6000 })).toMatchObject({
      changes: [{ kind: 'delivery' }],
    });
    expect(await backend.database.sql('select from bkk_orders')).toEqual([]);
    const key = { request_key: randomUUID() };
    const [first, again] = [await place(key), await place(key)];
    expect(again.number).toBe(first.number);
    expect(await follow({ token: again.token })).toMatchObject({ number: first.number });
  });

  it('is cancelled while nothing is paid, in the version that was seen', async () => {
    const { token } = await place();
    const { version } = await follow({ token });
    const cancel = (values: object) => follow({ token, action: 'cancel', version, ...values });
    expect(await cancel({ version: version + 1 })).toMatchObject({ hint: 'bkk.order_changed' });
    for (const values of [{ version: '1' }, { version: 1.5 }, { version: 1e99 }, { action: 7 }])
      expect(await cancel(values)).toMatchObject({ status: 400 });
    expect(await cancel({ action: 'pay' })).toMatchObject({ hint: 'bkk.order_action' });
    expect(await follow({ token, action: 'ask_return', version, reason: 'x' })).toMatchObject({
      status: 409,
    });
    const cancelled = await cancel({});
    expect(cancelled).toMatchObject({ status: 'CANCELLED' });
    expect(cancelled.events.map(({ event, actor }) => [event, actor])).toEqual([
      ['placed', 'guest'],
      ['cancelled', 'guest'],
    ]);
  });

  it('is paid by a slip, has its receipt, comes back and is refunded to a sealed account', async () => {
    const placed = await place();
    const { token } = placed;
    const others = await place({ email: 'b@example.com' });
    const attach = (fields: Readonly<Record<string, string>>, file?: Buffer) =>
      invoke(visitor, 'attach-slip', slipForm(fields, file));
    const noPicture = Buffer.concat([slipPicture.subarray(0, 8), Buffer.from(hostile)]);
    for (const [said, hint] of [
      [await attach({ token: 'a'.repeat(64) }), 'bkk.link_unknown'],
      [await attach({ token: 'x' }), 'bkk.link_unknown'],
      [await attach({ token }, Buffer.from(hostile)), 'bkk.slip_type'],
      [await attach({ token }, noPicture), 'bkk.slip_unreadable'],
    ] as const)
      expect(said).toMatchObject({ hint });
    for (const satang of ['-1', '0', '1e9', '9999999999999'])
      expect(await attach({ token, amount_satang: satang })).toMatchObject({ status: 400 });
    expect(await attach({ order_id: placed.order_id })).toMatchObject({ status: 401 });
    const key = { token, request_key: randomUUID() };
    const sent = (await attach({ ...key, order_id: others.order_id, credit_satang: '42000' })) as {
      slip_id?: string;
    };
    expect(await attach(key)).toMatchObject({ slip_id: sent.slip_id });
    expect(
      await backend.database.sql('select order_id, user_id, credit_satang from bkk_slips'),
    ).toEqual([{ order_id: placed.order_id, user_id: null, credit_satang: '0' }]);
    expect(await follow({ token })).toMatchObject({ slips: [{ status: 'WAITING' }] });
    expect((await nattaya.storage.from('slips').list('guests')).data).toEqual([]);
    await accept(sent.slip_id, 42_000);
    const paid = await follow({ token });
    expect(paid).toMatchObject({ status: 'PAID', paid_satang: 42_000 });
    const receipt = { receipt_id: paid.receipts[0]?.receipt_id };
    expect(await invoke(visitor, 'receipt', { token, ...receipt })).toMatchObject({
      file: expect.stringMatching(/^%PDF-/) as string,
    });
    for (const values of [{ token: others.token }, { token: 'a'.repeat(64) }])
      expect(await invoke(visitor, 'receipt', { ...values, ...receipt })).toMatchObject({
        status: 404,
      });
    expect(await invoke(visitor, 'receipt', receipt)).toMatchObject({ status: 401 });

    await move(placed, 'pack');
    await move(placed, 'ship', { carrier: 'EMS', parcel_number: 'EX1' });
    const { version } = await follow({ token });
    const reason = `Torn ${hostile}`;
    const asked = await follow({ token, action: 'ask_return', version, reason });
    expect(asked.return_asked_at).not.toBeNull();
    await move(placed, 'take_back');
    const [refund] = (await follow({ token })).refunds;
    await asAdmin('bkk_admin_decide_refund', {
      ...{ p_refund_id: refund?.refund_id, p_fee_satang: 2000, p_note: null },
      p_idempotency_key: randomUUID(),
    });
    const account = { bank_code: '004', account_name: 'Arthit', account_number: '123-4-56789-0' };
    const give = (values: object) =>
      invoke(visitor, 'refund-account', { refund_id: refund?.refund_id, ...account, ...values });
    expect(await give({})).toMatchObject({ status: 401 });
    for (const wrong of [others.token, 'a'.repeat(64), 'x'])
      expect(await give({ token: wrong })).toMatchObject({ status: 404 });
    expect(await give({ token, open: true })).toMatchObject({ status: 401 });
    expect(await give({ token })).toMatchObject({ account_ending: '7890' });
    const after = await follow({ token });
    expect(after.refunds).toMatchObject([
      { status: 'APPROVED', amount_satang: 40_000, account_ending: '7890' },
    ]);
    expect(JSON.stringify(after)).not.toContain('1234567890');
    expect(after.events.at(-1)).toMatchObject({ event: 'refund_account_given', actor: 'guest' });
    const [stored] = await backend.database.sql('select account_sealed as text from bkk_refunds');
    expect(String(stored?.text)).not.toContain('1234567890');
  });

  it('is not there while the feature is off', async () => {
    const { token, number } = await place();
    await backend.database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
    const off = { status: 404, hint: 'bkk.feature_off' };
    expect(await place()).toMatchObject(off);
    expect(await follow({ token })).toMatchObject(off);
    expect(await invoke(visitor, 'attach-slip', slipForm({ token }))).toMatchObject(off);
    const values = { token, receipt_id: randomUUID() };
    expect(await invoke(visitor, 'receipt', values)).toMatchObject(off);
    const email = 'arthit@example.com';
    expect(await invoke(visitor, 'order-link', { number, email })).toMatchObject(off);
  });
});

describe('a link that is asked for again', () => {
  const ask = (values: object) => invoke(visitor, 'order-link', values);

  it('is mailed to the address of the order alone, and answered the same for every number and address', async () => {
    const { number } = await place();
    await mailedTokens();
    const times: number[] = [];
    for (const values of [
      { number, email: 'other@example.com' },
      { number: 'ORD-AAAA2222', email: 'arthit@example.com' },
      { number: `' or 1=1 --`, email: [hostile] },
      { number: number.toLowerCase(), email: ' Arthit@Example.com ' },
    ]) {
      const from = performance.now();
      expect(await ask(values)).toEqual({ status: 200, state: 'asked' });
      times.push(performance.now() - from);
    }
    expect(Math.min(...times)).toBeGreaterThan(290);
    const tokens = await mailedTokens();
    const asked = (await backend.mails()).filter(({ subject }) => subject?.startsWith('The link'));
    expect(asked.map(({ to }) => to?.[0]?.address)).toEqual(['arthit@example.com']);
    expect(await follow({ token: tokens.at(-1) })).toMatchObject({ number });
  });

  it('is limited by address and by network, whether there is an order or not', async () => {
    const { number } = await place();
    for (const email of ['arthit@example.com', 'nobody@example.com']) {
      await backend.database.sql('delete from bkk_visitor_attempts');
      for (let count = 0; count < 5; count += 1)
        expect(await ask({ number, email })).toMatchObject({ status: 200 });
      expect(await ask({ number, email: email.toUpperCase() })).toMatchObject({
        status: 429,
        hint: 'bkk.too_many_links',
      });
    }
    await backend.database.sql('delete from bkk_visitor_attempts');
    const answers = [];
    for (let count = 0; count < 11; count += 1)
      answers.push(await ask({ number, email: `a${String(count)}@example.com` }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const keys = JSON.stringify(await backend.database.sql('select key from bkk_visitor_attempts'));
    expect(keys).not.toMatch(/@|127\.0|::1/);
  });

  it('is called with the service key alone in the database', async () => {
    const service = clientWithKey(
      backend.url,
      await serviceKey(createTokens({ secret: backend.config.jwtSecret })),
    );
    const hash = { p_link_hash: 'a'.repeat(64) };
    for (const client of [visitor, nattaya, somchai])
      expect((await client.rpc('bkk_guest_order', hash)).error?.code).toBe('42501');
    expect((await service.rpc('bkk_guest_order', hash)).error?.code).toBe('PT404');
  });
});
