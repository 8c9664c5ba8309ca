import type { Statement } from '../apps/server/src/db/database.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import { startMeasuredProcess } from './measured-process.ts';
import type { CallName } from './product-calls.ts';

/** The statements of a batch with their values. */
export type BatchStatements = readonly Statement[];

export interface ServerUnderLoad {
  readonly port: number;
  /** The batch of each call of member 0, including the statement that sets role and claims. */
  readonly batches: Readonly<Record<CallName, BatchStatements>>;
  /** Resident memory in bytes, after garbage collection. */
  readonly memory: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts the server on a filled database. */
export async function startServerUnderLoad(admin: AdminLogin): Promise<ServerUnderLoad> {
  const { ready, ask, stop } = await startMeasuredProcess<
    Pick<ServerUnderLoad, 'port' | 'batches'>
  >('measured-server', admin);
  return { ...ready, memory: () => ask<number>('memory'), stop };
}
