import { orderTransitions } from '@bkksiam/domain/order-status';
import { expect, vi } from 'vitest';
import {
  actions,
  admins,
  stranger,
  users,
  type Action,
  type Kind,
  type Step,
} from './order-walk-steps.ts';
import { startOrderDatabase, type OrderDatabase } from './order-fixture.ts';
import { openSessions } from './member-database.ts';

interface Order {
  readonly order_id: string;
  readonly user_id: string | null;
  readonly status: string;
  readonly version: number;
  readonly total: number;
  readonly paid: number;
  /** Hours from now until the time to pay, and the review of a slip, are over. */
  readonly pay_in: number;
  readonly review_in: number | null;
  /** Slips that wait for their review. */
  readonly waiting: number;
  readonly lines: unknown;
  readonly events: readonly string[];
}

interface Slip {
  readonly slip_id: string;
  readonly order_id: string;
  readonly typed: number;
}

interface Refund {
  readonly refund_id: string;
  readonly order_id: string;
  readonly paid: number;
}

interface State {
  readonly orders: readonly Order[];
  readonly slips: readonly Slip[];
  readonly refunds: readonly Refund[];
  /** What a refused call must not change. */
  readonly rest: unknown;
}

const hours = (until: string) => `(extract(epoch from ${until} - now()) / 3600)::float8`;

const stateQuery = `
  select
    (select coalesce(jsonb_agg(jsonb_build_object(
        'order_id', o.order_id, 'user_id', o.user_id, 'status', o.status, 'version', o.version, 'total', o.total_satang,
        'paid', o.paid_satang, 'pay_in', ${hours('o.pay_by')}, 'review_in', ${hours('o.review_until')},
        'waiting', (select count(*) from bkk_slips as s where s.order_id = o.order_id and s.status = 'WAITING'),
        'lines', (select jsonb_agg(l order by l.position) from bkk_order_lines as l where l.order_id = o.order_id),
        'events', (select jsonb_agg(e.event order by e.event_id) from bkk_order_events as e where e.order_id = o.order_id))
      order by o.created_at desc, o.order_id), '[]') from bkk_orders as o) as orders,
    (select coalesce(jsonb_agg(jsonb_build_object('slip_id', slip_id, 'order_id', order_id, 'typed', typed_satang)
      order by status = 'WAITING' desc, created_at desc, slip_id), '[]') from bkk_slips) as slips,
    (select coalesce(jsonb_agg(jsonb_build_object('refund_id', refund_id, 'order_id', order_id, 'paid', paid_satang)
      order by ended_at is null desc, created_at desc, refund_id), '[]') from bkk_refunds) as refunds,
    jsonb_build_array(
      (select jsonb_agg(s.status order by s.slip_id) from bkk_slips as s),
      (select jsonb_agg(jsonb_build_array(r.status, r.version) order by r.refund_id) from bkk_refunds as r),
      (select jsonb_agg(jsonb_build_array(v.inventory_quantity, v.reserved_quantity, v.sold_quantity) order by v.id)
        from bkk_product_variants as v),
      (select count(*) from bkk_credit_postings), (select count(*) from bkk_stock_movements), (select count(*) from bkk_receipts),
      (select jsonb_agg(balance order by user_id) from bkk_credit_accounts)) as rest`;

/** Pieces that a movement adds to those that are free, reserved or sold. */
const moved = (plus: string, minus: string) =>
  `coalesce(sum(case when kind in (${plus}) then quantity when kind in (${minus}) then -quantity end), 0)`;
const free = moved(`'RECEIVED', 'CORRECTED', 'RELEASED', 'RETURNED'`, `'RESERVED'`);
const reserved = moved(`'RESERVED'`, `'RELEASED', 'SOLD'`);
const sold = moved(`'SOLD'`, `'RETURNED'`);

/** What is wrong with the rows as they stand, in words; the ledger has a check of its own. */
const wrongQuery = `
  with posted as (
    select placed.order_id, placed.status, line.quantity, movement.reserved, movement.sold
    from bkk_orders as placed
      cross join lateral (
        select variant_id, sum(line.quantity) as quantity from bkk_order_lines as line
        where line.order_id = placed.order_id and has_stock group by variant_id) as line
      cross join lateral (
        select ${reserved} as reserved, ${sold} as sold from bkk_stock_movements as movement
        where movement.reference = placed.number and movement.variant_id = line.variant_id) as movement),
    -- What a guest has sent beyond the price stays with the order until its own refund is decided.
    kept as (
      select placed.order_id, placed.status, placed.pay_by, placed.total_satang, placed.paid_satang,
        placed.paid_satang - coalesce(sum(surplus.paid_satang), 0) as price_satang
      from bkk_orders as placed
        left join bkk_refunds as surplus on surplus.order_id = placed.order_id and surplus.is_surplus and surplus.status = 'OPEN'
      group by placed.order_id)
  select 'the stock of ' || variant.id || ' is not the sum of its movements' as wrong
    from bkk_product_variants as variant
      cross join lateral (
        select ${free} as free, ${reserved} as reserved, ${sold} as sold
        from bkk_stock_movements where variant_id = variant.id) as sums
    where variant.manage_inventory
      and (variant.inventory_quantity, variant.reserved_quantity, variant.sold_quantity) is distinct from (sums.free, sums.reserved, sums.sold)
  union all
  select 'an order that is ' || status || ' has ' || reserved || ' reserved and ' || sold || ' sold of ' || quantity
    from posted
    where (reserved, sold) is distinct from (
      case when status = 'PLACED' then quantity else 0 end,
      case when status in ('PAID', 'PACKED', 'SHIPPED', 'DELIVERED') then quantity
        when status = 'RETURNED' and sold <> 0 then quantity else 0 end)
  union all
  select 'an order is ' || status || ' with ' || paid_satang || ' of ' || total_satang
    from kept
    where status = 'PLACED' and (paid_satang >= total_satang or pay_by is null)
      or status in ('PAID', 'PACKED', 'SHIPPED', 'DELIVERED') and price_satang <> total_satang
  union all
  select 'a slip waits, and its order does not' from bkk_slips as slip join bkk_orders as placed using (order_id)
    where slip.status = 'WAITING' and placed.status = 'PLACED' and placed.review_until is null
  union all
  select 'what was paid for an order that is ' || placed.status || ' is no refund'
    from kept as placed left join bkk_refunds as refund on refund.order_id = placed.order_id and not refund.is_surplus
    where placed.status in ('CANCELLED', 'RETURNED') and placed.price_satang > 0 and placed.price_satang is distinct from refund.paid_satang
      or refund.refund_id is not null and placed.status not in ('CANCELLED', 'RETURNED')
  union all
  select 'of ' || slip.accepted_satang || ' that a slip paid came in ' || coalesce(posting.bank_satang, 0)
    from bkk_slips as slip left join bkk_credit_postings as posting using (slip_id)
    where slip.accepted_satang is distinct from posting.bank_satang
  union all
  select 'a number of a receipt is missing' from bkk_receipts
    group by series, year having max(number) - min(number) + 1 <> count(*)
  union all
  select 'money came in without a receipt' from bkk_credit_postings as posting
    where posting.bank_satang > 0 and posting.kind in ('payment', 'top_up')
      and not exists (select from bkk_receipts as receipt where receipt.posting_id = posting.posting_id)`;

const refusals = /^(PT400|PT404|PT409|PT429|42501) /;

/** The statuses that an order may have after these verbs of their callers, in any order, and after the clock. */
function reachable(from: string, verbs: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set([from]);
  for (const status of found)
    for (const row of orderTransitions)
      if (row.from === status && (row.by === 'system' || verbs.has(`${row.by} ${row.verb}`)))
        found.add(row.to);
  return found;
}

interface Target {
  readonly order: Order | undefined;
  readonly slip: Slip | undefined;
  readonly refund: Refund | undefined;
}

function targetOf({ name, target }: Action, { orders, slips, refunds }: State): Target {
  const { on }: Kind = actions[name];
  const choose = <T>(list: readonly T[]): T | undefined => list[target % Math.max(1, list.length)];
  const slip = on === 'slip' ? choose(slips) : undefined;
  const refund = on === 'refund' ? choose(refunds) : undefined;
  const id = slip?.order_id ?? refund?.order_id;
  const order =
    on === 'order' ? choose(orders) : orders.find(({ order_id: known }) => known === id);
  return { order, slip, refund };
}

/** Members act on what is theirs, and only admins as admins. */
function checkCaller({ name, who }: Action, { order }: Target): void {
  const kind: Kind = actions[name];
  if (kind.as === 'admin') expect(admins).toContain(who);
  if (kind.as === 'member' && kind.on !== 'nothing') expect(order?.user_id).toBe(users[who].id);
}

/** An order after a step, against what it was before, of whose hours some have passed. */
function checkOrder(order: Order, before: State, verbs: ReadonlySet<string>, passed: number): void {
  const former = before.orders.find(({ order_id: id }) => id === order.order_id);
  if (former === undefined) {
    expect(['PLACED', 'PAID']).toContain(order.status);
    return;
  }
  expect([...reachable(former.status, verbs)]).toContain(order.status);
  expect(order).toMatchObject({
    user_id: former.user_id,
    total: former.total,
    lines: former.lines,
  });
  expect(order.events.slice(0, former.events.length)).toEqual(former.events);
  const isNew = order.events.length > former.events.length;
  if (order.version === former.version) expect(order.status).toBe(former.status);
  else expect(order.version).toBeGreaterThan(former.version);
  if (!isNew) expect([order.status, order.paid]).toEqual([former.status, former.paid]);
  if (order.events.slice(former.events.length).includes('expired')) {
    expect(former.status).toBe('PLACED');
    expect(former.paid).toBeLessThan(former.total);
    expect(former.pay_in).toBeLessThanOrEqual(passed);
    if (former.waiting > 0) expect(former.review_in).toBeLessThanOrEqual(passed);
  }
  // Who pays a part has time for the rest.
  if (order.status === 'PLACED' && order.paid > former.paid)
    expect(order.pay_in).toBeGreaterThan(5.9);
}

/** Walks through orders as several callers at once, and compares the rows before and after each step. */
export class OrderWalk {
  readonly #db: OrderDatabase;
  /** The actions that succeeded at least once. */
  readonly done = new Set<string>();
  readonly actionNames = Object.keys(actions).sort();

  private constructor(db: OrderDatabase) {
    this.#db = db;
  }

  static async start(): Promise<OrderWalk> {
    const db = await startOrderDatabase();
    await db.test.sql(`
      insert into auth.users (id, aud, role, email, email_confirmed_at)
        values ('${stranger.id}', 'authenticated', 'authenticated', '${stranger.email}', now());
      ${openSessions} where email = '${stranger.email}';
      insert into bkk_user_roles (user_id) values ('${stranger.id}') on conflict do nothing;
      update bkk_user_roles set role = 'admin' where user_id = '${users.malee.id}'`);
    return new OrderWalk(db);
  }

  get db(): OrderDatabase {
    return this.#db;
  }

  drop(): Promise<void> {
    return this.#db.drop();
  }

  async clear(): Promise<void> {
    await this.#db.test.sql(`
      begin;
      set local session_replication_role = replica;
      truncate bkk_orders, bkk_slips, bkk_refunds, bkk_credit_postings, bkk_credit_days, bkk_credit_accounts, bkk_receipts,
        bkk_receipt_counters, bkk_finance_days, bkk_approvals, bkk_outbox, bkk_products cascade;
      set local session_replication_role = origin;
      insert into bkk_products (id, title) values ('tag', 'Tag'), ('cap', 'Cap'), ('tote', 'Tote'), ('sticker', 'Sticker');
      insert into bkk_product_variants (id, product_id, title, price_in_cents, currency, manage_inventory, inventory_quantity, weight)
        values ('tag-teal', 'tag', 'Teal', 29000, 'thb', true, 10, 200), ('cap', 'cap', 'One', 40000, 'thb', true, 4, 100),
          ('tote', 'tote', 'One', 59000, 'thb', false, null, 400), ('sticker', 'sticker', 'One', 0, 'thb', true, 5, 0);
      commit`);
  }

  /** Replaces a part of a function of the database; the result takes it back. */
  async replaceInFunction(
    name: string,
    right: string,
    wrong: string,
  ): Promise<() => Promise<void>> {
    const [row] = await this.#db.test.sql<{ text: string }>(
      'select pg_get_functiondef(oid) as text from pg_proc where proname = $1',
      [name],
    );
    const text = row?.text ?? '';
    expect(text).toContain(right);
    await this.#db.test.sql(text.replace(right, wrong));
    return async () => void (await this.#db.test.sql(text));
  }

  async take(step: Step): Promise<void> {
    const before = await this.#state();
    const verbs =
      'hours' in step ? await this.#pass(step) : await this.#callAll(step.calls, before);
    const after = await this.#settled(before, verbs !== undefined);
    if (verbs === undefined) expect(withoutClock(after)).toEqual(withoutClock(before));
    const passed = ('hours' in step ? step.hours : 0) + 0.1;
    for (const order of after.orders)
      checkOrder(order, before, verbs?.get(order.order_id) ?? new Set(), passed);
    // Nothing is ever deleted.
    expect(after.orders.length).toBeGreaterThanOrEqual(before.orders.length);
    expect(await this.#db.test.sql(wrongQuery)).toEqual([]);
    await this.#db.test.sql('select bkk_internal.check_ledger(now())');
  }

  /** Calls at once; the verbs that succeeded by the id of their order, undefined if every call was refused. */
  async #callAll(calls: readonly Action[], before: State) {
    const verbs = new Map<string, Set<string>>();
    const changed = new Map<string, string>();
    let hasSucceeded = false;
    const answers = await Promise.all(calls.map((call) => this.#call(call, before)));
    for (const [index, call] of calls.entries()) {
      const answer = answers[index] ?? '';
      if (refusals.test(answer)) continue;
      expect(answer).toMatch(/^(done$|\{)/);
      const kind: Kind = actions[call.name];
      const target = targetOf(call, before);
      checkCaller(call, target);
      hasSucceeded = true;
      this.done.add(call.name);
      const id = target.order?.order_id ?? '';
      // Who presses 'pay' for what is paid, with the version of the first time or beside another action, changes nothing.
      const isPaid = target.order !== undefined && target.order.paid >= target.order.total;
      const isRepeated = call.name === 'bkk_pay_order_with_credit' && isPaid;
      if (kind.on === 'order' && kind.as !== 'service' && !isRepeated) {
        // Of several callers who saw the same version one succeeds.
        expect(call.isStale).toBe(false);
        const other = changed.get(id);
        if (other !== undefined)
          expect([other, call.name]).toEqual(Array(2).fill('bkk_pay_order_with_credit'));
        changed.set(id, call.name);
      }
      if (kind.verb !== undefined) verbs.set(id, (verbs.get(id) ?? new Set()).add(kind.verb));
    }
    return hasSucceeded ? verbs : undefined;
  }

  /** Another member sees nothing but what is theirs, and a visitor nothing. */
  async checkSecrecy(): Promise<void> {
    const own = await this.#db.test.sql<{ id: string }>(
      'select order_id as id from bkk_orders where user_id = $1',
      [stranger.id],
    );
    const ids = own.map(({ id }) => id);
    for (const name of ['orders', 'order_lines', 'order_events', 'slips', 'refunds', 'receipts']) {
      const text = `select order_id as id from bkk_${name}`;
      const seen = await this.#db.rows(stranger, text);
      expect(seen.filter(({ id }) => !ids.includes(String(id)))).toEqual([]);
    }
  }

  async #state(): Promise<State> {
    const [row] = await this.#db.test.sql<State & Record<string, never>>(stateQuery);
    return row ?? { orders: [], slips: [], refunds: [], rest: undefined };
  }

  /** The rollback of a refused call may end after its answer. */
  async #settled(before: State, mayDiffer: boolean): Promise<State> {
    const state = await this.#state();
    const isSame = JSON.stringify(withoutClock(state)) === JSON.stringify(withoutClock(before));
    return mayDiffer || isSame ? state : this.#state();
  }

  /** Moves every deadline into the past, which callers cannot tell from time that passes. */
  async #pass({ hours: passed, clockRuns }: Extract<Step, { hours: number }>) {
    const earlier = ['created_at', 'pay_by', 'review_until', 'paid_at', 'shipped_at', 'ended_at']
      .map((column) => `${column} = ${column} - interval '${String(passed)} hours'`)
      .join(', ');
    await this.#db.test.sql(`
      begin; set local session_replication_role = replica; update bkk_orders set ${earlier}; commit`);
    if (!clockRuns) return new Map<string, Set<string>>();
    // Rows that a rollback has locked are left out.
    await vi.waitUntil(async () => {
      await this.#db.test.sql(
        `update bkk_jobs set due_at = '-infinity' where name in ('expire_orders', 'prune_orders'); select bkk_internal.run_due(clock_timestamp())`,
      );
      const [row] = await this.#db.test.sql<{ isDue: boolean }>(`
        select exists (
          select from bkk_orders where status = 'PLACED' and pay_by <= now() and coalesce(review_until <= now(), true)) as "isDue"`);
      return row?.isDue === false;
    });
    expect(
      await this.#db.test.sql(
        'select name, last_failure from bkk_jobs where last_failure is not null',
      ),
    ).toEqual([]);
    return new Map<string, Set<string>>();
  }

  #call(call: Action, state: State): Promise<string> {
    const kind: Kind = actions[call.name];
    const { order, slip, refund } = targetOf(call, state);
    return kind.run({
      db: this.#db,
      who: users[call.who],
      choice: call.choice,
      orderId: order?.order_id ?? stranger.id,
      userId: order?.user_id ?? null,
      version: (order?.version ?? 1) - (call.isStale ? 1 : 0),
      total: order?.total ?? 1000,
      slipId: slip?.slip_id ?? stranger.id,
      typed: slip?.typed ?? 1000,
      refundId: refund?.refund_id ?? stranger.id,
      refundable: refund?.paid ?? 1000,
    });
  }
}

/** The hours that are left change while a step runs. */
const withoutClock = ({ orders, ...state }: State) => ({
  ...state,
  orders: orders.map(({ pay_in: _pay, review_in: _review, ...order }) => order),
});
