import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Statement } from '../apps/server/src/db/database.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import type { CallName } from './product-calls.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const bundle = path('../apps/server/dist/bench/measured-server.js');

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

/** As the server itself is bundled for production. */
async function bundleServer(): Promise<void> {
  await build({
    entryPoints: [path('./measured-server.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    alias: { '@bkksiam/domain': path('../packages/domain/src') },
    logLevel: 'warning',
  });
}

/** Starts the server on a filled database. */
export async function startServerUnderLoad(admin: AdminLogin): Promise<ServerUnderLoad> {
  await bundleServer();
  const child = fork(bundle, [JSON.stringify(admin)], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--expose-gc'],
  });
  const died = once(child, 'exit').then(() => {
    throw new Error('the server under load did not start');
  });
  const started = once(child, 'message') as Promise<[Pick<ServerUnderLoad, 'port' | 'batches'>]>;
  const [ready] = await Promise.race([started, died]);
  died.catch(() => undefined);
  return {
    ...ready,
    async memory() {
      child.send('memory');
      const [bytes] = (await once(child, 'message')) as [number];
      return bytes;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
