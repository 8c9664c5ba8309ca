import type { TestProject } from 'vitest/node';
import { startPgbouncer } from './pgbouncer.ts';
import { startTestCluster, type TestServer } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

/**
 * Starts one PostgreSQL of the embedded version for the whole test run. With `TEST_POOLER=on` the databases of the tests
 * are reached through pgbouncer.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestCluster();
  const pooler = process.env.TEST_POOLER === 'on' ? await startPgbouncer(server) : undefined;
  project.provide('postgres', { ...server, pooler: pooler?.address });
  return async () => {
    await pooler?.stop();
    await stop();
  };
}
