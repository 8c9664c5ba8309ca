import type { APIRequestContext } from '@playwright/test';
import { call, tokenOf } from './accounts.ts';
import type { Site } from './site.ts';

/** What an admin changes of a flight while a member looks at it. */
interface OwnFlight {
  /** The price of an adult in baht. */
  priced(fareId: number, baht: number): Promise<void>;
  departure(fareId: number, seats: number, isClosed: boolean): Promise<void>;
}

/**
 * Adds a flight from Bangkok to Khon Kaen, of which the demo data has none, with nine seats on one day.
 *
 * @param number its flight number, which no other journey of the site has
 */
export async function addOwnFlight(
  request: APIRequestContext,
  site: Site,
  number: string,
  day: string,
  baht: number,
): Promise<OwnFlight> {
  const token = await tokenOf(request, site, site.admin);
  const rpc = (name: string, data: object) =>
    call(request, site, 'POST', `/rest/v1/rpc/${name}`, data, token);
  const flightWith = (fare: object) => ({
    ...{ airline: 'FD', flight_number: number, cabin: 'economy' },
    ...{ origin: 'BKK', departs_at: '08:00', destination: 'KKC', arrives_at: '09:05' },
    ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], first_day: day, last_day: day },
    fares: [{ name: 'Saver', seats: 9, ...fare }],
  });
  const save = (id: unknown, version: number | null, fare: object) =>
    rpc('bkk_admin_save_flight', {
      p_flight_id: id,
      p_version: version,
      p_flight: flightWith(fare),
    });
  const id = await save(null, null, { adult_satang: baht * 100 });
  let version = 1;
  return {
    async priced(fareId, now) {
      await save(id, version, { fare_id: fareId, adult_satang: now * 100 });
      version += 1;
    },
    async departure(fareId, seats, isClosed) {
      const departure = { p_fare_id: fareId, p_day: day, p_total: seats, p_is_closed: isClosed };
      await rpc('bkk_admin_set_departure', departure);
    },
  };
}
