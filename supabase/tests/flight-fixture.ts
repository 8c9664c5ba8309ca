import { addDays, weekdayOf } from '@bkksiam/domain/day-arithmetic';
import type { SqlValue } from '../../apps/server/src/db/database.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** A Monday some weeks ahead: flights are searched up to 400 days ahead. */
function mondayAfter(days: number): string {
  const first = addDays(new Date().toISOString().slice(0, 10), days);
  return addDays(first, 8 - weekdayOf(first));
}

/** The day of the flights, unless another is given. */
export const day = mondayAfter(60);
export const dayAfter = (days: number) => addDays(day, days);
export const compactDay = (days = 0) => dayAfter(days).replaceAll('-', '');

export interface FlightInput {
  readonly number: string;
  /** `BKK 08:00 CNX 09:20` */
  readonly times: string;
  readonly days?: number;
  readonly baht?: number;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly seats?: number;
  readonly on?: string;
}

/** Adds a flight with a fare and seats on one day; gives the id of the fare. */
export async function addFlight(db: TestDatabase, input: FlightInput): Promise<number> {
  const [origin = '', departs = '', destination = '', arrives = ''] = input.times.split(' ');
  const { days = 0, baht = 1000, seats = 9, on = day, changes = {} } = input;
  const [flight] = await db.sql<{ id: string }>(
    `insert into bkk_flights (airline, flight_number, origin, destination, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin)
     values ('L5', $1, $2, $3, $4, $5, $6, '{1,2,3,4,5,6,7}', $7, $7, 'economy') returning flight_id as id`,
    [input.number, origin, destination, departs, arrives, days, on],
  );
  const fare = {
    adult_satang: baht * 100,
    child_satang: baht * 80,
    infant_satang: 0,
    ...changes,
  };
  const columns = Object.keys(fare);
  const [row] = await db.sql<{ id: string }>(
    `insert into bkk_flight_fares (flight_id, name, seats, ${columns.join()})
     values ($1, 'Saver', $2, ${columns.map((_, index) => `$${String(index + 3)}`).join()}) returning fare_id as id`,
    [flight?.id ?? '', seats, ...(Object.values(fare) as SqlValue[])],
  );
  await db.sql('insert into bkk_flight_seats (fare_id, day, total) values ($1, $2, $3)', [
    row?.id ?? '',
    on,
    seats,
  ]);
  return Number(row?.id);
}
