import type { TestProject } from 'vitest/node';
import { startPgbouncer } from './pgbouncer.ts';
import { startTestCluster, type TestServer } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

/**
 * Starts one PostgreSQL of the embedded version for the projects of a test run, which are set up one after the other.
 * With `TEST_POOLER=on` the databases of the tests are reached through pgbouncer.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgres' in vitest.getRootProject().getProvidedContext()) return undefined;
  const { server, stop } = await startTestCluster();
  const pooler = process.env.TEST_POOLER === 'on' ? await startPgbouncer(server) : undefined;
  vitest.provide('postgres', { ...server, pooler: pooler?.address });
  return async () => {
    await pooler?.stop();
    await stop();
  };
}
