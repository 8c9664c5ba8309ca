import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

/** Debian's path of the oldest supported PostgreSQL. */
export const oldestBinaries = '/usr/lib/postgresql/15/bin';

/** Like global-setup.ts, with the oldest supported PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestCluster(oldestBinaries);
  project.provide('postgres', server);
  return stop;
}
