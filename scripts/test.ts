// `npm test`: every gate, then every test, then the journeys in a browser; ends with the counts on one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'bkksiam-reports-'));
const total: Counts = { passed: 0, failed: 0 };
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

function count(name: string, ok: boolean, counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  if (!ok && counts.failed === 0) total.failed += 1;
  if (!ok) failures.push(name);
}

function gate(name: string, args: readonly string[]): void {
  const ok = run('npm', ['run', '--silent', ...args]);
  count(name, ok, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

function readCounts(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
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
  const counts = readCounts(file, (report) => {
    const { numPassedTests, numFailedTests } = report as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 };
  });
  count('tests', ok, counts);
}

function journeys(): void {
  const file = join(reports, 'journeys.json');
  const ok = run('npx', ['playwright', 'test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const counts = readCounts(file, (report) => {
    const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
  count('journeys', ok, counts);
}

gate('lint', ['lint']);
gate('types', ['types']);
gate('translations', ['check:locales']);
vitest();
gate('build', ['build']);
journeys();

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
