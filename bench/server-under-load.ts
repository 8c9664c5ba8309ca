import type { Statement } from '../apps/server/src/db/database.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import { startMeasured } from './measured-process.ts';
import type { CallName } from './product-calls.ts';

/** A statement with its values, ready to be written into a script. */
export type BatchStatements = readonly Statement[];

export interface ServerUnderLoad {
  readonly port: number;
  /** The whole batch of a call of member 0, the setting of role and claims first. */
  readonly batches: Readonly<Record<CallName, BatchStatements>>;
  /** Resident memory in bytes, after a collection of garbage. */
  readonly memory: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts the server on a filled database. */
export async function startServerUnderLoad(admin: AdminLogin): Promise<ServerUnderLoad> {
  const { ready, ask, stop } = await startMeasured<Pick<ServerUnderLoad, 'port' | 'batches'>>(
    'measured-server',
    admin,
  );
  return { ...ready, memory: () => ask<number>('memory'), stop };
}
