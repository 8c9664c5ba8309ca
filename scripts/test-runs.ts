import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport } from '@playwright/test/reporter';
import {
  formatFailure,
  passedAgain,
  readPlaywrightReport,
  type TestReport,
  type TestResult,
} from './test-reports.ts';
import { overBudget, type TestTime } from './test-times.ts';

const vitestReporter = fileURLToPath(new URL('vitest-reporter.ts', import.meta.url));

/** A test runner and its arguments. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  /** The variable that names the report's file to the runner. */
  readonly reportVariable: string;
  readonly read: (report: string) => TestReport;
  /** The arguments that select failed tests, or whole files with failed tests. */
  readonly select: (failures: readonly TestResult[]) => readonly string[];
}

export interface Totals {
  passed: number;
  readonly failures: string[];
  /** Tests that failed and passed when run again. They are in `passed` too. */
  readonly flaky: string[];
  /** Of every file and journey of the first runs. */
  readonly times: TestTime[];
  /** Seconds of each check and each runner. */
  readonly steps: Record<string, number>;
}

export const noTotals = (): Totals => ({
  passed: 0,
  failures: [],
  flaky: [],
  times: [],
  steps: {},
});

/** Runs one step of the run and keeps its seconds. */
export async function timed<T>(totals: Totals, name: string, step: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await step();
  } finally {
    totals.steps[name] = (performance.now() - began) / 1000;
  }
}

export const vitest = (args: readonly string[]): Suite => ({
  name: 'tests',
  args: ['vitest', 'run', '--reporter=dot', `--reporter=${vitestReporter}`, ...args],
  reportVariable: 'TEST_REPORT',
  read: (report) => JSON.parse(report) as TestReport,
  select: (failures) => [
    '--maxWorkers=1',
    ...new Set(failures.map(({ file }) => file)),
    ...new Set(failures.flatMap(({ project }) => (project ? [`--project=${project}`] : []))),
  ],
});

export const journeys = (args: readonly string[]): Suite => ({
  name: 'journeys',
  args: ['playwright', 'test', '--reporter=list,json', ...args],
  reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
  read: (report) => readPlaywrightReport(JSON.parse(report) as JSONReport),
  select: (failures) => ['--workers=1', ...new Set(failures.map(({ file }) => file))],
});

async function runProgram(args: readonly string[], env: Record<string, string>): Promise<boolean> {
  console.log(`\n> npx ${args.join(' ')}`);
  const child = spawn('npx', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

/** Runs a suite. A run that failed without a failed test, such as a crash, has an error of its own. */
async function run(suite: Suite, selection: readonly string[] = []): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-report-'));
  const file = join(folder, 'report.json');
  try {
    const ok = await runProgram([...suite.args, ...selection], { [suite.reportVariable]: file });
    const report = suite.read(readFileSync(file, 'utf8'));
    const failed =
      report.errors.length > 0 || report.results.some(({ error }) => error !== undefined);
    return ok || failed ? report : { ...report, errors: ['failed without a failed test'] };
  } catch {
    return { results: [], errors: ['ended without a report'], times: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const format = ({ project, file, name, error }: TestResult): string =>
  formatFailure([project, file, name].filter(Boolean).join(' › '), error ?? '');

/** Runs the suites in their order, then each suite's failed tests once more, and adds the results to the totals. */
export async function runSuites(suites: readonly Suite[], totals: Totals): Promise<void> {
  const failedTests = new Map<Suite, TestResult[]>();
  const addErrors = ({ name }: Suite, { errors }: TestReport): void =>
    void totals.failures.push(...errors.map((error) => formatFailure(name, error)));

  for (const suite of suites) {
    const report = await timed(totals, suite.name, () => run(suite));
    totals.times.push(...report.times);
    const failed = report.results.filter(({ error }) => error !== undefined);
    totals.passed += report.results.length - failed.length;
    addErrors(suite, report);
    if (failed.length > 0) failedTests.set(suite, failed);
  }
  for (const [suite, failed] of failedTests) {
    const select = suite.select(failed);
    const again = await timed(totals, `${suite.name} again`, () => run(suite, select));
    addErrors(suite, again);
    for (const test of failed) {
      (passedAgain(test, again) ? totals.flaky : totals.failures).push(format(test));
    }
  }
  totals.passed += totals.flaky.length;
}

/** The last lines of the output. The counts stand alone on the last one, which other programs read. */
export function formatTotals({ passed, failures, flaky, times }: Totals): string {
  const list = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`\n${title}\n${entries.join('\n')}`];
  return [
    ...list('Failed:', failures),
    ...list('Flaky (passed when run again):', flaky),
    ...list('Over the time of their kind:', overBudget(times)),
    `\n${String(passed)} passed, ${String(failures.length)} failed`,
  ].join('\n');
}
