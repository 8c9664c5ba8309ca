import type { Database, Json } from './database.ts';
import { bangkokIso, bangkokLocal } from './bangkok.ts';
import {
  emptyFare,
  fareFieldNames,
  flightFieldNames,
  type OwnFare,
  type OwnFlight,
  type StoredFlight,
} from './own-flight.ts';
import { passengerTypes } from './passenger-age.ts';

type Tables = Database['public']['Tables'];
type FareRow = Tables['bkk_flight_fares']['Row'];
type FlightRow = Tables['bkk_flights']['Row'] & { readonly fares: readonly FareRow[] };

function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;
}

/** A stored time as Bangkok time; empty for no limit, which is stored as infinite. */
const timeOf = (time: string) => (/^\d/.test(time) ? bangkokLocal(time) : '');

function fareOf(row: FareRow): OwnFare {
  // A check of the table allows these alone.
  const stored = row.baggage as Partial<OwnFare['baggage']>;
  const baggageOf = (type: keyof OwnFare['baggage']) => ({
    ...emptyFare.baggage[type],
    ...stored[type],
  });
  return {
    ...pick(row, fareFieldNames),
    fare_id: row.fare_id,
    baggage: { adult: baggageOf('adult'), child: baggageOf('child'), infant: baggageOf('infant') },
    sale_from: timeOf(row.sale_from),
    sale_until: timeOf(row.sale_until),
  };
}

/** A flight of the database as its form has it: a text that is missing is empty. */
export function flightOfRow(row: FlightRow): StoredFlight {
  const flight: OwnFlight = {
    ...pick(row, flightFieldNames),
    operating_airline: row.operating_airline ?? '',
    origin_terminal: row.origin_terminal ?? '',
    destination_terminal: row.destination_terminal ?? '',
    departs_at: row.departs_at.slice(0, 5),
    arrives_at: row.arrives_at.slice(0, 5),
    cabin: row.cabin as OwnFlight['cabin'],
    aircraft: row.aircraft ?? '',
    fares: row.fares.map(fareOf),
  };
  return { flight_id: row.flight_id, version: row.version, flight };
}

/** A flight as `bkk_admin_save_flight` takes it: empty texts and unknown baggage are left out. */
export function rowOfFlight({ fares, ...flight }: OwnFlight): Json {
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    ...flight,
    weekdays: [...flight.weekdays],
    operating_airline: orNull(flight.operating_airline),
    origin_terminal: orNull(flight.origin_terminal),
    destination_terminal: orNull(flight.destination_terminal),
    aircraft: orNull(flight.aircraft),
    fares: fares.map(({ baggage, sale_from: from, sale_until: until, ...fare }) => ({
      ...fare,
      baggage: Object.fromEntries(
        passengerTypes
          .filter((type) => Object.values(baggage[type]).some((value) => value !== null))
          .map((type) => [type, { ...baggage[type] }]),
      ),
      sale_from: bangkokIso(from) ?? null,
      sale_until: bangkokIso(until) ?? null,
    })),
  };
}
