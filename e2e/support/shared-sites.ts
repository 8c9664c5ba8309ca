import { startDuffelServer } from '../../apps/server/src/testing/duffel-server.ts';
import { siteFrom, startSite, type RunningSite, type Site } from './site.ts';

/**
 * The features of a shared site: as it is delivered, with everything that can be switched on, or with the flights of
 * airlines. The last has no notifications, with which the mails of a night wait for the morning.
 */
export type SharedFeatures = 'none' | 'all' | 'airlines';

const variable = (features: SharedFeatures) => `SHARED_SITE_${features}`;

/** A site whose airlines are a local server that speaks Duffel's API. */
async function startSiteWithAirlines(): Promise<Site> {
  const duffel = await startDuffelServer();
  const site = await startSite({
    FEATURES: 'requests,bookings,flights',
    DUFFEL_ACCESS_TOKEN: 'duffel_test_token',
    DUFFEL_API_URL: duffel.url,
  });
  return { ...site, stop: () => site.stop().then(() => duffel.close()) };
}

/** Starts the sites of all workers, which inherit the environment; gives what stops them. */
// eslint-disable-next-line import/no-default-export -- Playwright's global setup is one.
export default async function startSharedSites(): Promise<() => Promise<void>> {
  const [none, all, airlines] = await Promise.all([
    startSite(),
    startSite({ FEATURES: 'all' }),
    startSiteWithAirlines(),
  ]);
  process.env[variable('none')] = JSON.stringify(none);
  process.env[variable('all')] = JSON.stringify(all);
  process.env[variable('airlines')] = JSON.stringify(airlines);
  return async () => {
    await Promise.all([none.stop(), all.stop(), airlines.stop()]);
  };
}

/** A site of all workers: its rows and settings may change at any time, accounts of the demo data do not. */
export function sharedSite(features: SharedFeatures): RunningSite {
  return siteFrom(JSON.parse(process.env[variable(features)] ?? '') as RunningSite);
}
