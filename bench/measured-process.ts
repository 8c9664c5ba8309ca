import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A module of this folder that runs in a process of its own. */
export interface MeasuredProcess<Ready> {
  /** The first thing it sent. */
  readonly ready: Ready;
  /** Sends it a word and resolves with what it answers. */
  readonly ask: <Answer>(word: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Bundles a module as the server itself is bundled for production, and runs it with one argument, sent as JSON. */
export async function startMeasured<Ready>(
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
    async ask<Answer>(word: string) {
      child.send(word);
      const [answer] = (await once(child, 'message')) as [Answer];
      return answer;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
