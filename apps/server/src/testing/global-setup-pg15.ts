import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

/** Where Debian keeps the oldest PostgreSQL that the product supports. */
export const oldestBinaries = '/usr/lib/postgresql/15/bin';

/** The same as global-setup.ts, on the oldest supported PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestCluster(oldestBinaries);
  project.provide('postgres', server);
  return stop;
}
