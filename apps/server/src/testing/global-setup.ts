import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestServer } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

/** Starts one PostgreSQL of the embedded version for the whole test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestCluster();
  project.provide('postgres', server);
  return stop;
}
