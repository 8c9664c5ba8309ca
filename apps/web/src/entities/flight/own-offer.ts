import { queryOptions } from '@tanstack/react-query';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { parseOwnSeatsId } from '@bkksiam/domain/own-seats';
import { AppError } from '#platform/app-error.ts';
import { callData, nullIf } from '#platform/data-api.ts';
import { ownOffers } from './flight-data.ts';

/**
 * An offer of own seats by its id, at its present price; null once the seats are no longer free. It fails with the code
 * `not_found` for an id that is none.
 */
export function ownOfferQuery(id: string) {
  return queryOptions({
    queryKey: ['flights', 'offer', id],
    // Asked again whenever the screen opens: what was seen in the results may be sold.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<FlightOffer | null> => {
      const seats = parseOwnSeatsId(id);
      const notFound = new AppError({ code: 'not_found', message: 'This is no flight.' });
      if (seats === undefined) throw notFound;
      const call = callData((client) =>
        client.rpc('bkk_own_seats_offer', { p_flight_id: id }).abortSignal(signal),
      );
      const answer = await nullIf('conflict', call);
      if (answer === null) return null;
      const ways = Array.isArray(answer.data) ? answer.data : [];
      const [offer] = ownOffers(
        ways.map((way) => [way]),
        seats.passengers,
      );
      if (offer === undefined) throw notFound;
      return offer;
    },
  });
}
