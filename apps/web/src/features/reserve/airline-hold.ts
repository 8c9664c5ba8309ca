import { useQueryClient } from '@tanstack/react-query';
import { childAges } from '@bkksiam/domain/airline-passenger';
import { hasExpired, sliceEnds, type FlightOffer } from '@bkksiam/domain/flight-offer';
import { dayOf } from '@bkksiam/domain/zoned-time';
import { renewAirlineOffer } from '#entities/offer/airline-offers.ts';
import { bookedOfferQuery } from '#entities/offer/offer-data.ts';
import { AppError, toAppError } from '#platform/app-error.ts';
import { serverNow } from '#platform/server-clock.ts';
import {
  placeAirlineHold,
  placeHold,
  type AskedAgency,
  type Hold,
  type HoldRequest,
} from './hold-data.ts';

const changed = () => new AppError({ code: 'conflict', message: 'The offer has changed.' });

/** The local day of the last departure, by which passengers are adults, children and infants. */
export const lastDayOf = ({ slices }: FlightOffer): string =>
  dayOf(sliceEnds(slices.at(-1) ?? slices[0]).departure);

/**
 * Holds an airline's offer. One that has expired, or was for children of other ages, is asked for again and held if it costs
 * the same; what has changed is shown and throws the code `conflict`.
 */
function useAirlineHold(flightId: string, offer: FlightOffer) {
  const client = useQueryClient();
  const { queryKey } = bookedOfferQuery(flightId);
  async function renewed({ passengers }: HoldRequest): Promise<FlightOffer> {
    const types = passengers.map(({ type = 'adult' }) => type);
    const ages = childAges(passengers, types, lastDayOf(offer));
    const found = await renewAirlineOffer(offer, ages);
    client.setQueryData(queryKey, found);
    if (found?.totalSatang !== offer.totalSatang) throw changed();
    return found;
  }
  return async (request: HoldRequest): Promise<Hold | AskedAgency> => {
    const present = hasExpired(offer, serverNow()) ? await renewed(request) : offer;
    try {
      return await placeAirlineHold(present, request);
    } catch (error) {
      const { code } = toAppError(error);
      if (code === 'offer_expired' || code === 'ages_differ') {
        return placeAirlineHold(await renewed(request), request);
      }
      if (code !== 'price_changed') throw error;
      await client.refetchQueries({ queryKey });
      throw changed();
    }
  };
}

/** Holds own seats at the total on screen; what has changed is loaded again and throws the code `conflict`. */
function useOwnHold(flightId: string, { totalSatang }: FlightOffer) {
  const client = useQueryClient();
  const { queryKey } = bookedOfferQuery(flightId);
  return async (request: HoldRequest): Promise<Hold> => {
    try {
      return await placeHold({ ...request, flightId, totalSatang });
    } catch (error) {
      if (toAppError(error).code === 'conflict') await client.refetchQueries({ queryKey });
      throw error;
    }
  };
}

/**
 * What holds an offer.
 *
 * @param flightId as in the address; an offer that was asked for again has another id
 */
export function useHold(flightId: string, offer: FlightOffer) {
  const holdAirline = useAirlineHold(flightId, offer);
  const holdOwn = useOwnHold(flightId, offer);
  return offer.source === 'own' ? holdOwn : holdAirline;
}
