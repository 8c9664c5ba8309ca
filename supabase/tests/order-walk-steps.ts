// The steps of the walks in order-walk.test.ts.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import type { OrderDatabase } from './order-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya: member, somchai, malee } = members;
export const stranger = {
  id: '00000000-0000-4000-8000-000000000004',
  email: 'stranger@bkksiam.example',
} as const;

/** Two members and two admins; a step for guests is the stranger's choice of no account. */
export const users = { member, stranger, somchai, malee };
export type Caller = keyof typeof users;
export const admins: readonly Caller[] = ['somchai', 'malee'];

/** One action of the walk; each reads the numbers that it needs. */
export interface Action {
  readonly name: keyof typeof actions;
  readonly who: Caller;
  /** Which order, slip or refund, counted from the newest. */
  readonly target: number;
  /** Picks amounts, pieces, reasons. */
  readonly choice: number;
  /** How much older than the present one the version is that the caller saw. */
  readonly isStale: boolean;
}

/** Calls at once, which all saw the same state, or hours that pass, with or without the clock. */
export type Step =
  | { readonly calls: readonly Action[] }
  | { readonly hours: number; readonly clockRuns: boolean };

/** What an action is called on, and by whom. */
interface Called {
  readonly db: OrderDatabase;
  readonly who: SignedInUser;
  readonly choice: number;
  /** Of the order, also of a slip's or refund's. */
  readonly orderId: string;
  readonly userId: string | null;
  readonly version: number;
  readonly total: number;
  readonly slipId: string;
  readonly typed: number;
  readonly refundId: string;
  readonly refundable: number;
}

export interface Kind {
  readonly on: 'nothing' | 'order' | 'slip' | 'refund';
  /** The service acts for the member of the order. */
  readonly as: 'member' | 'admin' | 'service';
  /** Its verb in the transitions, with its actor; none keeps the status. */
  readonly verb?: string;
  readonly run: (called: Called) => Promise<string>;
}

const pick = <T>(list: readonly [T, ...T[]], choice: number): T =>
  list[choice % list.length] ?? list[0];

const tag = { product_id: 'tag', variant_id: 'tag-teal', seen_satang: 29_000 };
const cap = { product_id: 'cap', variant_id: 'cap', seen_satang: 40_000 };
const tote = { product_id: 'tote', variant_id: 'tote', seen_satang: 59_000 };
const sticker = { product_id: 'sticker', variant_id: 'sticker', seen_satang: 0 };

/** Pieces with stock in both orders, the same variant twice, pieces without stock, pieces that cost nothing. */
const linesOf = (choice: number) =>
  pick(
    [[tag], [cap, tag], [tag, cap, tag], [tote], [tag, tote], [cap, sticker], [sticker]],
    choice,
  ).map((line, index) => ({ ...line, quantity: 1 + ((choice >> (3 + index)) % 3) }));

const place =
  (isGuest: boolean, pay?: string): Kind['run'] =>
  async ({ db, who, choice }) => {
    const delivered = choice % 5 > 0;
    const said = await db.place(isGuest ? null : who, {
      request_key: randomUUID(),
      email: isGuest ? 'guest@example.com' : who.email,
      lines: linesOf(choice),
      method: delivered ? 'standard' : 'pickup',
      // Stickers alone weigh nothing, but their parcel costs as much.
      seen_delivery_satang: delivered ? 6000 : 0,
      ...(pay !== undefined && { pay }),
    });
    if ('changes' in said) return 'PT409 The order is not as it was seen.';
    return 'error' in said ? String(said.error) : JSON.stringify(said);
  };

const asService = (db: OrderDatabase, text: string, values: readonly unknown[]) =>
  db.test.sql(text, values as string[]).then(
    () => 'done',
    (error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      return `${String(code)} ${message}`;
    },
  );

const sendSlip: Kind['run'] = ({ db, choice, orderId, userId, total }) => {
  const slipId = randomUUID();
  const slip = {
    slip_id: slipId,
    order_id: orderId,
    request_key: slipId,
    typed_satang: Math.max(1, pick([total, total, total - 10_000, total + 500, 100], choice)),
    credit_satang: pick([0, 0, 10_000], choice),
    object_path: `${String(userId)}/${slipId}.png`,
    content_type: 'image/png',
    byte_size: 1000,
    sha256: slipId.replaceAll('-', '').repeat(2),
    picture_hash: slipId.replaceAll('-', '').slice(0, 16),
    reading: 'read',
    bank_code: '004',
    // Another slip of the same transfer now and then.
    trans_ref: choice % 9 === 0 ? 'the same' : slipId.slice(0, 20),
  };
  return asService(db, 'select bkk_record_slip($1, $2)', [userId, JSON.stringify(slip)]);
};

const reviewSlip: Kind['run'] = ({ db, who, choice, slipId, typed }) => {
  const amount = pick([typed, typed, Math.max(1, typed - 700), typed + 300, null], choice);
  return db.call(who, 'bkk_admin_review_slip', {
    p_slip_id: slipId,
    p_accept: amount !== null,
    p_amount_satang: amount,
    p_received_at: amount === null ? null : new Date(Date.now() - 60_000).toISOString(),
    p_reason: amount === null ? 'unreadable' : null,
    p_note: null,
    p_idempotency_key: randomUUID(),
  });
};

const details: Readonly<Record<string, (choice: number) => object>> = {
  ship: () => ({ carrier: 'EMS', parcel_number: 'EX1' }),
  take_back: (choice) => ({ restock: choice % 3 > 0 }),
  cancel: () => ({ note: 'It is torn.' }),
  refuse_return: () => ({ note: 'It was worn.' }),
};

const move = (action: string, keepsStatus = false): Kind => ({
  on: 'order',
  as: 'admin',
  ...(!keepsStatus && { verb: `admin ${action}` }),
  run: ({ db, who, choice, orderId, version }) =>
    db.call(who, 'bkk_admin_move_order', {
      p_order_id: orderId,
      p_version: version,
      p_action: action,
      p_details: details[action]?.(choice) ?? {},
    }),
});

/** A call of the member with the version that they saw. */
const onOrder = (name: string, verb?: string, values: object = {}): Kind => ({
  on: 'order',
  as: 'member',
  ...(verb !== undefined && { verb }),
  run: ({ db, who, orderId, version }) =>
    db.call(who, name, { p_order_id: orderId, p_version: version, ...values }),
});

export const actions = {
  place: { on: 'nothing', as: 'member', run: place(false) },
  place_with_credit: { on: 'nothing', as: 'member', run: place(false, 'credit') },
  place_as_guest: { on: 'nothing', as: 'member', run: place(true) },
  bkk_cancel_order: onOrder('bkk_cancel_order', 'member cancel', { p_reason: 'Too dear.' }),
  bkk_pay_order_with_credit: onOrder('bkk_pay_order_with_credit', 'member pay_with_credit'),
  bkk_ask_return: onOrder('bkk_ask_return', undefined, { p_reason: 'It is torn.' }),
  send_slip: { on: 'order', as: 'service', run: sendSlip },
  bkk_admin_review_slip: { on: 'slip', as: 'admin', verb: 'admin record_payment', run: reviewSlip },
  pack: move('pack'),
  ship: move('ship'),
  hand_over: move('hand_over'),
  deliver: move('deliver'),
  take_back: move('take_back'),
  refuse_return: move('refuse_return', true),
  cancel: move('cancel'),
  bkk_admin_decide_refund: {
    on: 'refund',
    as: 'admin',
    run: ({ db, who, choice, refundId, refundable }) =>
      db.call(who, 'bkk_admin_decide_refund', {
        p_refund_id: refundId,
        p_fee_satang: pick([0, Math.floor(refundable / 3), refundable, refundable + 1], choice),
        p_note: null,
        p_idempotency_key: randomUUID(),
      }),
  },
  bkk_take_refund_as_credit: {
    on: 'refund',
    as: 'member',
    run: ({ db, who, refundId }) =>
      db.call(who, 'bkk_take_refund_as_credit', { p_refund_id: refundId }),
  },
  store_account: {
    on: 'refund',
    as: 'service',
    run: ({ db, refundId, userId }) =>
      asService(db, `select bkk_store_refund_account($1, $2, '004', 'Nattaya', 'sealed', '1234')`, [
        refundId,
        userId,
      ]),
  },
  bkk_admin_pay_refund: {
    on: 'refund',
    as: 'admin',
    run: ({ db, who, refundId }) =>
      db.call(who, 'bkk_admin_pay_refund', {
        p_refund_id: refundId,
        p_paid_at: new Date(Date.now() - 60_000).toISOString(),
        p_bank_reference: 'REF1',
      }),
  },
  bkk_admin_change_credit: {
    on: 'nothing',
    as: 'admin',
    run: ({ db, who, choice }) =>
      db.call(who, 'bkk_admin_change_credit', {
        p_user_id: member.id,
        p_amount_satang: pick([50_000, 100_000, -30_000], choice),
        p_note: 'for tests',
        p_idempotency_key: randomUUID(),
      }),
  },
  bkk_admin_adjust_stock: {
    on: 'nothing',
    as: 'admin',
    run: ({ db, who, choice }) =>
      db.call(who, 'bkk_admin_adjust_stock', {
        p_variant_id: pick(['tag-teal', 'cap'], choice),
        p_kind: pick(['RECEIVED', 'CORRECTED', 'CORRECTED'], choice >> 1),
        p_quantity: pick([3, -2, 1], choice >> 1),
        p_note: 'counted',
        p_idempotency_key: randomUUID(),
      }),
  },
} as const satisfies Readonly<Record<string, Kind>>;

const action = fc.record<Action>({
  name: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  who: fc.constantFrom('member', 'member', 'stranger', 'somchai', 'malee'),
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
  .tuple(fc.constantFrom(1, 4, 7, 25, 49), fc.boolean())
  .map(([hours, clockRuns]): Step => ({ hours, clockRuns }));

type Name = Action['name'];

/** A name of an action, or hours that pass before the next one. */
type Begun = Name | number;

/** Every walk begins with credit and one or two orders, of which some go all the way. */
const beginnings: readonly (readonly Begun[])[] = [
  [
    ...(['send_slip', 'bkk_admin_review_slip', 'pack', 'ship', 'bkk_ask_return'] as const),
    ...([
      'refuse_return',
      'bkk_ask_return',
      'deliver',
      'take_back',
      'bkk_admin_decide_refund',
      'bkk_take_refund_as_credit',
    ] as const),
  ],
  // Picked up, so that it is handed over without a parcel.
  [
    ...(['bkk_pay_order_with_credit', 'pack', 'hand_over', 'take_back'] as const),
    ...(['bkk_admin_decide_refund', 'store_account', 'bkk_admin_pay_refund'] as const),
  ],
  // Too little, when the time to pay is nearly over.
  ['send_slip', 23, 'bkk_admin_review_slip'],
  [
    ...(['send_slip', 'bkk_admin_review_slip', 'cancel', 'bkk_admin_decide_refund'] as const),
    ...(['store_account', 'bkk_admin_pay_refund'] as const),
  ],
  ['place_with_credit', 'pack', 'cancel', 'bkk_admin_decide_refund'],
  ['place_as_guest', 'bkk_admin_adjust_stock'],
  ['send_slip', 'send_slip', 'bkk_admin_review_slip'],
  ['bkk_cancel_order', 'send_slip', 'bkk_admin_review_slip'],
];

function beginning(kind: number, choice: number): readonly Step[] {
  const begun = beginnings[kind % beginnings.length] ?? [];
  // These choices pick the pieces, the way of delivery and the amounts of slips.
  const chosen = choice - (choice % 35) + (kind === 1 ? 0 : kind === 2 ? 2 : 1);
  const all: readonly Begun[] = [
    'bkk_admin_change_credit',
    'bkk_admin_change_credit',
    'place',
    ...begun,
  ];
  return all.map((name): Step => {
    if (typeof name === 'number') return { hours: name, clockRuns: false };
    const who: Caller = actions[name].as === 'admin' ? 'somchai' : 'member';
    const picked = name === 'bkk_admin_change_credit' ? 1 : chosen;
    return { calls: [{ name, who, target: 0, choice: picked, isStale: false }] };
  });
}

const laterSteps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: callsOf(rightful, 1, 1) },
    { weight: 3, arbitrary: callsOf(action, 1, 1) },
    { weight: 4, arbitrary: callsOf(rightful, 2, 4) },
    { weight: 3, arbitrary: passingHours },
  ),
  { minLength: 15, maxLength: 30 },
);

export const steps = fc
  .tuple(laterSteps, fc.nat(7), fc.nat(1000))
  .map(([list, kind, choice]): readonly Step[] => [...beginning(kind, choice), ...list]);

/** A walk of each beginning, in which every action succeeds at least once. */
export const examples = beginnings.map((_names, kind): [readonly Step[]] => [beginning(kind, 0)]);
