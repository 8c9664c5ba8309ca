import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts';

export const memberCount = 120;
export const guestCount = 80;
export const received = 50;
export const memberAt = (number: number) =>
  `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
export const admin = memberAt(901);

/** Two variants of which there are enough: orders for several ones have them in any order. */
const further = ['pin-a', 'pin-b'] as const;
const pins = further.map((pin) => ({ product_id: 'pin', variant_id: pin, seen_satang: 5000 }));
const pinsAlone = pins.map((pin) => ({ ...pin, quantity: 1 }));

export const fill = `
  insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
      'buyer' || n || '@bkksiam.example', now(), now(), now()
    from (select generate_series(1, ${String(memberCount)}) union select 901) as numbers (n);
  insert into auth.sessions (id, user_id, aal) select id, id, 'aal1' from auth.users;
  update bkk_user_roles set role = 'admin' where user_id = '${admin}';
  insert into bkk_products (id, title) values ('tag', 'Tag'), ('pin', 'Pin');
  insert into bkk_product_variants (id, product_id, title, price_in_cents, currency, inventory_quantity, weight)
    select id, 'pin', id, 5000, 'thb', 100000, 10 from unnest('{${further.join()}}'::text[]) as id`;

/** A variant of which 50 pieces are received. */
export const shelf = (variant: string) => `
  insert into bkk_product_variants (id, product_id, title, price_in_cents, currency, inventory_quantity, weight)
    values ('${variant}', 'tag', '${variant}', 29000, 'thb', ${String(received)}, 100)`;

export interface Buyer {
  /** Of a guest null. */
  readonly userId: string | null;
  readonly email: string;
  /** Each buyer's own: guests of one network have few unpaid orders. */
  readonly network: string;
  readonly pays: 'at once' | 'later' | 'by slip' | 'never';
}

export function buyersOf(wave: number): readonly Buyer[] {
  const network = (index: number) =>
    `10.${String(wave)}.${String(index >> 8)}.${String(index & 255)}`;
  const ways = ['at once', 'later', 'by slip', 'by slip', 'never'] as const;
  const members = Array.from({ length: memberCount }, (_, index): Buyer => ({
    userId: memberAt(index + 1),
    email: `buyer${String(index + 1)}@bkksiam.example`,
    network: network(index),
    pays: ways[(index + wave) % ways.length] ?? 'never',
  }));
  const guests = Array.from({ length: guestCount }, (_, index): Buyer => ({
    userId: null,
    email: `guest${String(wave)}-${String(index)}@example.com`,
    network: network(memberCount + index),
    pays: 'never',
  }));
  return [...members, ...guests].toSorted(() => randomInt(3) - 1);
}

interface Placed {
  readonly order_id: string;
  readonly number: string;
  readonly version: number;
  readonly total_satang: number;
}

/** The servers and the tokens of all who call them; answers are counted by status. */
export interface Shop {
  readonly servers: ServerProcess[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly answers: Map<string, number>;
}

const addressee = {
  language: 'en',
  name: 'Malee Srisuk',
  phone: '+6620000000',
  method: 'standard',
  address: {
    country: 'TH',
    line: '1',
    sub_district: 'Si Lom',
    district: 'Bang Rak',
    province: 'Bangkok',
    postal_code: '10500',
  },
};

const callPaths = {
  placeOrder: 'functions/v1/place-order',
  payWithCredit: 'rest/v1/rpc/bkk_pay_order_with_credit',
  recordSlip: 'rest/v1/rpc/bkk_record_slip',
  reviewSlip: 'rest/v1/rpc/bkk_admin_review_slip',
  changeCredit: 'rest/v1/rpc/bkk_admin_change_credit',
} as const;

/**
 * Sends a call until it is answered: an answer that was lost with a server, or a busy server's, is asked for again.
 *
 * @param who a member, `service`, or null for a guest
 */
export async function call(
  { servers, tokens, answers }: Shop,
  name: keyof typeof callPaths,
  who: string | null,
  values: object,
  network = '10.0.0.1',
): Promise<{ readonly status: number; readonly body: string }> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const server = servers[(attempt + randomInt(2)) % 2];
    const token = who === null ? server?.anonKey : tokens.get(who);
    const response = await fetch(`${server?.url ?? ''}/${callPaths[name]}`, {
      method: 'POST',
      headers: {
        apikey: server?.anonKey ?? '',
        authorization: `Bearer ${token ?? ''}`,
        'content-type': 'application/json',
        'x-forwarded-for': network,
      },
      body: JSON.stringify(values),
    }).catch(() => undefined);
    const body = await response?.text().catch(() => undefined);
    const answer = response === undefined || body === undefined ? 'lost' : String(response.status);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    if (response === undefined || body === undefined || answer === '503') {
      await sleep(randomInt(200, 1500));
      continue;
    }
    // 409: what another buyer, the clock or the wallet has left is not enough.
    assert(['200', '409'].includes(answer), `${name}: ${answer} ${body}`);
    return { status: response.status, body };
  }
  assert.fail(`${name} was not answered`);
}

/** One to three pieces, for some with other products before or after them. */
function linesOf(variant: string): readonly object[] {
  const tag = { product_id: 'tag', variant_id: variant, seen_satang: 29_000 };
  const lines = [tag, ...pins.slice(randomInt(3))].toSorted(() => randomInt(3) - 1);
  return lines.map((line) => ({ ...line, quantity: 1 + randomInt(3) }));
}

/** Presses the button of the checkout; undefined if there are not enough pieces, or not enough credit. */
export async function place(
  shop: Shop,
  buyer: Buyer,
  requestKey: string,
  lines: readonly object[],
): Promise<Placed | undefined> {
  const order = {
    ...addressee,
    // Each buyer's own: guests at one address have few unpaid orders.
    address: { ...addressee.address, line: buyer.email },
    request_key: requestKey,
    is_guest: buyer.userId === null,
    email: buyer.email,
    lines,
    seen_delivery_satang: 6000,
    pay: buyer.pays === 'at once' ? 'credit' : undefined,
  };
  const said = await call(shop, 'placeOrder', buyer.userId, order, buyer.network);
  const placed = JSON.parse(said.body) as Placed | { readonly changes: readonly object[] };
  if (said.status !== 200) return undefined;
  if (!('changes' in placed)) return placed;
  for (const change of placed.changes) assert.equal((change as { kind: string }).kind, 'stock');
  return undefined;
}

/** Sends a slip of the whole price, of less or of more, which an admin accepts or refuses, or does not get to. */
async function payBySlip(shop: Shop, userId: string, placed: Placed): Promise<void> {
  const slipId = randomUUID();
  const amount = Math.max(100, placed.total_satang + 1000 * (randomInt(5) - 1));
  const slip = {
    slip_id: slipId,
    request_key: slipId,
    order_id: placed.order_id,
    typed_satang: amount,
    object_path: `${userId}/${slipId}.png`,
    content_type: 'image/png',
    byte_size: 1000,
    sha256: slipId.replaceAll('-', '').repeat(2),
    picture_hash: slipId.replaceAll('-', '').slice(0, 16),
    reading: 'read',
    bank_code: '004',
    trans_ref: slipId.slice(0, 20),
  };
  const said = await call(shop, 'recordSlip', 'service', { p_user_id: userId, p_slip: slip });
  if (said.status !== 200 || randomInt(8) === 0) return;
  const accept = randomInt(5) > 0;
  await call(shop, 'reviewSlip', admin, {
    p_slip_id: slipId,
    p_accept: accept,
    p_amount_satang: accept ? amount : null,
    p_received_at: accept ? '2026-01-02T03:04:05Z' : null,
    p_reason: accept ? null : 'not_arrived',
    p_note: null,
    p_idempotency_key: randomUUID(),
  });
}

/** Buys in the way of the buyer, something else if there are not enough pieces; whether an order was placed. */
export async function buy(shop: Shop, buyer: Buyer, variant: string): Promise<boolean> {
  await sleep(randomInt(2000));
  const placed =
    (await place(shop, buyer, randomUUID(), linesOf(variant))) ??
    (await place(shop, buyer, randomUUID(), pinsAlone));
  if (placed === undefined) return false;
  if (buyer.userId === null) return true;
  if (buyer.pays === 'by slip') await payBySlip(shop, buyer.userId, placed);
  if (buyer.pays === 'later') {
    const seen = { p_order_id: placed.order_id, p_version: placed.version };
    await call(shop, 'payWithCredit', buyer.userId, seen);
  }
  return true;
}
