import { bookingTransitions } from '@bkksiam/domain/booking-status';
import { requestTransitions } from '@bkksiam/domain/request-status';
import { expect, vi } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { actions, type Action, type Kind, type Step } from './booking-walk-steps.ts';
import { startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';
import {
  flightsEarlier,
  holdAtAirline,
  holdOwnSeats,
  readOrder,
  unnoticedQuery,
} from './booking-walk-flights.ts';
import { openSessions } from './member-database.ts';

const { nattaya: member, somchai, malee } = members;
const stranger = {
  id: '00000000-0000-4000-8000-000000000004',
  email: 'stranger@bkksiam.example',
} as const;
const users = { member, stranger, somchai, malee };
const admins: readonly string[] = ['somchai', 'malee'] satisfies (keyof typeof users)[];

interface Booking {
  readonly booking_id: string;
  readonly user_id: string;
  readonly quote_id: string | null;
  readonly offer_version: number | null;
  readonly status: string;
  readonly version: number;
  readonly seats: readonly number[];
  readonly price: unknown;
  readonly total: number | null;
  readonly deposit: number | null;
  readonly paid: number;
  readonly flags: readonly string[];
  readonly pnr: string | null;
  readonly has_all_names: boolean;
  readonly passengers: readonly {
    readonly type: string;
    readonly name: string | null;
    readonly ticket: string | null;
  }[];
  readonly payments: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly events: number;
}

interface QuoteRequest {
  readonly quote_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly version: number;
  readonly offers: readonly {
    readonly version: number;
    readonly state: string;
    readonly price: unknown;
    readonly is_over: boolean;
  }[];
  readonly events: number;
}

interface State {
  readonly bookings: readonly Booking[];
  readonly requests: readonly QuoteRequest[];
}

/** The times of flights move with the hours that pass. */
const price = (of: string) =>
  `jsonb_build_array((
    select jsonb_agg(flight.value - '{departs_at,arrives_at}'::text[] order by flight.place)
    from jsonb_array_elements(${of}.segments) with ordinality as flight (value, place)),
    ${['lines', 'conditions', 'total_satang', 'deposit_satang'].map((column) => `${of}.${column}`).join(', ')})`;

const stateQuery = `
  select
    (select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', b.booking_id, 'user_id', b.user_id, 'quote_id', b.quote_id, 'offer_version', b.offer_version,
        'status', b.status, 'version', b.version, 'seats', jsonb_build_array(b.pax_adt, b.pax_chd, b.pax_inf),
        'price', ${price('b')}, 'total', b.total_satang, 'deposit', b.deposit_satang, 'paid', b.paid_satang,
        'flags', b.flags, 'pnr', b.pnr, 'has_all_names', b.has_all_names,
        'passengers', (
          select coalesce(jsonb_agg(jsonb_build_object('type', p.type, 'name', p.first_name, 'ticket', p.ticket_number) order by position), '[]')
          from bkk_booking_passengers as p where p.booking_id = b.booking_id),
        'payments', (
          select coalesce(jsonb_agg(jsonb_build_object('payment_id', y.payment_id, 'amount', y.amount_satang)
            order by y.recorded_at, y.payment_id), '[]')
          from bkk_booking_payments as y where y.booking_id = b.booking_id),
        'events', (select count(*) from bkk_booking_events as e where e.booking_id = b.booking_id))
      order by b.created_at desc, b.booking_id), '[]') from bkk_bookings as b) as bookings,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'quote_id', r.quote_id, 'user_id', r.user_id, 'status', r.status, 'version', d.version,
        'offers', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'version', o.version, 'state', o.state, 'price', ${price('o')}, 'is_over', o.valid_until <= now())
            order by o.version), '[]')
          from bkk_quote_offers as o where o.quote_id = r.quote_id),
        'events', (select count(*) from bkk_quote_events as e where e.quote_id = r.quote_id))
      order by r.created_at desc, r.quote_id), '[]')
      from bkk_quote_requests as r join bkk_quote_details as d using (quote_id)) as requests`;

/** The statuses that a row may have after these verbs of their callers, in any order, and after the clock. */
function reachable(
  table: readonly { from: string; verb: string; by: string; to: string }[],
  from: string,
  verbs: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set([from]);
  for (const status of found)
    for (const row of table)
      if (row.from === status && (row.by === 'system' || verbs.has(`${row.by} ${row.verb}`)))
        found.add(row.to);
  return found;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** SQLSTATEs that callers get for what they may not do, or not now. */
const refusals = /^(PT400|PT404|PT409|PT429|42501|23514) /;

interface Target {
  /** Of the request or booking. */
  readonly id: string;
  readonly userId: string | undefined;
  readonly version: number;
  readonly paymentId: string;
}

/** What an action is called on; an unknown id if there is none. */
function targetOf({ name, target }: Action, { bookings, requests }: State): Target {
  const kind: Kind = actions[name];
  const choose = <T>(list: readonly T[]): T | undefined => list[target % Math.max(1, list.length)];
  const payment = choose(
    bookings.flatMap((booking) => booking.payments.map((paid) => ({ ...paid, booking }))),
  );
  const booking = kind.on === 'payment' ? payment?.booking : choose(bookings);
  const request = kind.on === 'request' ? choose(requests) : undefined;
  const row = request ?? (kind.on === 'booking' || kind.on === 'payment' ? booking : undefined);
  return {
    id: request?.quote_id ?? booking?.booking_id ?? stranger.id,
    userId: row?.user_id,
    version: row?.version ?? 1,
    paymentId: payment?.payment_id ?? stranger.id,
  };
}

/** Members act on what is theirs, and only admins as admins. */
function checkCaller({ name, who }: Action, { userId }: Target): void {
  const kind: Kind = actions[name];
  if (kind.as === 'airline') return;
  if (who === 'visitor') expect(who).not.toBe('visitor');
  else if (kind.as === 'admin') expect(admins).toContain(who);
  else if (kind.on !== 'nothing' && !(kind.as === 'both' && admins.includes(who)))
    expect(users[who].id).toBe(userId);
}

function checkBooking(booking: Booking, { bookings }: State, verbs: ReadonlySet<string>): void {
  const { status, total, deposit, paid, payments } = booking;
  const former = bookings.find(({ booking_id: id }) => id === booking.booking_id);
  expect(paid).toBe(sum(payments.map(({ amount }) => amount)));
  if (status === 'CONFIRMED') expect(paid).toBeGreaterThanOrEqual(deposit ?? Infinity);
  if (status === 'HOLD') expect(paid).toBeLessThanOrEqual(0);
  if (paid > Math.max(total ?? Infinity, former?.paid ?? 0))
    expect(booking.flags).toContain('overpaid');
  if (status === 'DEPOSIT_PENDING' && deposit !== null) expect(paid).toBeLessThan(deposit);
  if (status === 'TICKETED') {
    expect(booking).toMatchObject({ has_all_names: true, pnr: 'K7QX2M' });
    expect(booking.passengers.map(({ ticket }) => ticket)).not.toContain(null);
    for (const other of bookings)
      if (other.booking_id !== booking.booking_id)
        expect(other.passengers).not.toContainEqual(
          expect.objectContaining({ ticket: booking.passengers[0]?.ticket }),
        );
  }
  // A booking from an offer has no passengers until they are listed.
  if (booking.passengers.length > 0 || booking.has_all_names) {
    const typed = (type: string) => booking.passengers.filter((one) => one.type === type).length;
    expect([typed('adult'), typed('child'), typed('infant')]).toEqual(booking.seats);
  }
  if (booking.has_all_names) {
    expect(booking.passengers.map(({ name }) => name)).not.toContain(null);
  }
  if (former === undefined) return;
  expect([...reachable(bookingTransitions, former.status, verbs)]).toContain(status);
  expect(booking).toMatchObject({
    user_id: former.user_id,
    quote_id: former.quote_id,
    offer_version: former.offer_version,
    seats: former.seats,
  });
  expect(booking.passengers.length).toBeGreaterThanOrEqual(former.passengers.length);
  for (const payment of former.payments) expect(payments).toContainEqual(payment);
  expect(booking.events).toBeGreaterThanOrEqual(former.events);
  const isPriceFree =
    verbs.has('admin set_price') &&
    former.offer_version === null &&
    (former.total === null || former.paid === 0);
  if (!isPriceFree) expect([booking.price, total]).toEqual([former.price, former.total]);
  // What happens to an airline's order is an event that does not change the booking.
  const { version, events: _events, ...rest } = booking;
  const { version: formerVersion, events: _formerEvents, ...formerRest } = former;
  if (version === formerVersion) expect(rest).toEqual(formerRest);
  else expect(version).toBeGreaterThan(formerVersion);
  if (
    ['EXPIRED', 'CANCELLED'].includes(former.status) &&
    paid > former.paid &&
    !payments.some(({ amount }) => amount < 0)
  )
    expect(booking.flags).toContain('paid_after_end');
}

function checkRequest(
  request: QuoteRequest,
  { requests, bookings: formerBookings }: State,
  { bookings }: State,
  verbs: ReadonlySet<string>,
): void {
  const { status, offers, quote_id: id } = request;
  const own = bookings.filter((booking) => booking.quote_id === id);
  // A expired offer of a cancelled request waits for the clock.
  const open = offers.filter(
    ({ state, is_over: isOver }) => state === 'open' && (status === 'QUOTED' || !isOver),
  );
  expect(open.length).toBe(status === 'QUOTED' ? 1 : 0);
  expect(own.length).toBe(offers.filter(({ state }) => state === 'accepted').length);
  if (status === 'ACCEPTED') expect(own.length).toBeGreaterThan(0);
  expect(
    own.filter((booking) => !['EXPIRED', 'CANCELLED'].includes(booking.status)).length,
  ).toBeLessThanOrEqual(1);
  for (const { offer_version: version, price: agreed } of own)
    expect(offers.find((offer) => offer.version === version)?.price).toEqual(agreed);
  const former = requests.find((other) => other.quote_id === id);
  if (former === undefined) return;
  expect([...reachable(requestTransitions, former.status, verbs)]).toContain(status);
  for (const { version, price: offered, is_over: wasOver } of former.offers) {
    const offer = offers.find((other) => other.version === version);
    expect(offer?.price).toEqual(offered);
    if (offer?.state === 'accepted' && wasOver)
      expect(former.offers.find((other) => other.version === version)?.state).toBe('accepted');
  }
  expect(own.length).toBeGreaterThanOrEqual(
    formerBookings.filter((booking) => booking.quote_id === id).length,
  );
  expect(request.events).toBeGreaterThanOrEqual(former.events);
}
const namesOf = ({ bookings }: State, id: string) =>
  bookings
    .find((booking) => booking.booking_id === id)
    ?.passengers.map(({ type, name }) => [type, name]);

/** Walks through the demo database as several callers at once, and compares its rows before and after each step. */
export class BookingWalk {
  readonly #db: BookingDatabase;
  /** The actions that succeeded at least once. */
  readonly done = new Set<string>();
  readonly actionNames = Object.keys(actions).sort();

  private constructor(db: BookingDatabase) {
    this.#db = db;
  }

  static async start(): Promise<BookingWalk> {
    const db = await startBookingDatabase();
    await db.test.sql(`
      insert into auth.users (id, aud, role, email, email_confirmed_at)
        values ('${stranger.id}', 'authenticated', 'authenticated', '${stranger.email}', now());
      ${openSessions} where email = '${stranger.email}';
      insert into bkk_user_roles (user_id) values ('${stranger.id}') on conflict do nothing;
      update bkk_user_roles set role = 'admin' where user_id = '${malee.id}';
      select bkk_internal.set_features('{requests,bookings,flights}')`);
    return new BookingWalk(db);
  }

  drop(): Promise<void> {
    return this.#db.drop();
  }

  async clear(): Promise<void> {
    await this.#db.test.sql(
      `truncate bkk_quote_requests, bkk_bookings, bkk_outbox, bkk_flights, bkk_flight_offers cascade`,
    );
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
    /** The verbs that succeeded by the id of their request or booking. */
    const verbs = new Map<string, Set<string>>();
    const changed = new Set<string>();
    const named = new Set<string>();
    let hasSucceeded = 'hours' in step;
    if ('hours' in step) await this.#pass(step);
    else {
      const answers = await Promise.all(step.calls.map((call) => this.#call(call, before)));
      for (const [index, call] of step.calls.entries()) {
        const answer = answers[index] ?? '';
        if (refusals.test(answer)) continue;
        expect(answer).toMatch(/^(done$|\{|"|\d+$)/);
        const target = targetOf(call, before);
        checkCaller(call, target);
        hasSucceeded = true;
        this.done.add(call.name);
        const kind: Kind = actions[call.name];
        if (kind.as !== 'airline' && (kind.on === 'booking' || kind.on === 'request')) {
          // Of several callers who saw the same version one succeeds; names that are as before change nothing.
          expect(call.isStale).toBe(false);
          if (call.name === 'bkk_set_passengers') named.add(target.id);
          else {
            expect(changed.has(target.id)).toBe(false);
            changed.add(target.id);
          }
        }
        const own = verbs.get(target.id) ?? new Set();
        for (const verb of kind.verbs ?? [])
          own.add(`${kind.as === 'airline' ? 'admin' : kind.as} ${verb}`);
        verbs.set(target.id, own);
      }
    }
    const after = await this.#settled(before, hasSucceeded);
    for (const id of named)
      if (changed.has(id)) expect(namesOf(after, id)).toEqual(namesOf(before, id));
    if (!hasSucceeded) expect(after).toEqual(before);
    for (const booking of after.bookings)
      checkBooking(booking, before, verbs.get(booking.booking_id) ?? new Set());
    for (const request of after.requests)
      checkRequest(request, before, after, verbs.get(request.quote_id) ?? new Set());
    expect(await this.#db.test.sql(unnoticedQuery)).toEqual([]);
    // Nothing is ever deleted.
    expect(after.bookings.length).toBeGreaterThanOrEqual(before.bookings.length);
    expect(after.requests.length).toBeGreaterThanOrEqual(before.requests.length);
  }

  /** Another member sees nothing but what is theirs, and a visitor nothing. */
  async checkSecrecy(): Promise<void> {
    const rows = await this.#db.test.sql<{ id: string }>(
      `select booking_id as id from bkk_bookings where user_id = $1
       union all select quote_id from bkk_quote_requests where user_id = $1`,
      [stranger.id],
    );
    const own = rows.map(({ id }) => id);
    const tables = [
      ['booking_id', ['bookings', 'booking_passengers', 'booking_payments', 'booking_events']],
      ['quote_id', ['quote_requests', 'quote_details', 'quote_offers', 'quote_events']],
    ] as const;
    for (const [key, names] of tables)
      for (const name of names) {
        const text = `select ${key} as id from bkk_${name}`;
        const seen = await this.#db.rows(stranger, text);
        expect(seen.filter(({ id }) => !own.includes(String(id)))).toEqual([]);
        expect(await this.#asVisitor(text)).toMatch(/^42501 /);
      }
  }

  async #state(): Promise<State> {
    const [row] = await this.#db.test.sql<State & Record<string, never>>(stateQuery);
    return row ?? { bookings: [], requests: [] };
  }

  /** The rollback of a refused call may end after its answer. */
  async #settled(before: State, mayDiffer: boolean): Promise<State> {
    const state = await this.#state();
    return mayDiffer || JSON.stringify(state) === JSON.stringify(before) ? state : this.#state();
  }

  /** Moves every deadline into the past, which callers cannot tell from time that passes. */
  async #pass({ hours, clockRuns }: Extract<Step, { hours: number }>): Promise<void> {
    const earlier = (columns: readonly string[]) =>
      columns
        .map((column) => `${column} = ${column} - interval '${String(hours)} hours'`)
        .join(', ');
    await this.#db.test.sql(`
      begin; set local session_replication_role = replica;
      ${flightsEarlier(hours)}
      update bkk_bookings set ${earlier(['created_at', 'hold_expires_at', 'deposit_due_at', 'review_until', 'balance_due_at', 'names_due_at', 'due_at'])};
      update bkk_quote_offers set ${earlier(['sent_at', 'valid_until', 'hold_expires_at', 'deposit_due_at', 'balance_due_at', 'names_due_at'])};
      update bkk_quote_events set ${earlier(['created_at'])};
      update bkk_booking_events set ${earlier(['created_at'])};
      commit`);
    if (!clockRuns) return;
    // Twice, because a review that has ended may be followed by the end of the hold; rows locked by a rollback are left out.
    await vi.waitUntil(async () => {
      await this.#db.test.sql(
        `update bkk_jobs set due_at = '-infinity' where name <> 'prune_login_logs'; select bkk_internal.run_due(clock_timestamp())`,
      );
      const [row] = await this.#db.test.sql<{ isDue: boolean }>(`
        select exists (select from bkk_bookings where status = 'HOLD' and hold_expires_at <= now())
          or exists (select from bkk_bookings where review_until <= now() and status = 'DEPOSIT_PENDING')
          or exists (select from bkk_quote_offers where state = 'open' and valid_until <= now()) as "isDue"`);
      return row?.isDue === false;
    });
    const failures = await this.#db.test.sql(
      'select name, last_failure from bkk_jobs where last_failure is not null',
    );
    expect(failures).toEqual([]);
  }

  #call(call: Action, state: State): Promise<string> {
    const { name, who, choice, isStale } = call;
    const kind: Kind = actions[name];
    const { id, paymentId, version } = targetOf(call, state);
    const p_version = version - (isStale ? 1 : 0);
    if (name === 'hold_at_airline')
      return holdAtAirline(this.#db, member, actions[name].values(choice));
    if (name === 'read_order') return readOrder(this.#db, id, actions[name].values(choice).seen);
    if (who === 'visitor')
      return this.#asVisitor(`select ${name === 'hold_own_seats' ? 'bkk_hold_booking' : name}()`);
    if (name === 'hold_own_seats')
      return holdOwnSeats(this.#db, users[who], actions[name].values(choice));
    return this.#db.call(users[who], name, {
      ...kind.values(choice),
      ...(kind.on === 'booking' && { p_booking_id: id, p_version }),
      ...(kind.on === 'request' && { p_quote_id: id, p_version }),
      ...(kind.on === 'payment' && { p_payment_id: paymentId }),
    });
  }

  #asVisitor(text: string): Promise<string> {
    return this.#db.test.database.asIdentity({ role: 'anon', claims: {} }, [{ text }]).then(
      () => 'done',
      (error: unknown) => {
        const { code, message } = error as { code?: string; message: string };
        // A call without arguments finds no function; the permissions' tests call each with its own.
        return `${code === '42883' ? '42501' : String(code)} ${message}`;
      },
    );
  }
}
