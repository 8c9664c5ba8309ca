import { offerMinutes, sliceDays, type FlightOffer } from '@bkksiam/domain/flight-offer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Duffel } from '../../../../supabase/functions/_shared/flights/duffel.ts';
import type { Offer } from '../../../../supabase/functions/_shared/flights/flight-offer.ts';
import { searchFlights } from '../../../../supabase/functions/_shared/flights/search-flights.ts';
import {
  dayAfter,
  flightDay,
  searchOf,
  startFlightFunctions,
  type FlightFunctions,
} from '../testing/flight-functions.ts';

const returnDay = flightDay.replace('-18', '-28');

let flights: FlightFunctions;

beforeAll(async () => {
  flights = await startFlightFunctions();
});
afterAll(() => flights.close());

beforeEach(async () => {
  flights.duffel.received.length = 0;
  await flights.backend.database.sql(
    `delete from bkk_flight_searches; delete from bkk_flight_search_counts; select bkk_internal.set_features('{bookings,flights}')`,
  );
});

/** The offers of a search, in the shape of the domain. */
async function offersOf(search: object): Promise<readonly FlightOffer[]> {
  const { status, body } = await flights.call('search-flights', search);
  expect([status, body.source, body.state]).toEqual([200, 'duffel', 'ok']);
  const offers: readonly FlightOffer[] = body.offers as readonly Offer<'duffel'>[];
  return offers;
}

const calls = () => flights.duffel.received.map(({ call }) => call);

describe('airlines’ offers', () => {
  it('are those of a visitor’s search, in the shape of every source', async () => {
    const [cheaper, dearer] = await offersOf(searchOf('BKK-NRT'));
    expect(dearer).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      source: 'duffel',
      slices: [
        {
          segments: [
            {
              airline: 'ZZ',
              flightNumber: '642',
              operatingAirline: 'ZZ',
              origin: 'BKK',
              originTerminal: null,
              destination: 'NRT',
              destinationTerminal: '1',
              departure: { local: `${flightDay}T23:45`, zone: 'Asia/Bangkok' },
              arrival: { local: `${dayAfter}T07:40`, zone: 'Asia/Tokyo' },
              aircraft: 'Airbus A350',
              cabin: 'economy',
              baggage: {
                adult: { cabinPieces: 1, cabinKg: null, checkedPieces: 1, checkedKg: null },
              },
            },
          ],
        },
      ],
      passengers: { adult: 1, child: 0, infant: 0 },
      prices: null,
      totalSatang: 2_469_010,
      change: { isAllowed: true, feeSatang: 300_000, untilHoursBefore: 0 },
      refund: { isAllowed: false, feeSatang: null, untilHoursBefore: null },
      seatsLeft: null,
      priceExpiresAt: expect.any(String) as string,
      heldUntil: expect.any(String) as string,
    });
    expect([dearer && offerMinutes(dearer), dearer && sliceDays(dearer.slices[0])]).toEqual([
      355, 1,
    ]);
    expect(cheaper).toMatchObject({
      totalSatang: 1_850_000,
      heldUntil: null,
      change: { isAllowed: null, feeSatang: null, untilHoursBefore: null },
      slices: [{ segments: [{ flightNumber: '701' }, { flightNumber: '702' }] }],
    });
  });

  it('are asked for by version 2 of the API, with all legs, the cabin and the passengers by age', async () => {
    await offersOf({
      legs: [
        { origin: 'BKK', destination: 'NRT', day: flightDay },
        { origin: 'NRT', destination: 'BKK', day: returnDay },
      ],
      cabin: 'premium',
      passengers: { adult: 2, child: 2, infant: 1 },
      child_ages: [9, 4],
    });
    const [request] = flights.duffel.received;
    expect(request).toMatchObject({
      call: 'POST /air/offer_requests',
      headers: {
        authorization: `Bearer ${flights.secrets.token}`,
        'duffel-version': 'v2',
        'content-type': 'application/json',
      },
      body: {
        slices: [
          { origin: 'BKK', destination: 'NRT', departure_date: flightDay },
          { origin: 'NRT', destination: 'BKK', departure_date: returnDay },
        ],
        cabin_class: 'premium_economy',
        passengers: [
          { type: 'adult' },
          { type: 'adult' },
          { age: 4 },
          { age: 9 },
          { type: 'infant_without_seat' },
        ],
      },
    });
  });

  it('are left out where they are in another currency or incomplete, which is logged', async () => {
    expect(await offersOf(searchOf('BKK-NRT'))).toHaveLength(2);
    const lines = flights.log.filter((line) => line.includes('offers of a supplier were left out'));
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
      function: 'search-flights',
      source: 'duffel',
      dropped: { EUR: 1, malformed: 1 },
    });
  });

  it('are none, or 200 at most: the cheapest and the fastest', async () => {
    expect(await offersOf(searchOf('PVD-RAI'))).toEqual([]);
    const many = await offersOf(searchOf('SIN-BKK'));
    expect(many).toHaveLength(200);
    expect(new Set(many.map(({ id }) => id)).size).toBe(200);
    expect(Math.min(...many.map(({ totalSatang }) => totalSatang))).toBe(500_000);
  });

  it.each([
    ['STN-LHR', 'late'],
    ['HND-CTS', 'failed'],
  ])('of %s have the state %s, and nothing of the supplier’s text', async (route, state) => {
    expect(await flights.call('search-flights', searchOf(route))).toEqual({
      status: 200,
      body: { source: 'duffel', state, offers: [], searched_at: null },
    });
  });

  it('are late from a supplier that does not answer, under the hosted signature', async () => {
    const { url, anonKey } = flights.backend;
    const request = new Request(`${url}/functions/v1/search-flights`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anonKey}` },
      body: JSON.stringify(searchOf('HKG-SIN')),
    });
    const options = { url: flights.duffel.url, token: 'token', timeLimitMs: 200 };
    const response = await searchFlights(
      request,
      flights.environment,
      () => new Duffel(options, 200),
    );
    expect(await response.json()).toMatchObject({ state: 'late', offers: [] });
  });

  it('are off without a token, and gone with the feature', async () => {
    const request = () =>
      new Request(`${flights.backend.url}/functions/v1/search-flights`, {
        method: 'POST',
        headers: { authorization: `Bearer ${flights.backend.anonKey}` },
        body: JSON.stringify(searchOf('BKK-NRT')),
      });
    const response = await searchFlights(request(), flights.environment, () => undefined);
    expect(await response.json()).toMatchObject({ state: 'off', offers: [] });
    await flights.backend.database.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await flights.call('search-flights', searchOf('BKK-NRT'))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(calls()).toEqual([]);
  });

  it.each([
    ['no legs', { legs: [] }],
    ['seven legs', { legs: Array.from({ length: 7 }, () => searchOf('BKK-NRT').legs[0]) }],
    ['a city by name', { legs: [{ origin: 'Bangkok', destination: 'NRT', day: flightDay }] }],
    ['one airport', { legs: [{ origin: 'BKK', destination: 'BKK', day: flightDay }] }],
    ['no such day', { legs: [{ origin: 'BKK', destination: 'NRT', day: '2027-02-30' }] }],
    [
      'a year of the Buddhist era',
      { legs: [{ origin: 'BKK', destination: 'NRT', day: '2569-12-01' }] },
    ],
    ['an unknown cabin', { cabin: 'cargo' }],
    ['ten passengers', { passengers: { adult: 10 } }],
    ['half a passenger', { passengers: { adult: 1.5 } }],
    ['no adult', { passengers: { child: 1 } }],
    ['more infants than adults', { passengers: { adult: 1, infant: 2 } }],
    ['ages of other children', { child_ages: [8] }],
    ['an adult child', { passengers: { adult: 1, child: 1 }, child_ages: [12] }],
  ])('are refused for %s, before anybody is asked', async (_what, fields) => {
    expect(await flights.call('search-flights', searchOf('BKK-NRT', fields))).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    });
    expect(calls()).toEqual([]);
  });
});

describe('the same search', () => {
  it('is answered for two minutes without asking again', async () => {
    const first = await flights.call('search-flights', searchOf('BKK-NRT'));
    const again = await flights.call('search-flights', searchOf('BKK-NRT'));
    expect(again.body.searched_at).toBe(first.body.searched_at);
    expect(again.body.offers).toEqual(first.body.offers);
    expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
    await flights.backend.database.sql(
      `update bkk_flight_searches set searched_at = searched_at - interval '2 minutes'`,
    );
    await offersOf(searchOf('BKK-NRT'));
    expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(2);
  });

  it('is found by the id of each offer, by visitors too', async () => {
    const [offer] = await offersOf(searchOf('BKK-NRT'));
    expect(await flights.rpc('bkk_flight_offer', { p_id: offer?.id })).toEqual({
      status: 200,
      body: offer,
    });
    expect(
      await flights.rpc('bkk_flight_offer', { p_id: '00000000-0000-4000-8000-000000000000' }),
    ).toEqual({ status: 200, body: null });
  });
});

describe('a day', () => {
  const counts = () =>
    flights.backend.database.sql<{ network: string; searches: number }>(
      'select network, searches from bkk_flight_search_counts order by network',
    );

  it('has a number of searches for a network, which is stored as a hash, and one for all', async () => {
    await offersOf(searchOf('BKK-NRT'));
    await offersOf(searchOf('BKK-NRT'));
    await offersOf(searchOf('PVD-RAI'));
    expect(await counts()).toEqual([
      { network: '', searches: 2 },
      { network: expect.stringMatching(/^[\da-f]{64}$/) as string, searches: 2 },
    ]);
    await flights.backend.database.sql(
      `update bkk_flight_search_counts set searches = 200 where network <> ''`,
    );
    flights.duffel.received.length = 0;
    expect(await flights.call('search-flights', searchOf('BKK-HKG'))).toMatchObject({
      status: 200,
      body: { state: 'limited', offers: [] },
    });
    // What was found before is no new search.
    await offersOf(searchOf('BKK-NRT'));
    expect(calls()).toEqual([]);
    await flights.backend.database.sql(
      `delete from bkk_flight_search_counts where network <> '';
       update bkk_flight_search_counts set searches = 5000`,
    );
    expect(await flights.call('search-flights', searchOf('BKK-HKG'))).toMatchObject({
      body: { state: 'limited' },
    });
  });
});

it('the log has no token of the supplier', () => {
  expect(flights.log.join('')).toContain('a supplier could not be searched');
  expect(flights.log.join('')).not.toContain(flights.secrets.token);
});
