import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { afterAll } from 'vitest';
import { addDays, weekdayOf } from '@bkksiam/domain/day-arithmetic';
import type { Language } from '@bkksiam/domain/languages';
import { dayParts } from '@bkksiam/domain/weekday-text';
import { useSearch } from '#entities/search/search-store.ts';
import { useAllAirports } from '#features/search/all-airports.ts';
import { withFeatures } from './backend.ts';

/** What is switched on for the tests of flights. */
export const flightFeatures = ['bookings', 'flights'] as const;

/** Switches flights on for the tests of one file. Call it after `withBackend`. */
export function withFlights(backend: () => TestBackend): void {
  withFeatures(flightFeatures, backend);
  // The files of a worker share one page.
  afterAll(() => {
    useAllAirports.setState({}, true);
    useSearch.setState({ passengersByType: undefined });
  });
}

/** A Monday some weeks ahead: flights are searched up to 400 days ahead. */
function mondayAfter(days: number): string {
  const first = addDays(new Date().toISOString().slice(0, 10), days);
  return addDays(first, 8 - weekdayOf(first));
}

/** The day of the flights, unless another is given. */
export const flightDay = mondayAfter(60);
export const dayAfter = (days: number) => addDays(flightDay, days);
/** As in addresses: `20261218`. */
export const compactDay = (days = 0) => dayAfter(days).replaceAll('-', '');
/** `Mon 2 Mar`. */
export function shortDay(days = 0, language: Language = 'en'): string {
  const parts = dayParts(dayAfter(days), language);
  return `${parts?.weekday ?? ''} ${parts?.dayAndMonth ?? ''}`;
}

export interface FlightInput {
  readonly number: string;
  /** `BKK 08:05 CNX 09:25` */
  readonly times: string;
  /** Days from the departure to the arrival. */
  readonly days?: number;
  readonly airline?: string;
  /** Of an adult; a child pays four fifths of it, an infant nothing. */
  readonly baht?: number;
  /** Further columns of the fare. */
  readonly fare?: Readonly<Record<string, string | number | boolean | null>>;
  readonly seats?: number;
  readonly on?: string;
}

async function addFlight({ database }: TestBackend, input: FlightInput): Promise<void> {
  const { number, times, days = 0, airline = 'FD', baht = 1000, seats = 9, on = flightDay } = input;
  const [origin = '', departs = '', destination = '', arrives = ''] = times.split(' ');
  const fare = {
    adult_satang: baht * 100,
    child_satang: baht * 80,
    infant_satang: 0,
    ...input.fare,
  };
  const columns = Object.keys(fare);
  await database.sql(
    `with flight as (
      insert into public.bkk_flights (
        airline, flight_number, origin, destination, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin)
      values ($1, $2, $3, $4, $5, $6, $7, '{1,2,3,4,5,6,7}', $8, $8, 'economy') returning flight_id),
    fare as (
      insert into public.bkk_flight_fares (flight_id, name, seats, ${columns.join()})
      select flight_id, 'Saver', $9, ${columns.map((_, index) => `$${String(index + 10)}`).join()} from flight
      returning fare_id)
    insert into public.bkk_flight_seats (fare_id, day, total) select fare_id, $8, $9 from fare`,
    [
      airline,
      number,
      origin,
      destination,
      departs,
      arrives,
      days,
      on,
      seats,
      ...Object.values(fare),
    ],
  );
}

/** Adds flights with the agency's own seats: each has a fare and seats on one day. */
export async function addFlights(
  backend: TestBackend,
  flights: readonly FlightInput[],
): Promise<void> {
  for (const flight of flights) await addFlight(backend, flight);
}
