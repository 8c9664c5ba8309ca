import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Drill } from './drill.ts';

/**
 * Runs a property test with many runs and a new seed, which it reads from the environment. Output lines that start with
 * `figures: ` are reported.
 */
export function testAtLength({
  name,
  test,
  runs,
}: {
  readonly name: string;
  readonly test: string;
  readonly runs: number;
}): Drill {
  return {
    name,
    async run() {
      const seed = String(randomInt(2 ** 31));
      const child = spawn('npx', ['vitest', 'run', '--project', 'server', test], {
        env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: seed },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      if (code !== 0) throw new Error(`seed ${seed}\n${said}`);
      return [`seed ${seed}`, ...(said.match(/^figures: .*$/gm) ?? [])].join('\n  ');
    },
  };
}
