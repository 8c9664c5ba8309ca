import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { withFault, repository, type Fault } from './faults.ts';

/** What became of a fault: noticed by a failed test, or not, or a run that says neither. */
export interface Outcome {
  readonly result: 'caught' | 'survived' | 'error';
  readonly details: string;
}

/** The parts of Vitest's `json` report that are read here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly isLate: boolean;
}

const isJourney = ({ test }: Fault): boolean => test.startsWith('e2e/');
const testLimitMs = 60_000;
const buildLimitMs = 180_000;
const journeyLimitMs = 120_000;

/** Failures of a change that cannot run at all. */
const cannotRun =
  /ReferenceError|syntax error at|does not provide an export|Cannot find (module|package)|Failed to (resolve|load)|stopped before it was ready/;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const projects: readonly [folder: string, project: string][] = [
  ['packages/', 'domain'],
  ['scripts/', 'tooling'],
  ['apps/web/', 'web*'],
  ['', 'server'],
];

function commandOf(fault: Fault, report: string): readonly string[] {
  const { test, name = '' } = fault;
  if (isJourney(fault))
    return [
      'playwright',
      'test',
      '-c',
      'e2e',
      '--workers=1',
      '--reporter=json',
      test,
      '-g',
      escaped(name),
    ];
  const project = projects.find(([folder]) => test.startsWith(folder))?.[1] ?? '';
  const selected = name === '' ? [] : ['-t', escaped(name)];
  return [
    'vitest',
    'run',
    '--project',
    project,
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${report}`,
    test,
    ...selected,
  ];
}

interface TestCount {
  readonly passed: number;
  readonly failures: readonly string[];
}

function countVitest({ testResults }: VitestReport): TestCount {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: tests.flatMap(({ status, failureMessages }) =>
      status === 'failed' ? [failureMessages.join('\n')] : [],
    ),
  };
}

function countJourneys({ stats, errors, suites }: JSONReport): TestCount {
  const texts =
    errors.length > 0 ? [] : Array.from({ length: stats.unexpected }, () => JSON.stringify(suites));
  return { passed: stats.expected, failures: texts };
}

/** Kills the processes that have their working folder below this one: runners, servers, and clusters. */
function killBelow(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
}

/** A copy of the tracked files with packages and temporary folder of its own. */
export class Lane {
  readonly #folder: string;
  readonly #root: string;
  readonly #temporary: string;
  readonly #report: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#root = join(folder, 'tree');
    this.#temporary = join(folder, 'tmp');
    this.#report = join(folder, 'report.json');
    mkdirSync(this.#temporary, { recursive: true });
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', listed, { cwd: repository, encoding: 'utf8' }).split('\0');
    for (const file of files.filter((name) => name !== '' && existsSync(join(repository, name))))
      cpSync(join(repository, file), join(this.#root, file));
    // Copies, no links: packages of the workspace are links into their own tree, and tools write caches.
    const workspaces = ['apps', 'packages'].flatMap((path) =>
      readdirSync(join(repository, path)).map((name) => join(path, name)),
    );
    for (const path of ['', ...workspaces].map((workspace) => join(workspace, 'node_modules')))
      if (existsSync(join(repository, path)))
        execFileSync('cp', ['-a', join(repository, path), join(this.#root, path)]);
  }

  /** Applies the fault, unless the tests are only tried, and runs its test; a run that takes too long is repeated once. */
  async run(fault: Fault, isApplied: boolean): Promise<Outcome> {
    const path = join(this.#root, fault.file);
    const late: Outcome = { result: 'error', details: 'took too long twice' };
    try {
      const text = readFileSync(path, 'utf8');
      if (isApplied) writeFileSync(path, withFault(fault, text));
      try {
        return (await this.#test(fault)) ?? (await this.#test(fault)) ?? late;
      } finally {
        writeFileSync(path, text);
      }
    } catch (error) {
      return { result: 'error', details: String(error) };
    }
  }

  async #test(fault: Fault): Promise<Outcome | undefined> {
    rmSync(this.#report, { force: true });
    if (isJourney(fault)) {
      const build = await this.#execute('npm', ['run', '--silent', 'build'], buildLimitMs);
      if (build.isLate) return undefined;
      if (build.code !== 0) return { result: 'error', details: build.output };
    }
    const limitMs = isJourney(fault) ? journeyLimitMs : testLimitMs;
    const { output, isLate } = await this.#execute('npx', commandOf(fault, this.#report), limitMs);
    if (isLate) return undefined;
    if (!existsSync(this.#report)) return { result: 'error', details: output };
    const report: unknown = JSON.parse(readFileSync(this.#report, 'utf8'));
    const { passed, failures } = isJourney(fault)
      ? countJourneys(report as JSONReport)
      : countVitest(report as VitestReport);
    const broken = failures.find((message) => cannotRun.test(message));
    if (broken !== undefined) return { result: 'error', details: broken };
    if (failures.length > 0) return { result: 'caught', details: failures[0] ?? '' };
    return passed > 0
      ? { result: 'survived', details: output }
      : { result: 'error', details: `no test has run\n${output}` };
  }

  async #execute(program: string, args: readonly string[], limitMs: number): Promise<Finished> {
    const child = spawn(program, args, {
      cwd: this.#root,
      env: {
        ...process.env,
        TMPDIR: this.#temporary,
        PLAYWRIGHT_JSON_OUTPUT_NAME: this.#report,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killBelow(this.#folder);
    }, limitMs);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    // A failed test may leave servers and their files.
    killBelow(this.#folder);
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 10 });
    mkdirSync(this.#temporary);
    return { code, output, isLate };
  }
}
