import * as z from 'zod/mini';
import type { FlightSegment } from '@bkksiam/domain/flight-offer';

/** The columns of a stored flight that every source of it has. */
export const flightColumns = {
  airline: z.string(),
  number: z.string(),
  origin: z.string(),
  destination: z.string(),
  departs_at: z.string(),
  departs_zone: z.string(),
  arrives_at: z.string(),
  arrives_zone: z.string(),
};

/** The flight of its columns. */
export function segmentOf(
  flight: Readonly<Record<keyof typeof flightColumns, string>>,
): FlightSegment {
  return {
    airline: flight.airline,
    flightNumber: flight.number,
    origin: flight.origin,
    destination: flight.destination,
    departure: { local: flight.departs_at, zone: flight.departs_zone },
    arrival: { local: flight.arrives_at, zone: flight.arrives_zone },
  };
}

/** A stored rule of a fare. */
export const fareRule = z.pipe(
  z.object({
    is_allowed: z.nullable(z.boolean()),
    fee_satang: z.nullable(z.int()),
    until_hours: z.nullable(z.int()),
  }),
  z.transform((given) => ({
    isAllowed: given.is_allowed,
    feeSatang: given.fee_satang,
    untilHoursBefore: given.until_hours,
  })),
);
