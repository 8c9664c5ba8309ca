import {
  cheapestByKey,
  hasCheckedBaggage,
  type FlightOffer,
  type FlightSlice,
} from './flight-offer.ts';

/** The flights of a slice as text for addresses: see {@link legKeysOf}. */
export const sliceKey = ({ segments }: FlightSlice): string =>
  segments
    .map(({ airline, flightNumber, departure }) => {
      const departs = departure.local.replace(/\D/g, '').slice(0, 12);
      return `${airline}${flightNumber}.${departs}`;
    })
    .join('-');

// A page of results groups the same offers dozens of times.
const knownKeys = new WeakMap<FlightOffer, readonly string[]>();
const knownConditions = new WeakMap<FlightOffer, string>();

/**
 * The flights of each leg of an offer as text for addresses: `FD108.202612180805`, with connecting flights
 * `FD108.202612180805-FD110.202612181230`.
 */
export function legKeysOf(offer: FlightOffer): readonly string[] {
  const known = knownKeys.get(offer);
  if (known !== undefined) return known;
  const keys = offer.slices.map(sliceKey);
  knownKeys.set(offer, keys);
  return keys;
}

/** What of the conditions of an offer decides between fares; fees do not. */
function conditionsOf(offer: FlightOffer): string {
  const known = knownConditions.get(offer);
  if (known !== undefined) return known;
  const { source, change, refund, heldUntil } = offer;
  const conditions = [
    source,
    hasCheckedBaggage(offer),
    change.isAllowed,
    refund.isAllowed,
    heldUntil === null,
  ].join(' ');
  knownConditions.set(offer, conditions);
  return conditions;
}

/**
 * Whether the journeys of a list are chosen leg by leg: with own seats, whose legs can be combined. Airlines sell a journey as a
 * whole; among own seats theirs are chosen by leg too.
 */
export const isChosenByLeg = (offers: readonly FlightOffer[]): boolean =>
  offers.some(({ source, slices }) => source === 'own' && slices.length > 1);

/** The offers whose first legs have these flights. */
export function offersWithLegs(
  offers: readonly FlightOffer[],
  legs: readonly string[],
): readonly FlightOffer[] {
  return legs.length === 0
    ? offers
    : offers.filter((offer) => {
        const keys = legKeysOf(offer);
        return legs.every((key, leg) => keys[leg] === key);
      });
}

/** The chosen legs without those that lead to no offer. */
export function offeredLegs(
  offers: readonly FlightOffer[],
  legs: readonly string[],
): readonly string[] {
  const known = legs.findLastIndex(
    (_, leg) => offersWithLegs(offers, legs.slice(0, leg + 1)).length > 0,
  );
  return legs.slice(0, known + 1);
}

/**
 * The choices of a leg: the cheapest offer with each of its flights, for the last leg with each of its flights and conditions.
 *
 * @param leg from 0; undefined for offers that are chosen as a whole
 */
export function choicesOfLeg(
  offers: readonly FlightOffer[],
  leg: number | undefined,
): readonly FlightOffer[] {
  if (leg === undefined) return offers;
  return cheapestByKey(offers, (offer) => {
    const key = legKeysOf(offer)[leg] ?? '';
    return leg < offer.slices.length - 1 ? key : `${key} ${conditionsOf(offer)}`;
  });
}
