import { startDuffelServer, type DuffelServer } from '@bkksiam/server/testing/duffel-server';
import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from './backend.ts';
import { postAs } from './group-requests.ts';

/** A backend whose airlines are a local server that speaks Duffel's API. Call it at the top of a file. */
export async function withAirlines(): Promise<{
  readonly backend: () => TestBackend;
  readonly duffel: DuffelServer;
}> {
  const duffel = await startDuffelServer();
  const backend = withBackend({ duffelToken: 'duffel_test_token', duffelUrl: duffel.url });
  beforeAll(() => provideSettings({ ...settings(), hasFlightSupplier: true }));
  // What is searched is found anew by every test.
  beforeEach(async () => {
    duffel.beforeSearch = () => Promise.resolve();
    await backend().database.sql('delete from public.bkk_flight_searches');
  });
  // The files of a worker share one page.
  afterAll(() => {
    provideSettings({ ...settings(), hasFlightSupplier: false });
    return duffel.close();
  });
  return { backend, duffel };
}

/** Withholds the airlines' answers until the returned function is called. */
export function holdAirlines(duffel: DuffelServer): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  duffel.beforeSearch = () => held;
  return release;
}

interface FoundOffer {
  readonly id: string;
  readonly totalSatang: number;
  readonly heldUntil: string | null;
}

/** The day of airlines' offers: 18 December of the next year. */
export const airlineDay = `${String(new Date().getUTCFullYear() + 1)}-12-18`;

/** An airline's offer of a route on {@link airlineDay}: one that is held, or one that is not. */
export async function findAirlineOffer(
  backend: TestBackend,
  { route = 'BKK-NRT', child = 0, isHeld = true } = {},
): Promise<FoundOffer> {
  const answer = await postAs(backend, 'member', '/functions/v1/search-flights', {
    legs: [{ origin: route.slice(0, 3), destination: route.slice(4), day: airlineDay }],
    cabin: 'economy',
    passengers: { adult: 1, child, infant: 0 },
  });
  const { offers } = answer as { readonly offers: readonly FoundOffer[] };
  const offer = offers.find(({ heldUntil }) => (heldUntil !== null) === isHeld);
  if (offer === undefined) throw new Error('no airline offers this');
  return offer;
}

/** Holds an airline's offer as the demo member; returns the id of the booking. */
export async function holdAirlineOffer(backend: TestBackend): Promise<string> {
  const { id, totalSatang } = await findAirlineOffer(backend);
  const held = await postAs(backend, 'member', '/functions/v1/hold-flight', {
    offer_id: id,
    request_key: crypto.randomUUID(),
    expected_total_satang: totalSatang,
    passengers: [
      {
        type: 'adult',
        title: 'ms',
        gender: 'f',
        first_name: 'Nattaya',
        last_name: 'Wongthai',
        birth_date: '1990-05-01',
      },
    ],
    email: 'nattaya@bkksiam.example',
    phone: '+66812345678',
    notes: '',
  });
  return (held as { readonly booking_id: string }).booking_id;
}
