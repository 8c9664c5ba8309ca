import type { FlightSegment } from './flight-offer.ts';
import { dayOf, minutesBetween } from './zoned-time.ts';

/** The ends of a leg of a journey, as IATA codes. */
export interface LegEnds {
  readonly origin: string;
  readonly destination: string;
}

/** A leg of a journey: flights that connect. */
export interface FlightLeg extends LegEnds {
  /** The local day of its first departure. */
  readonly day: string;
}

// From a day on, people stay: airlines call it a stopover.
const stayMinutes = 24 * 60;

/**
 * The legs of flights in their order. A leg ends where passengers stay for a day or longer, and where the next flight goes back
 * to an airport that the leg has left.
 */
export function legsOf(segments: readonly FlightSegment[]): readonly FlightLeg[] {
  const legs: FlightSegment[][] = [];
  for (const segment of segments) {
    const leg = legs.at(-1);
    const last = leg?.at(-1);
    const isBack = leg?.some(({ origin }) => origin === segment.destination) === true;
    const minutes = last && (minutesBetween(last.arrival, segment.departure) ?? stayMinutes);
    if (leg === undefined || minutes === undefined || isBack || minutes >= stayMinutes) {
      legs.push([segment]);
    } else leg.push(segment);
  }
  return legs.flatMap((leg) => {
    const [first, last] = [leg[0], leg.at(-1)];
    if (first === undefined || last === undefined) return [];
    return { origin: first.origin, destination: last.destination, day: dayOf(first.departure) };
  });
}

/** The airports of legs in their order: both ends of a round trip, else all, an airport that follows itself once. */
export function routeStops(legs: readonly LegEnds[]): readonly string[] {
  const [there, back, ...rest] = legs;
  const isRoundTrip =
    rest.length === 0 && back?.origin === there?.destination && back?.destination === there?.origin;
  const shown = isRoundTrip ? legs.slice(0, 1) : legs;
  return shown
    .flatMap(({ origin, destination }) => [origin, destination])
    .filter((code, index, all) => code !== all[index - 1]);
}
