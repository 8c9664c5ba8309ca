// `npm test`: runs the static checks two at a time, then the tests, then the journeys in a browser. It ends with the
// failures and one line of counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport, type TestReport } from './test-reports.ts';

/** The static checks, longest first, and the build, which the tests need. */
const checks = [
  'lint:format',
  'build',
  'types',
  'lint:code',
  'lint:imports',
  'lint:unused',
  'check:locales',
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

const reports = mkdtempSync(join(tmpdir(), 'bkksiam-reports-'));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const shell = process.platform === 'win32';

async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  console.log(`\n> ${[command, ...args].join(' ')}`);
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell,
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

/** Adds a report to the totals; a run that failed without a failed test counts as one. */
function count(name: string, ok: boolean, report: TestReport): void {
  const named = ok || report.failed > 0 ? report.failures : [name];
  total.passed += report.passed;
  total.failed += named.length;
  failures.push(...named);
}

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
  count(script, code === 0, { passed: code === 0 ? 1 : 0, failed: 0, failures: [] });
}

/** Reads a runner's report; without one no test counts as passed. */
function readReport(file: string, read: (report: never) => TestReport): TestReport {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}

async function vitest(): Promise<void> {
  const file = join(reports, 'vitest.json');
  const ok = await run('npx', [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  count('tests', ok, readReport(file, readVitestReport));
}

async function journeys(): Promise<void> {
  const file = join(reports, 'journeys.json');
  const ok = await run('npx', ['playwright', 'test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  count('journeys', ok, readReport(file, readPlaywrightReport));
}

/** Runs the checks in their order. */
async function runChecks(): Promise<void> {
  const waiting = checks.values();
  const lane = async (): Promise<void> => {
    for (const script of waiting) await check(script);
  };
  await Promise.all(Array.from({ length: runsAtOnce }, lane));
}

await runChecks();
await vitest();
await journeys();

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
