import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { outages } from '../../apps/server/src/testing/database-outage.ts';
import { inFolder, type Drill } from './drill.ts';

const queries = 50_000;
const rounds = 10;
const longestRecoveryMs = 5000;
const fuzzer = 'apps/server/src/rest/grammar-fuzz.test.ts';

const grammar: Drill = {
  name: 'grammar: 50,000 right queries against plain SQL, and as many of nonsense',
  async run() {
    const seed = String(randomInt(2 ** 31));
    const child = spawn('npx', ['vitest', 'run', '--project', 'server', fuzzer], {
      env: { ...process.env, FUZZ_RUNS: String(queries), FUZZ_SEED: seed },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`seed ${seed}\n${said}`);
    return `seed ${seed}`;
  },
};

const outage: Drill = {
  name: 'outage: PostgreSQL stopped and started while members read and write',
  run: () =>
    inFolder(async (folder) => {
      const { acknowledged, refused, recoveredInMs } = await outages(folder, rounds);
      const took = `${String(Math.round(recoveredInMs))} ms`;
      if (recoveredInMs > longestRecoveryMs) throw new Error(`recovered after ${took}`);
      return `${String(rounds)} outages, ${String(refused)} clean refusals, ${String(acknowledged)} acknowledged writes all there, slowest recovery ${took}`;
    }),
};

export const dataDrills: readonly Drill[] = [grammar, outage];
