// The steps of the walks in booking-walk.test.ts.
import fc from 'fast-check';

/** Those who call: the member whose bookings they are, another member, two admins, a visitor. */
type Caller = 'member' | 'stranger' | 'somchai' | 'malee' | 'visitor';

/** One action of the walk; each reads the numbers that it needs. */
export interface Action {
  readonly name: keyof typeof actions;
  readonly who: Caller;
  /** Which request, booking or payment, counted from the newest. */
  readonly target: number;
  /** Picks amounts, names, deadlines. */
  readonly choice: number;
  /** How much older than the present one the version is that the caller saw. */
  readonly isStale: boolean;
}

/** Calls at once, which all saw the same state, or hours that pass, with or without the clock. */
export type Step =
  | { readonly calls: readonly Action[] }
  | { readonly hours: number; readonly clockRuns: boolean };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const inDays = (days: number) => inHours(days * 24).slice(0, 10);
const pick = <T>(list: readonly [T, ...T[]], choice: number): T =>
  list[choice % list.length] ?? list[0];

const passengers = (choice: number) => [
  choice % 3 === 0 ? {} : { first_name: 'Nattaya', last_name: 'Wongthai' },
  { first_name: `Anna${'x'.repeat(choice % 7)}`, last_name: 'Lee' },
  { first_name: 'Mali', last_name: 'Wongthai', type: choice % 5 === 0 ? 'adult' : 'child' },
];
const seats = [2, 1, 0] as const;

/** A price of 100 to 700 baht, with a deposit from nothing to all of it. */
function priceOf(choice: number) {
  const satang = 10_000 * (1 + (choice % 7));
  const deposit = pick([0, 1, Math.floor(satang / 3), satang], choice);
  return {
    lines: [
      { label: 'Fare', type: 'adult', count: 2, price_satang: satang / 4 },
      { label: 'Child fare', type: 'child', count: 1, price_satang: satang / 2 },
    ],
    total: satang,
    deposit,
  };
}

const flight = (departs: string, arrives: string, origin: string, destination: string) => ({
  airline: 'TG',
  number: '682',
  origin,
  destination,
  departs_at: departs,
  arrives_at: arrives,
});

function offerOf(choice: number) {
  const { lines, total, deposit } = priceOf(choice);
  return {
    segments: [flight(`${inDays(60)}T23:45`, `${inDays(61)}T07:40`, 'BKK', 'NRT')],
    pax_adt: seats[0],
    pax_chd: seats[1],
    pax_inf: seats[2],
    lines,
    total_satang: total,
    conditions: [],
    valid_until: inHours(pick([5, 30, 100], choice)),
    hold_expires_at: inHours(pick([200, 101], choice)),
    deposit_satang: deposit,
    deposit_due_at: inHours(100),
    names_due_at: inHours(300),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** What an action is called on, and its further arguments. */
export interface Kind {
  readonly on: 'nothing' | 'request' | 'booking' | 'payment';
  /** An airline acts by the functions of the server, whoever calls. */
  readonly as: 'member' | 'admin' | 'both' | 'airline';
  /** Its verb in the transitions; none keeps the status. */
  readonly verbs?: readonly string[];
  readonly values: (choice: number) => Values;
}

const none = () => ({});

const holdOf = (choice: number) => ({
  p_request_key: crypto.randomUUID(),
  p_flight_id: 'flight-1',
  p_passengers: passengers(1 + 3 * (choice % 2)),
  p_email: 'nat@example.com',
  p_phone: '+66812345678',
  p_notes: '',
  p_slip_name: choice % 2 === 0 ? 'slip.png' : null,
});

/** What an airline says of an order when it is read. */
function seenOrder(choice: number): Values {
  const state = pick(['held', 'held', 'held', 'paid', 'cancelled', 'missing'], choice);
  return { state, pay_by: inHours(pick([-1, 2, 9, 40, 300], choice >> 3)), total_satang: 30_000 };
}

export const actions = {
  bkk_hold_booking: { on: 'nothing', as: 'member', values: holdOf },
  /** On a flight of its own, which departs and whose sale ends after these hours. */
  hold_own_seats: {
    on: 'nothing',
    as: 'member',
    values: (choice) => ({
      hold: holdOf(choice),
      departs_in: pick([6, 20, 60, 400], choice >> 1),
      closes_before: pick([1, 4, 30], choice >> 3),
      sale_ends_in: pick([null, 5, 100], choice >> 5),
    }),
  },
  hold_at_airline: {
    on: 'nothing',
    as: 'airline',
    values: (choice) => ({
      passengers: passengers(1),
      departs_in: pick([15, 50, 400], choice),
      seen: { ...seenOrder(choice), state: 'held', order_id: `ord_${crypto.randomUUID()}` },
    }),
  },
  read_order: {
    on: 'booking',
    as: 'airline',
    verbs: ['cancel'],
    values: (choice) => ({ seen: seenOrder(choice) }),
  },
  bkk_cancel_booking: { on: 'booking', as: 'member', verbs: ['cancel'], values: none },
  bkk_set_passengers: {
    on: 'booking',
    as: 'both',
    values: (choice) => ({ p_passengers: passengers(choice).slice(0, choice % 11 === 0 ? 2 : 3) }),
  },
  bkk_admin_price_booking: {
    on: 'booking',
    as: 'admin',
    verbs: ['set_price'],
    values: (choice) => {
      const { lines, total, deposit } = priceOf(choice);
      return { p_lines: lines, p_total_satang: total, p_deposit_satang: deposit };
    },
  },
  bkk_admin_record_payment: {
    on: 'booking',
    as: 'admin',
    verbs: ['record_payment'],
    values: (choice) => ({
      p_amount_satang: pick([1, 10_000, 50_000], choice),
      p_received_at: inHours(-1),
      p_bank_reference: null,
      p_note: null,
      p_idempotency_key: crypto.randomUUID(),
    }),
  },
  bkk_admin_reverse_payment: {
    on: 'payment',
    as: 'admin',
    verbs: ['reverse_payment'],
    values: () => ({ p_note: 'Another account', p_idempotency_key: crypto.randomUUID() }),
  },
  bkk_admin_refuse_deposit: {
    on: 'booking',
    as: 'admin',
    verbs: ['refuse_deposit'],
    values: () => ({ p_reason_en: 'Unreadable', p_reason_th: 'อ่านไม่ออก' }),
  },
  bkk_admin_extend_hold: {
    on: 'booking',
    as: 'admin',
    values: (choice) => ({ p_hold_expires_at: inHours(pick([30, 60, 400], choice)) }),
  },
  bkk_admin_ticket: {
    on: 'booking',
    as: 'admin',
    verbs: ['issue_tickets'],
    values: (choice) => ({
      p_pnr: 'K7QX2M',
      // Two bookings get the same numbers now and then.
      p_ticket_numbers: [1, 2, 3].map((index) => String(2_170_000_000_000 + 10 * choice + index)),
      p_reason: choice % 2 === 0 ? 'Regular customer' : null,
    }),
  },
  bkk_admin_cancel_booking: {
    on: 'booking',
    as: 'admin',
    verbs: ['cancel'],
    values: () => ({ p_reason: 'The airline cancelled.' }),
  },
  bkk_admin_clear_flag: {
    on: 'booking',
    as: 'admin',
    values: (choice) => ({
      p_flag: pick(
        ['deposit_overdue', 'paid_after_end', 'reversed_after_tickets', 'overpaid'],
        choice,
      ),
      p_note: 'Called',
    }),
  },
  bkk_request_quote: {
    on: 'nothing',
    as: 'member',
    values: () => ({
      p_legs: [{ origin: 'BKK', destination: 'NRT', dep_date: inDays(60) }],
      p_adults: seats[0],
      p_children: seats[1],
      p_infants: seats[2],
      p_cabin: 'economy',
      p_flexible_days: 0,
      p_preferred_airlines: null,
      p_budget_satang: null,
      p_notes: null,
      p_request_key: crypto.randomUUID(),
    }),
  },
  bkk_cancel_request: { on: 'request', as: 'member', verbs: ['cancel'], values: none },
  bkk_accept_offer: { on: 'request', as: 'member', verbs: ['accept_offer'], values: none },
  bkk_decline_offer: { on: 'request', as: 'member', verbs: ['decline_offer'], values: none },
  bkk_ask_offer_change: {
    on: 'request',
    as: 'member',
    verbs: ['ask_change'],
    values: () => ({ p_message: 'A later flight back, please' }),
  },
  bkk_admin_send_offer: {
    on: 'request',
    as: 'admin',
    verbs: ['send_offer'],
    values: (choice) => ({ p_offer: offerOf(choice) }),
  },
  bkk_admin_cancel_request: {
    on: 'request',
    as: 'admin',
    verbs: ['cancel'],
    values: () => ({ p_reason: 'The flight is full.' }),
  },
} as const satisfies Readonly<Record<string, Kind>>;

const action = fc.record<Action>({
  name: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  who: fc.constantFrom('member', 'member', 'stranger', 'somchai', 'somchai', 'malee', 'visitor'),
  target: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3)),
  choice: fc.nat(1000),
  isStale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

/** An action by one of those who may do it, so that walks get far. */
const rightful = action.map((given): Action => {
  const byAdmin: Caller = given.choice % 2 === 0 ? 'somchai' : 'malee';
  return { ...given, who: actions[given.name].as === 'admin' ? byAdmin : 'member' };
});

/** Some calls at once. */
const callsOf = (calls: fc.Arbitrary<Action>, minLength: number, maxLength: number) =>
  fc.array(calls, { minLength, maxLength }).map((list): Step => ({ calls: list }));

const passingHours = fc
  .tuple(fc.constantFrom(1, 4, 7, 25, 49, 200), fc.boolean())
  .map(([hours, clockRuns]): Step => ({ hours, clockRuns }));

/** Every walk begins with an offer and a hold, some with one that is paid, has ended before it is, or whose payment fails. */
function beginning(choice: number): readonly Step[] {
  const call = (name: Action['name'], who: Caller = 'member'): Step => ({
    calls: [{ name, who, choice, target: 0, isStale: false }],
  });
  const paid = call('bkk_admin_record_payment', 'somchai');
  const ended = [call('bkk_admin_cancel_booking', 'malee'), paid];
  const further = [
    // With this choice a name is missing.
    [
      call('bkk_admin_price_booking', 'malee'),
      call('bkk_set_passengers'),
      call('bkk_admin_ticket', 'somchai'),
    ],
    [...ended, call('bkk_admin_clear_flag', 'somchai')],
    [call('bkk_admin_price_booking', 'malee'), paid],
    [call('bkk_admin_price_booking', 'somchai'), paid],
    [paid, call('bkk_admin_reverse_payment', 'malee'), call('bkk_admin_refuse_deposit', 'somchai')],
    [],
  ];
  return [
    call('bkk_request_quote'),
    call('bkk_admin_send_offer', 'somchai'),
    call(
      pick<Action['name']>(['bkk_hold_booking', 'hold_own_seats', 'hold_at_airline'], choice >> 2),
    ),
    ...(further[choice % further.length] ?? []),
  ];
}

const laterSteps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: callsOf(rightful, 1, 1) },
    { weight: 3, arbitrary: callsOf(action, 1, 1) },
    { weight: 2, arbitrary: callsOf(rightful, 2, 3) },
    { weight: 3, arbitrary: passingHours },
  ),
  { minLength: 15, maxLength: 30 },
);

export const steps = fc
  .tuple(laterSteps, fc.nat(1000))
  .map(([list, choice]): readonly Step[] => [...beginning(choice), ...list]);
