import { startDuffelServer, type DuffelServer } from '@bkksiam/server/testing/duffel-server';
import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { afterAll, beforeEach } from 'vitest';
import { withBackend } from './backend.ts';

/** A backend whose airlines are a local server that speaks Duffel's API. Call it at the top of a file. */
export async function withAirlines(): Promise<{
  readonly backend: () => TestBackend;
  readonly duffel: DuffelServer;
}> {
  const duffel = await startDuffelServer();
  const backend = withBackend({ duffelToken: 'duffel_test_token', duffelUrl: duffel.url });
  // What is searched is found anew by every test.
  beforeEach(async () => {
    duffel.beforeSearch = () => Promise.resolve();
    await backend().database.sql('delete from public.bkk_flight_searches');
  });
  afterAll(() => duffel.close());
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
