import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import type { Ready } from './measured-server.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A module of this folder that runs in a separate process. */
interface BundledProcess<FirstMessage> {
  readonly ready: FirstMessage;
  /** Sends a message and resolves with the reply. */
  readonly ask: <Answer>(message: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Bundles a module like the production server, and runs it with one argument as JSON. */
export async function startBundled<FirstMessage>(
  name: string,
  argument: object,
): Promise<BundledProcess<FirstMessage>> {
  const bundle = path(`../apps/server/dist/bench/${name}.js`);
  await build({
    entryPoints: [path(`./${name}.ts`)],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    alias: { '@bkksiam/domain': path('../packages/domain/src') },
    logLevel: 'warning',
  });
  const child = fork(bundle, [JSON.stringify(argument)], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--expose-gc'],
  });
  const died = once(child, 'exit').then(() => {
    throw new Error(`${name} did not start`);
  });
  const started = once(child, 'message') as Promise<[FirstMessage]>;
  const [ready] = await Promise.race([started, died]);
  died.catch(() => undefined);
  return {
    ready,
    async ask<Answer>(message: string) {
      child.send(message);
      const [answer] = (await once(child, 'message')) as [Answer];
      return answer;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

export interface ServerUnderLoad extends Ready {
  /** Resident memory in bytes, after garbage collection. */
  readonly memory: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts `measured-server.ts` on a filled database. */
export async function startServerUnderLoad(admin: AdminLogin): Promise<ServerUnderLoad> {
  const { ready, ask, stop } = await startBundled<Ready>('measured-server', admin);
  return { ...ready, memory: () => ask<number>('memory'), stop };
}
