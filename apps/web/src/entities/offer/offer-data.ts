import { queryOptions } from '@tanstack/react-query';
import { hasExpired, type FlightOffer } from '@bkksiam/domain/flight-offer';
import { ownOffers, parseOwnSeatsId } from '@bkksiam/domain/own-seats';
import { AppError } from '#platform/app-error.ts';
import { callData, nullIf } from '#platform/data-api.ts';
import { serverNow } from '#platform/server-clock.ts';
import { airlineOffer, renewAirlineOffer } from './airline-offers.ts';
import { ownLegs } from './flight-data.ts';

const airlineId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the id in an address is that of an offer, of own seats or of an airline. */
export const isOfferId = (id: string): boolean =>
  parseOwnSeatsId(id) !== undefined || airlineId.test(id);

const notFound = () => new AppError({ code: 'not_found', message: 'This is no flight.' });

async function readOwnOffer(id: string, signal: AbortSignal): Promise<FlightOffer | null> {
  const seats = parseOwnSeatsId(id);
  if (seats === undefined) throw notFound();
  const call = callData((client) =>
    client.rpc('bkk_own_seats_offer', { p_flight_id: id }).abortSignal(signal),
  ).then((found) => (Array.isArray(found) ? found : []));
  const ways = await nullIf('conflict', call);
  if (ways === null) return null;
  const legs = ways.map((way) => [way]);
  const [offer] = ownOffers(ownLegs(legs), seats.passengers);
  if (offer === undefined) throw notFound();
  return offer;
}

/** An airline's offer as it was last seen; null once it is gone. */
async function readAirlineOffer(id: string, signal: AbortSignal): Promise<FlightOffer | null> {
  const data = await callData((client) =>
    client.rpc('bkk_flight_offer', { p_id: id }).abortSignal(signal),
  );
  return data === null ? null : airlineOffer(data);
}

const readOffer = (id: string, signal: AbortSignal) =>
  airlineId.test(id) ? readAirlineOffer(id, signal) : readOwnOffer(id, signal);

/**
 * An offer by its id: own seats at their present price, an airline's as it was last seen; null once it is gone. It fails with
 * the code `not_found` for an id that is none.
 */
export function offerQuery(id: string) {
  return queryOptions({
    queryKey: ['flights', 'offer', id],
    // Asked again whenever the screen opens: what was seen in the results may be sold.
    staleTime: 0,
    queryFn: ({ signal }) => readOffer(id, signal),
  });
}

/**
 * The offer of a booking screen, as `offerQuery`, but an airline's that has expired is asked for again. The offer then has
 * another id than the screen's address.
 */
export function bookedOfferQuery(id: string) {
  return queryOptions({
    queryKey: ['flights', 'booked', id],
    staleTime: 0,
    queryFn: async ({ client, queryKey, signal }): Promise<FlightOffer | null> => {
      // In the results it may have expired so long ago that its row is gone.
      const known = client.getQueryData<FlightOffer | null>(queryKey) ?? null;
      const offer =
        (await readOffer(known?.id ?? id, signal)) ?? (airlineId.test(id) ? known : null);
      return offer && hasExpired(offer, serverNow()) ? renewAirlineOffer(offer) : offer;
    },
  });
}
