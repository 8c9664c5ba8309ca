import { siteFrom, startSite, type RunningSite } from './site.ts';

/** The features of a shared site: as it is delivered, or with everything that can be switched on. */
export type SharedFeatures = 'none' | 'all';

const variable = (features: SharedFeatures) => `SHARED_SITE_${features}`;

/** Starts the sites of all workers, which inherit the environment; gives what stops them. */
// eslint-disable-next-line import/no-default-export -- Playwright's global setup is one.
export default async function startSharedSites(): Promise<() => Promise<void>> {
  const [none, all] = await Promise.all([startSite(), startSite({ FEATURES: 'all' })]);
  process.env[variable('none')] = JSON.stringify(none);
  process.env[variable('all')] = JSON.stringify(all);
  return async () => {
    await Promise.all([none.stop(), all.stop()]);
  };
}

/** A site of all workers: its rows and settings may change at any time, accounts of the demo data do not. */
export function sharedSite(features: SharedFeatures): RunningSite {
  return siteFrom(JSON.parse(process.env[variable(features)] ?? '') as RunningSite);
}
