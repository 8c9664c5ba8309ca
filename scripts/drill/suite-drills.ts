import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Drill } from './drill.ts';

/** Runs all tests of which `npm test` runs a part, by `TEST_SCOPE=full`. */
export function wholeSuite(
  name: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Drill {
  return {
    name,
    async run() {
      const child = spawn('npx', command, {
        env: { ...process.env, TEST_SCOPE: 'full', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      if (code !== 0) throw new Error(output);
      return output.match(/\d+ passed/g)?.at(-1) ?? 'passed';
    },
  };
}

/** The journeys, which {@link ownerDrills} run too. */
export const journeys = ['playwright', 'test', '-c', 'e2e', '--reporter=line'];
const vitest = ['vitest', 'run', '--reporter=dot', '--project'];

export const suiteDrills: readonly Drill[] = [
  wholeSuite('suite: the server with every variation', [...vitest, 'server']),
  wholeSuite('suite: the server behind pgbouncer', [...vitest, 'server'], { TEST_POOLER: 'on' }),
  wholeSuite('suite: the server on PostgreSQL 15', [...vitest, 'server-pg15']),
  wholeSuite('suite: the screens in both languages', [...vitest, 'web*']),
  wholeSuite('suite: the tools', [...vitest, 'tooling']),
  wholeSuite('suite: the journeys in both languages, at every width and in both themes', journeys),
];
