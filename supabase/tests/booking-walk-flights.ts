// Own seats and airlines' orders in the walks of booking-walk.test.ts.
import type { BookingDatabase } from './booking-fixture.ts';
import type { actions } from './booking-walk-steps.ts';
import { addFlight } from './flight-fixture.ts';
import type { SignedInUser } from './member-database.ts';

type Input<Name extends keyof typeof actions> = ReturnType<(typeof actions)[Name]['values']>;

/** Open bookings that nobody would hear of, and holds that last too long, by reference: by the rule in SQL and by one of its own. */
export const unnoticedQuery = `
  select reference from bkk_bookings as booking where not bkk_internal.has_valid_deadlines(booking)
  union all
  select reference from bkk_bookings
  where status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and not coalesce(paid_satang >= total_satang, false)
    -- The lists of admins: due, overdue, to decide.
    and due_at is null and flags = '{}'
  union all
  select reference from bkk_bookings as booking
    cross join lateral (
      select (segments #>> '{0,departs_at}')::timestamp at time zone (segments #>> '{0,departs_zone}') as ends_at
      union all
      select least(sale_until, (day + departs_at) at time zone 'Asia/Bangkok' - make_interval(hours => closes_hours))
      from bkk_booking_seats as taken join bkk_flight_fares using (fare_id) join bkk_flights using (flight_id)
      where taken.booking_id = booking.booking_id
      union all
      select pay_by from bkk_supplier_orders as supplier
      where supplier.booking_id = booking.booking_id and state <> 'paid') as bound
  where status in ('HOLD', 'DEPOSIT_PENDING') and greatest(hold_expires_at, deposit_due_at, review_until) > bound.ends_at`;

/** The column `segments` with times that are earlier by an SQL interval. */
const earlierSegments = (by: string) => `(
  select coalesce(jsonb_agg(flight.value || jsonb_build_object(
      'departs_at', to_char((flight.value ->> 'departs_at')::timestamp - ${by}, 'YYYY-MM-DD"T"HH24:MI'),
      'arrives_at', to_char((flight.value ->> 'arrives_at')::timestamp - ${by}, 'YYYY-MM-DD"T"HH24:MI'))
    order by flight.place), '[]')
  from jsonb_array_elements(segments) with ordinality as flight (value, place))`;

/** Statements that move departures, sales and airlines' deadlines, without triggers. */
export function flightsEarlier(hours: number): string {
  const by = `interval '${String(hours)} hours'`;
  return `
    with moved as (
      select flight_id, fare_id, day + departs_at - ${by} as departs
      from bkk_flights join bkk_flight_fares using (flight_id) join bkk_flight_seats using (fare_id)),
    flights as (
      update bkk_flights as flight
      set departs_at = departs::time, arrives_at = (departs + interval '80 minutes')::time,
        arrives_days = (departs + interval '80 minutes')::date - departs::date, first_day = departs::date, last_day = departs::date
      from moved where flight.flight_id = moved.flight_id),
    seats as (
      update bkk_flight_seats as departure set day = departs::date from moved where departure.fare_id = moved.fare_id)
    update bkk_booking_seats as taken set day = departs::date from moved where taken.fare_id = moved.fare_id;
    update bkk_flight_fares set sale_until = sale_until - ${by};
    update bkk_supplier_orders set created_at = created_at - ${by}, pay_by = pay_by - ${by}, due_at = due_at - ${by};
    update bkk_quote_offers set segments = ${earlierSegments(by)};
    update bkk_bookings set segments = ${earlierSegments(by)};
    update bkk_bookings set departs_on = left(segments #>> '{0,departs_at}', 10)::date;`;
}

/** A local time in Bangkok after so many hours, to the minute. */
const inBangkok = (hours: number) =>
  new Date(Date.now() + (hours + 7) * 3_600_000).toISOString().slice(0, 16);

let flights = 0;

/** Adds a flight and holds its seats. */
export async function holdOwnSeats(
  db: BookingDatabase,
  who: SignedInUser,
  {
    hold,
    departs_in: departsIn,
    closes_before: closesBefore,
    sale_ends_in: saleEndsIn,
  }: Input<'hold_own_seats'>,
): Promise<string> {
  const [day = '', departs = ''] = inBangkok(departsIn).split('T');
  const [, arrives = ''] = inBangkok(departsIn + 4 / 3).split('T');
  flights += 1;
  const fare = await addFlight(db.test, {
    number: String(flights % 10_000),
    times: `BKK ${departs} CNX ${arrives}`,
    days: arrives < departs ? 1 : 0,
    baht: 100,
    on: day,
    changes: {
      closes_hours: closesBefore,
      ...(saleEndsIn !== null && {
        sale_until: new Date(Date.now() + saleEndsIn * 3_600_000).toISOString(),
      }),
    },
  });
  return db.call(who, 'bkk_hold_booking', {
    ...hold,
    p_flight_id: `own-2-1-0_${String(fare)}.${day.replaceAll('-', '')}`,
    p_expected_total_satang: 28_000,
  });
}

/** What a function of the server gives: `{...}`, or SQLSTATE and message. */
function byServer(db: BookingDatabase, text: string, values: readonly string[]): Promise<string> {
  return db.test.sql<{ answer: { state?: string } }>(text, [...values]).then(
    ([row]) => (row?.answer.state === 'lost' ? 'PT404 no order' : JSON.stringify(row?.answer)),
    (error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      return `${String(code)} ${message}`;
    },
  );
}

/** Places an order for a member, which the airline answers. */
export async function holdAtAirline(
  db: BookingDatabase,
  { id }: SignedInUser,
  { departs_in: departsIn, passengers, seen }: Input<'hold_at_airline'>,
): Promise<string> {
  const times = (hours: number) => ({ local: inBangkok(hours), zone: 'Asia/Bangkok' });
  const segment = {
    airline: 'TG',
    flightNumber: '682',
    origin: 'BKK',
    destination: 'CNX',
    departure: times(departsIn),
    arrival: times(departsIn + 2),
  };
  const content = {
    passengers: { adult: 2, child: 1, infant: 0 },
    slices: [{ segments: [segment] }],
  };
  const [offer] = await db.test.sql<{ offer_id: string }>(
    `insert into bkk_flight_offers (
       offer_id, source, source_offer_id, source_request_id, search_key, found_at, offer, total_satang, label,
       source_passengers, expires_at)
     values (gen_random_uuid(), 'duffel', 'off_1', 'orq_1', repeat('a', 64), now(), $1, 30000, 'Airline', '[]', now() + interval '1 hour')
     returning offer_id`,
    [JSON.stringify(content)],
  );
  return byServer(
    db,
    `with held as (
       select bkk_hold_supplier_booking($1, gen_random_uuid(), $2, $3, 'nat@example.com', '+66812345678', null, 30000) as booking)
     select bkk_record_supplier_order((booking ->> 'booking_id')::uuid, (booking ->> 'lease')::uuid, $4) as answer from held`,
    [id, offer?.offer_id ?? '', JSON.stringify(passengers), JSON.stringify(seen)],
  );
}

/** Reads the order of a booking at its airline. */
export async function readOrder(db: BookingDatabase, id: string, seen: object): Promise<string> {
  await db.test.sql('update bkk_supplier_orders set lease = $1 where booking_id = $1', [id]);
  const values = [id, JSON.stringify(seen)];
  return byServer(db, 'select bkk_record_supplier_order($1, $1, $2) as answer', values);
}
