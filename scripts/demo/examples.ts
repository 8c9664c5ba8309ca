import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { drawSlip, slipQrText } from '../../apps/server/src/testing/slip-fixture.ts';
import { clientWithKey } from '../../apps/server/src/testing/test-client.ts';

interface Product {
  readonly product_id: string;
  readonly variant_id: string;
  readonly quantity: number;
  readonly seen_satang: number;
}

interface Placed {
  readonly number: string;
  readonly order_id: string;
  readonly version: number;
  readonly total_satang: number;
}

const product = (id: string, satang: number, quantity = 1, variant = id): Product => ({
  ...{ product_id: id, variant_id: variant, quantity, seen_satang: satang },
});

const home = {
  ...{ country: 'TH', line: '88/8 ซอยตวยตัง 4', sub_district: 'สีลม', district: 'บางรัก' },
  ...{ province: 'กรุงเทพมหานคร', postal_code: '10500' },
};

interface Answer<Data> {
  readonly data: Data | null;
  readonly error: { readonly message: string } | null;
}

/** What a call has answered; rejects with what the server has said. */
async function answered<Data>(call: PromiseLike<Answer<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (error !== null) {
    const { context } = error as { readonly context?: unknown };
    const said = context instanceof Response ? await context.text() : '';
    throw new Error(`${error.message} ${said}`);
  }
  return data as Data;
}

/** A user of the demo data. */
class DemoUser {
  readonly #client: SupabaseClient;
  readonly #email: string;

  private constructor(client: SupabaseClient, email: string) {
    this.#client = client;
    this.#email = email;
  }

  static async signIn(url: string, key: string, email: string, password: string) {
    const client = clientWithKey(url, key);
    const { error } = await client.auth.signInWithPassword({ email, password });
    if (error !== null) throw error;
    return new DemoUser(client, email);
  }

  call = <Result>(name: string, args: object) =>
    answered(this.#client.rpc(name, args) as PromiseLike<Answer<Result>>);

  /** The order or the booking with a number, as the lists of admins have it. */
  async find<Row>(view: string, column: string, value: string): Promise<Row> {
    const query = this.#client.from(view).select().eq(column, value).single<Row>();
    return answered(query as PromiseLike<Answer<Row>>);
  }

  /** Places an order, which is picked up or sent to Si Lom; gives its number. */
  async order(name: string, method: 'standard' | 'pickup', lines: readonly Product[]) {
    const order = {
      ...{ request_key: randomUUID(), is_guest: false, language: 'th', name, email: this.#email },
      ...{ phone: '+66812345678', method, address: method === 'pickup' ? null : home },
      lines: lines.map((line) => ({ ...line, answers: {} })),
      seen_delivery_satang: method === 'pickup' ? 0 : 6000,
      pay: 'promptpay',
    };
    const { number } = await answered(
      this.#client.functions.invoke<{ number: string }>('place-order', { body: order }),
    );
    return number;
  }

  /** Attaches the slip of a transfer to an order or a booking; gives its id. */
  async attachSlip(to: object, satang: number): Promise<string> {
    const amount = (satang / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    const reference = `2026${String(Date.now()).slice(-9)}${randomUUID().slice(0, 5).toUpperCase()}`;
    const picture = await drawSlip({ qr: slipQrText({ bank: '014', reference }), amount })
      .png()
      .toBuffer();
    const body = new FormData();
    const fields = { ...to, request_key: randomUUID(), amount_satang: satang, payer_name: 'Demo' };
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'slip.png');
    const { slip_id: id } = await answered(
      this.#client.functions.invoke<{ slip_id: string }>('attach-slip', { body }),
    );
    return id;
  }
}

/** An admin with what the examples need. */
class Agency {
  readonly #admin: DemoUser;

  constructor(admin: DemoUser) {
    this.#admin = admin;
  }

  order = (number: string) => this.#admin.find<Placed>('bkk_orders_admin_view', 'number', number);

  async acceptSlip(id: string, satang: number): Promise<void> {
    await this.#admin.call('bkk_admin_take_slip', { p_slip_id: id });
    await this.#admin.call('bkk_admin_review_slip', {
      ...{ p_slip_id: id, p_accept: true, p_amount_satang: satang, p_reason: null, p_note: null },
      ...{ p_received_at: new Date().toISOString(), p_idempotency_key: randomUUID() },
    });
  }

  async move(number: string, action: string, details: object = {}): Promise<void> {
    const { order_id: id, version } = await this.order(number);
    await this.#admin.call('bkk_admin_move_order', {
      ...{ p_order_id: id, p_version: version, p_action: action, p_details: details },
    });
  }
}

type DemoMembers = Readonly<Record<'nattaya' | 'somchai' | 'malee', DemoUser>>;

const parcel = { carrier: 'Sample Express', parcel_number: 'SX 0000 4417 0TH' };

/** Orders in every state: unpaid, with a slip, paid, packed, sent, delivered and asked back, and one with a refund to decide. */
async function addOrders(agency: Agency, members: DemoMembers): Promise<void> {
  const { nattaya, somchai, malee } = members;
  async function pay(buyer: DemoUser, number: string) {
    const { order_id, total_satang: total } = await agency.order(number);
    await agency.acceptSlip(await buyer.attachSlip({ order_id }, total), total);
    return number;
  }
  const fans = product('palm-fan', 18_000, 2);
  const returned = await pay(
    nattaya,
    await nattaya.order('Nattaya Wongthai', 'standard', [
      fans,
      product('passport-sleeve', 69_000, 1, 'passport-ink'),
    ]),
  );
  await agency.move(returned, 'pack');
  await agency.move(returned, 'ship', parcel);
  await agency.move(returned, 'deliver');
  const { order_id: id, version } = await agency.order(returned);
  await nattaya.call('bkk_ask_return', {
    ...{ p_order_id: id, p_version: version, p_reason: 'ปกหนังสือเดินทางมีรอย' },
  });
  const sent = await pay(somchai, await somchai.order('Somchai Rattanakul', 'standard', [fans]));
  await agency.move(sent, 'pack');
  await agency.move(sent, 'ship', parcel);
  const tote = await pay(
    somchai,
    await somchai.order('Somchai Rattanakul', 'pickup', [
      product('chao-phraya-tote', 49_000, 1, 'tote-cream'),
    ]),
  );
  await agency.move(tote, 'pack');
  await agency.move(tote, 'hand_over');
  await agency.move(tote, 'take_back');
  const pillow = product('river-neck-pillow', 75_000);
  const packed = await pay(malee, await malee.order('Malee Srisuk', 'pickup', [pillow]));
  await agency.move(packed, 'pack');
  await pay(
    nattaya,
    await nattaya.order('Nattaya Wongthai', 'standard', [product('sunrise-cap', 52_000)]),
  );
  const slip = await somchai.order('Somchai Rattanakul', 'standard', [
    product('night-notebook', 26_000),
  ]);
  const { order_id, total_satang: total } = await agency.order(slip);
  await somchai.attachSlip({ order_id }, total);
  await malee.order('Malee Srisuk', 'standard', [product('snack-box', 39_000)]);
}

/** A hold whose slip waits for the agency. */
async function addBookingSlip(admin: DemoUser, member: DemoUser): Promise<void> {
  const { booking_id, balance_satang: balance } = await admin.find<{
    readonly booking_id: string;
    readonly balance_satang: number;
  }>('bkk_bookings_admin_view', 'reference', 'BKK-4WX8TPR3');
  await member.attachSlip({ booking_id }, balance);
}

/** The accounts that the first start has printed: kind, address and password in columns. */
function accountsIn(credentials: string): ReadonlyMap<string, string> {
  const rows = credentials.split('\n').map((line) => line.trim().split(/ {2,}/));
  return new Map(
    rows.flatMap(([kind, email, password]) =>
      email !== undefined && password !== undefined
        ? [[kind === 'admin' ? 'admin' : email, `${email} ${password}`] as const]
        : [],
    ),
  );
}

/**
 * Adds what demo data in SQL cannot have, because it goes through the ledger, the stock and the files: paid orders and slips.
 *
 * @param url of the site
 * @param credentials the text of `credentials.txt`
 */
export async function addExamples(url: string, credentials: string): Promise<void> {
  const accounts = accountsIn(credentials);
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const signIn = (name: string) => {
    const [email = '', password = ''] = (accounts.get(name) ?? '').split(' ');
    return DemoUser.signIn(url, anonKey, email, password);
  };
  const admin = await signIn('admin');
  const nattaya = await signIn('nattaya@bkksiam.example');
  const somchai = await signIn('somchai@bkksiam.example');
  const malee = await signIn('malee@bkksiam.example');
  await addOrders(new Agency(admin), { nattaya, somchai, malee });
  await addBookingSlip(admin, nattaya);
}
