import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A module of this folder that runs in a separate process. */
export interface MeasuredProcess<Ready> {
  /** The first message of the process. */
  readonly ready: Ready;
  /** Sends a message and resolves with the reply. */
  readonly ask: <Answer>(message: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Bundles a module like the production server, and runs it with one argument as JSON. */
export async function startMeasuredProcess<Ready>(
  name: string,
  argument: object,
): Promise<MeasuredProcess<Ready>> {
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
  const started = once(child, 'message') as Promise<[Ready]>;
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
