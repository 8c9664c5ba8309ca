import { randomUUID } from 'node:crypto';
import type { Row } from '../../apps/server/src/db/database.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { startAdminDatabase, type MemberDatabase, type SignedInUser } from './member-database.ts';

/** What tests read of a booking. */
interface BookingRow extends Row {
  readonly booking_id: string;
  readonly reference: string;
  readonly status: string;
  readonly version: number;
  readonly total_satang: string | null;
  readonly deposit_satang: string | null;
  readonly paid_satang: string;
  readonly flags: readonly string[];
  readonly has_all_names: boolean;
  /** Hours from now until these times. */
  readonly hold_hours: number | null;
  readonly review_hours: number | null;
}

interface HoldInput {
  readonly key?: string;
  readonly passengers?: readonly object[];
  readonly slip?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly flight?: string;
  /** The expected price, for own seats. */
  readonly satang?: number;
}

/** Two adults and a child. */
export const family = [
  { first_name: 'Nattaya', last_name: 'Wongthai', birth_date: '1990-05-01' },
  { first_name: 'José', last_name: "O'Neill-Šmit", type: 'adult' },
  { first_name: 'Mali', last_name: 'Wongthai', type: 'child', birth_date: '2019-02-28' },
] as const;

/** The calls of members and admins; each resolves to `done`, or to SQLSTATE and message of the error. */
interface BookingCalls {
  hold(who: SignedInUser, input?: HoldInput): Promise<string>;
  /** The arguments by name, with the version that the booking has unless one is given. */
  call(who: SignedInUser, name: string, values: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface BookingDatabase extends MemberDatabase, BookingCalls {
  /** Places a hold, which must succeed. */
  held(who?: SignedInUser, input?: HoldInput): Promise<BookingRow>;
  booking(id: string): Promise<BookingRow>;
  /** Names of the events, oldest first. */
  events(id: string): Promise<readonly string[]>;
  /** Events of the queued mails with their recipients, in order. */
  mails(): Promise<readonly string[]>;
  /** Sets columns, bypassing triggers. */
  put(id: string, changes: string): Promise<void>;
  /** Lets a hold end at a time, an SQL expression, which its queued messages have too. */
  endHoldAt(id: string, time: string): Promise<void>;
  /** Gives a booking an order that an airline holds until a time, an SQL expression. */
  putOrder(id: string, payBy: string): Promise<void>;
  /** Records what the airline says of the order of a booking. */
  readOrder(id: string, seen: object): Promise<void>;
}

const bookingQuery = `select *, extract(epoch from hold_expires_at - now())::float8 / 3600 as hold_hours,
    extract(epoch from review_until - now())::float8 / 3600 as review_hours
  from bkk_bookings where booking_id = $1`;

const argumentTypes: Readonly<Record<string, string>> = {
  p_booking_id: 'uuid',
  p_quote_id: 'uuid',
  p_thread_id: 'uuid',
  p_to: 'uuid',
  p_message_id: 'uuid',
  p_is_note: 'boolean',
  p_version: 'integer',
  p_passengers: 'jsonb',
  p_lines: 'jsonb',
  p_orders: 'jsonb',
  p_rates: 'jsonb',
  p_offers_pickup: 'boolean',
  p_variant_ids: 'text[]',
  p_legs: 'jsonb',
  p_offer: 'jsonb',
  p_adults: 'integer',
  p_children: 'integer',
  p_infants: 'integer',
  p_flexible_days: 'integer',
  p_preferred_airlines: 'text[]',
  p_budget_satang: 'bigint',
  p_total_satang: 'bigint',
  p_expected_total_satang: 'bigint',
  p_deposit_satang: 'bigint',
  p_amount_satang: 'bigint',
  p_received_at: 'timestamptz',
  p_balance_due_at: 'timestamptz',
  p_names_due_at: 'timestamptz',
  p_hold_expires_at: 'timestamptz',
  p_idempotency_key: 'uuid',
  p_request_key: 'uuid',
  p_payment_id: 'uuid',
  p_user_id: 'uuid',
  p_slip_id: 'uuid',
  p_slip: 'jsonb',
  p_receipt_id: 'uuid',
  p_receipt_ids: 'uuid[]',
  p_buyer: 'jsonb',
  p_accept: 'boolean',
  p_approve: 'boolean',
  p_approval_id: 'uuid',
  p_refund_id: 'uuid',
  p_order_id: 'uuid',
  p_action: 'text',
  p_details: 'jsonb',
  p_quantity: 'integer',
  p_fee_satang: 'bigint',
  p_paid_at: 'timestamptz',
  p_first: 'date',
  p_last: 'date',
  p_before_at: 'timestamptz',
  p_after_at: 'timestamptz',
  p_before_number: 'bigint',
  p_after_number: 'bigint',
  p_line_id: 'uuid',
  p_posting_id: 'uuid',
  p_is_preview: 'boolean',
  p_limit: 'integer',
  p_traveller_id: 'uuid',
  p_ticket_numbers: 'text[]',
};

type Attempt = (who: SignedInUser, text: string, values: readonly unknown[]) => Promise<string>;

/** `done`, the value as JSON, or SQLSTATE and message of the error. */
function attemptOn(db: MemberDatabase): Attempt {
  return (who, text, values) =>
    db.rows(who, text, values as string[]).then(
      ([row]) => (row?.said === '' || row?.said === null ? 'done' : JSON.stringify(row?.said)),
      (error: unknown) => {
        const { code, message } = error as { code?: string; message: string };
        return `${String(code)} ${message}`;
      },
    );
}

function callsOn(db: MemberDatabase): BookingCalls {
  const attempt = attemptOn(db);
  return {
    hold(who, input = {}) {
      const { key = randomUUID(), passengers = family, slip = null } = input;
      const { email = 'nat@example.com', phone = '+66812345678', flight = 'flight-1' } = input;
      const text = 'select bkk_hold_booking($1, $2, $3::jsonb, $4, $5, $6, $7, $8) as said';
      const person = [email, phone, 'Window seats', slip];
      const expected = input.satang === undefined ? null : String(input.satang);
      return attempt(who, text, [key, flight, JSON.stringify(passengers), ...person, expected]);
    },
    async call(who, name, given) {
      const values = { ...given };
      // A thread names a booking and changes none.
      const changes = values.p_booking_id !== undefined && name !== 'bkk_open_support_thread';
      if (changes && !('p_version' in values)) {
        const [row] = await db.test.sql('select version from bkk_bookings where booking_id = $1', [
          values.p_booking_id,
        ]);
        values.p_version = row?.version ?? 1;
      }
      const list = Object.keys(values).map(
        (argument, index) =>
          `${argument} => $${String(index + 1)}::${argumentTypes[argument] ?? 'text'}`,
      );
      const texts = Object.values(values).map(toParameter);
      return attempt(who, `select ${name}(${list.join(', ')}) as said`, texts);
    },
  };
}

/** A value as PostgreSQL reads it from text; arrays of text stay arrays. */
function toParameter(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value : JSON.stringify(value);
}

/** What a test writes into the tables of bookings. */
function writesOn({
  test,
}: MemberDatabase): Pick<BookingDatabase, 'put' | 'endHoldAt' | 'putOrder' | 'readOrder'> {
  return {
    async put(id, changes) {
      await test.sql(`begin; set local session_replication_role = replica;
        update bkk_bookings set ${changes} where booking_id = '${id}'; commit`);
    },
    async endHoldAt(id, time) {
      await test.sql(`begin; set local session_replication_role = replica;
        update bkk_bookings set (hold_expires_at, due_at) = (${time}, ${time}) where booking_id = '${id}';
        update bkk_outbox set ids = ids || jsonb_build_object('deadline', extract(epoch from ${time})::bigint)
          where event = 'booking.hold_placed' and ids ->> 'booking_id' = '${id}'; commit`);
    },
    async putOrder(id, payBy) {
      await test.sql(`begin; set local session_replication_role = replica;
        with offer as (
          insert into bkk_flight_offers (
            offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, label,
            source_passengers, expires_at)
          values (gen_random_uuid(), 'duffel', 'off_1', 'orq_1', repeat('a', 64), now(), '{}', 100, 'Airline', '[]', now())
          returning offer_id)
        insert into bkk_supplier_orders (booking_id, offer_id, source, state, total_satang, pay_by)
          select '${id}', offer_id, 'duffel', 'held', 100, ${payBy} from offer;
        commit`);
    },
    async readOrder(id, seen) {
      await test.sql('update bkk_supplier_orders set lease = $1 where booking_id = $1', [id]);
      await test.sql('select bkk_record_supplier_order($1, $1, $2)', [id, JSON.stringify(seen)]);
    },
  };
}

/** The demo database with bookings switched on; Somchai is the admin. */
export async function startBookingDatabase(): Promise<BookingDatabase> {
  const db = await startAdminDatabase();
  const { test } = db;
  await test.sql(`select bkk_internal.set_features('{bookings}')`);

  const booking: BookingDatabase['booking'] = async (id) => {
    const [row] = await test.sql<BookingRow>(bookingQuery, [id]);
    if (row === undefined) throw new Error('there is no such booking');
    return row;
  };
  const calls = callsOn(db);
  return {
    ...db,
    ...calls,
    ...writesOn(db),
    booking,
    async held(who = members.nattaya, input = {}) {
      const said = await calls.hold(who, input);
      if (!said.startsWith('{')) throw new Error(said);
      return booking((JSON.parse(said) as { booking_id: string }).booking_id);
    },
    async events(id) {
      const rows = await test.sql<{ event: string }>(
        'select event from bkk_booking_events where booking_id = $1 order by event_id',
        [id],
      );
      return rows.map(({ event }) => event);
    },
    async mails() {
      const rows = await test.sql<{ mail: string }>(`
        select event || ' ' || split_part(account.email, '@', 1) as mail
        from bkk_outbox as message join auth.users as account on account.id = message.user_id
        order by number`);
      return rows.map(({ mail }) => mail);
    },
  };
}
