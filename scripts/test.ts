// `npm test`: runs the static checks two at a time, then the tests, then the journeys in a browser, then once more what
// failed of both. It ends with the failures, the flaky tests and one line of counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { formatTotals, journeys, noTotals, runSuites, timed, vitest } from './test-runs.ts';
import { byTime, formatDearest, type TestTimes } from './test-times.ts';

/** The static checks, longest first, and the build, which the tests need. */
const checks = [
  'types',
  'lint:code',
  'build',
  'lint:imports',
  'lint:unused',
  'check:locales',
  'lint:format',
  'check:licences',
];
const runsAtOnce = 2;

const memoryFolder = '/dev/shm';
const neededBytes = 8 * 1024 ** 3;

/** Whether the machine keeps files in memory and has room there. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

// The tests create and delete thousands of files, as each database and each cluster has hundreds.
if (hasMemoryFolder()) process.env.TMPDIR = memoryFolder;

const totals = noTotals();
const began = performance.now();
const shell = process.platform === 'win32';

/** Runs an npm script and prints its output at the end, because two run concurrently. */
async function check(script: string): Promise<void> {
  const args = ['run', '--silent', script];
  const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], shell });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  console.log(`\n> npm ${args.join(' ')}\n${Buffer.concat(output).toString()}`);
  if (code === 0) totals.passed += 1;
  else totals.failures.push(script);
}

/** Runs the checks in their order. */
async function runChecks(): Promise<void> {
  const waiting = checks.values();
  const lane = async (): Promise<void> => {
    for (const script of waiting) await timed(totals, script, () => check(script));
  };
  await Promise.all(Array.from({ length: runsAtOnce }, lane));
}

await timed(totals, 'checks', runChecks);
await runSuites([vitest([]), journeys(['-c', 'e2e'])], totals);

const times: TestTimes = {
  seconds: (performance.now() - began) / 1000,
  steps: totals.steps,
  files: byTime(totals.times),
};
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/times.json', `${JSON.stringify(times, null, 2)}\n`);
console.log(`\n${formatDearest(totals.times)}`);
console.log(`${times.seconds.toFixed(0)} s in all: see test-results/times.json`);
console.log(formatTotals(totals));
process.exitCode = totals.failures.length === 0 ? 0 : 1;
