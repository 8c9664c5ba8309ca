import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { embeddedDatabase } from '../../apps/server/src/db/admin-server.ts';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { clientConfig } from '../../apps/server/src/db/server-address.ts';
import { createTokens } from '../../apps/server/src/http/jwt.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { inFolder, type Drill } from './drill.ts';
import {
  admin,
  buy,
  buyersOf,
  call,
  fill,
  guestCount,
  memberAt,
  memberCount,
  place,
  received,
  shelf,
  type Shop,
} from './shop-race.ts';
import { testAtLength } from './test-at-length.ts';

const rounds = 4;
const presses = 50;
const jwtSecret = 'the secret of the drills, which is long enough';

interface Counted {
  readonly id: string;
  readonly received: number;
  readonly free: number;
  readonly reserved: number;
  readonly sold: number;
  /** Pieces of the orders that wait for their payment, and of those that are paid. */
  readonly placed: number;
  readonly paid: number;
}

/** The stock of the variants, in one snapshot with what orders have of it. */
const stockQuery = `
  select variant.id, received_quantity as received, inventory_quantity as free, reserved_quantity as reserved, sold_quantity as sold,
    coalesce(sum(line.quantity) filter (where placed.status = 'PLACED'), 0)::int as placed,
    coalesce(sum(line.quantity) filter (where placed.status = 'PAID'), 0)::int as paid
  from bkk_product_variants as variant
    left join bkk_order_lines as line on line.variant_id = variant.id
    left join bkk_orders as placed using (order_id)
  group by variant.id`;

/** The stock of a variant, after that of all was found to agree with the orders. */
async function readStock(client: pg.Pool, variant: string): Promise<Counted> {
  const { rows } = await client.query<Counted>(stockQuery);
  for (const row of rows) {
    assert.equal(row.free + row.reserved + row.sold, row.received, JSON.stringify(row));
    assert.deepEqual([row.placed, row.paid], [row.reserved, row.sold], JSON.stringify(row));
  }
  const found = rows.find(({ id }) => id === variant);
  assert(found !== undefined);
  assert.equal(found.received, received);
  return found;
}

/** Ends what is not paid: `which` are those whose time is over. */
const expire = (which: string) => `
  begin;
  set local session_replication_role = replica;
  update bkk_orders set pay_by = now(), review_until = least(review_until, now()) where status = 'PLACED' and ${which};
  set local session_replication_role = origin;
  select bkk_internal.expire_orders(now());
  commit`;

/** What must be nothing in the books, after an hour of all kinds of payments. */
const booksQuery = `
  select
    (select count(*) from bkk_orders where status = 'PAID' and paid_satang < total_satang) as unpaid,
    (select count(*) from bkk_orders where status in ('PLACED', 'CANCELLED') and paid_satang >= total_satang) as paid_for_nothing,
    (select count(*) from bkk_orders as placed where status = 'CANCELLED' and paid_satang > 0 and not exists (
      select from bkk_refunds as refund where refund.order_id = placed.order_id and refund.paid_satang = placed.paid_satang)) as kept,
    (select count(*) from bkk_orders where status = 'PLACED' and pay_by is null) as endless,
    (select count(*) from bkk_order_events as event join bkk_order_events as paid using (order_id)
      join bkk_orders as placed using (order_id)
      where event.event = 'expired' and paid.event = 'payment_recorded' and placed.paid_at is not null) as expired_though_paid,
    (select coalesce(max(number) - count(*), 0) from bkk_receipts) as gaps,
    (select count(*) from bkk_credit_postings as posting where posting.bank_satang > 0 and posting.kind in ('payment', 'top_up')
      and not exists (select from bkk_receipts as receipt where receipt.posting_id = posting.posting_id)) as without_receipt,
    (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`;

async function checkBooks(client: pg.Pool): Promise<void> {
  await client.query('select bkk_internal.check_ledger(now())');
  const { rows } = await client.query<Record<string, string>>(booksQuery);
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== '0');
  assert.deepEqual(wrong, []);
}

interface Race {
  readonly client: pg.Pool;
  readonly shop: Shop;
  readonly restart: () => Promise<ServerProcess>;
}

/** All buyers buy at once, while one server is killed and started again, and the time of some unpaid orders is over. */
async function runWave({ client, shop, restart }: Race, wave: number, variant: string) {
  let answered = 0;
  let isOver = false;
  let samples = 0;
  let placed = 0;
  const buyers = buyersOf(wave);
  const watch = async () => {
    while (!isOver) {
      await readStock(client, variant);
      samples += 1;
      await sleep(10);
    }
  };
  const clock = async () => {
    while (!isOver) {
      await sleep(100);
      await client.query(
        expire(`right(number, 1) < '7' and created_at < now() - interval '1 second'`),
      );
    }
  };
  const kill = async () => {
    while (answered < buyers.length / 10) await sleep(5);
    await shop.servers[1]?.stop('SIGKILL');
    shop.servers[1] = await restart();
  };
  const race = Promise.all(
    buyers.map(async (buyer) => {
      if (await buy(shop, buyer, variant)) placed += 1;
      answered += 1;
    }),
  ).finally(() => (isOver = true));
  await Promise.all([race, watch(), clock(), kill()]);
  return { samples, placed };
}

/** One press of a member and one of a guest, each fifty times at two servers: each is one order. */
async function pressOften({ client, shop }: Race, wave: number): Promise<void> {
  const buyers = buyersOf(wave);
  for (const isGuest of [false, true]) {
    const buyer = buyers.find(({ userId }) => (userId === null) === isGuest);
    assert(buyer !== undefined);
    const key = randomUUID();
    const line = { product_id: 'pin', variant_id: 'pin-a', quantity: 2, seen_satang: 5000 };
    const said = await Promise.all(
      Array.from({ length: presses }, () => place(shop, { ...buyer, pays: 'never' }, key, [line])),
    );
    assert.equal(new Set(said.map((placed) => placed?.number)).size, 1);
    const { rows } = await client.query('select from bkk_orders where request_key = $1', [key]);
    assert.equal(rows.length, 1);
  }
}

/** Two waves for one shelf: the second one buys what the first one has not paid for. */
async function runRound(race: Race, round: number) {
  const { client } = race;
  const variant = `tag-${String(round)}`;
  await client.query(shelf(variant));
  const first = await runWave(race, 2 * round, variant);
  await client.query(expire('true'));
  const between = await readStock(client, variant);
  assert.equal(between.reserved, 0);
  await pressOften(race, 2 * round + 1);
  await client.query(expire('true'));
  const second = await runWave(race, 2 * round + 1, variant);
  await client.query(expire('true'));
  const end = await readStock(client, variant);
  assert(end.sold >= between.sold && end.reserved === 0);
  await checkBooks(client);
  // Nobody has more than 20 orders an hour.
  await client.query(`begin; set local session_replication_role = replica;
    update bkk_orders set created_at = created_at - interval '2 hours'; commit`);
  return {
    samples: first.samples + second.samples,
    placed: first.placed + second.placed,
    sold: [between.sold, end.sold] as const,
  };
}

async function tokensOf(): Promise<Map<string, string>> {
  const signer = createTokens({ secret: jwtSecret });
  const members = Array.from({ length: memberCount }, (_, index) => memberAt(index + 1));
  const tokens = new Map<string, string>();
  for (const sub of [...members, admin]) {
    const claims = { sub, role: 'authenticated', aud: 'authenticated', session_id: sub };
    tokens.set(sub, await signer.sign({ ...claims, aal: 'aal1' }, 7200));
  }
  tokens.set('service', await signer.sign({ role: 'service_role' }, 7200));
  return tokens;
}

/** Enough for some orders: later ones find too little. */
const giveCredit = (shop: Shop, userId: string) =>
  call(shop, 'changeCredit', admin, {
    p_user_id: userId,
    p_amount_satang: 300_000,
    p_note: 'drill',
    p_idempotency_key: randomUUID(),
  });

async function raceForPieces(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const cluster = await startCluster({ dataDir });
  const env = {
    ...{ DATA_DIR: dataDir, SEED: 'none', TRUST_PROXY: 'loopback' },
    ...{ FEATURES: 'bookings,payments,shop', JWT_SECRET: jwtSecret },
  };
  const servers = [await startServerProcess(env), await startServerProcess(env)];
  const login = { ...cluster.admin, database: embeddedDatabase };
  const client = new pg.Pool({ ...clientConfig(login, login), max: 3 });
  try {
    await client.query(fill);
    const shop: Shop = { servers, tokens: await tokensOf(), answers: new Map() };
    for (let number = 1; number <= memberCount; number += 1)
      await giveCredit(shop, memberAt(number));
    const race: Race = { client, shop, restart: () => startServerProcess(env) };
    const results: Awaited<ReturnType<typeof runRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await runRound(race, round));
    const sum = (of: (result: (typeof results)[number]) => number) =>
      String(results.reduce((total, result) => total + of(result), 0));
    const sold = results.map((result) => result.sold.join(' then ')).join(', ');
    const answers = [...shop.answers].map(([answer, count]) => `${answer}: ${String(count)}`);
    return `${String(2 * rounds)} waves of ${String(memberCount)} members and ${String(guestCount)} guests for ${String(received)} pieces: ${sum(({ placed }) => placed)} orders, sold ${sold}; stock and orders agreed in ${sum(({ samples }) => samples)} samples, the books too (answers ${answers.join(', ')})`;
  } finally {
    await client.end();
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.release();
  }
}

const walks = testAtLength({
  name: 'shop: 1,000 random sequences of every action on orders, payments, stock, returns and refunds, and of the clock',
  test: 'supabase/tests/order-walk.test.ts',
  runs: 1_000,
});

export const shopDrills: readonly Drill[] = [
  {
    name: 'shop: buyers race for the last pieces at two servers, one killed, and pay',
    run: () => inFolder(raceForPieces),
  },
  walks,
];
