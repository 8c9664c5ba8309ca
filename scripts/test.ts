// `npm test`: every gate, then every test, then the journeys in a browser; ends with what failed and the counts
// on one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport, type Outcome } from './test-reports.ts';

const reports = mkdtempSync(join(tmpdir(), 'bkksiam-reports-'));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];

function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  console.log(`\n> ${[command, ...args].join(' ')}`);
  const done = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return done.status === 0;
}

/** Counts an outcome; a run that failed without a failed test counts as one. */
function count(name: string, ok: boolean, outcome: Outcome): void {
  const named = ok || outcome.failed > 0 ? outcome.failures : [name];
  total.passed += outcome.passed;
  total.failed += named.length;
  failures.push(...named);
}

function gate(name: string, args: readonly string[]): void {
  const ok = run('npm', ['run', '--silent', ...args]);
  count(name, ok, { passed: ok ? 1 : 0, failed: 0, failures: [] });
}

/** What a runner's report says; one that stopped before it wrote a report has passed nothing. */
function readReport(file: string, read: (report: never) => Outcome): Outcome {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}

function vitest(): void {
  const file = join(reports, 'vitest.json');
  const ok = run('npx', [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  count('tests', ok, readReport(file, readVitestReport));
}

function journeys(): void {
  const file = join(reports, 'journeys.json');
  const ok = run('npx', ['playwright', 'test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  count('journeys', ok, readReport(file, readPlaywrightReport));
}

gate('lint', ['lint']);
gate('types', ['types']);
gate('translations', ['check:locales']);
vitest();
gate('build', ['build']);
journeys();

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
