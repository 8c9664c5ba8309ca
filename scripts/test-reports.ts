import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { TestTime } from './test-times.ts';

/** A test, or with an empty name what is around the tests of a file: its imports and hooks. */
export interface TestResult {
  /** The project of Vitest, as one file may be in several. */
  readonly project: string;
  readonly file: string;
  readonly name: string;
  /** Not set for a test that passed. */
  readonly error?: string;
}

export interface TestReport {
  /** Every test that passed or failed, and every file that failed apart from its tests. */
  readonly results: readonly TestResult[];
  /** Errors that belong to no file. */
  readonly errors: readonly string[];
  readonly times: readonly TestTime[];
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const shownLines = 12;

/** Formats a failure: where it is on the first line, the first lines of its message below. */
export function formatFailure(location: string, message: string): string {
  const lines = message.replaceAll(escapes, '').trim().split('\n');
  return [location, ...lines.slice(0, shownLines).map((line) => `    ${line}`)].join('\n');
}

function resultsOf(suite: JSONReportSuite): TestResult[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, results }): TestResult => {
        const name = spec.title;
        const result = { project: '', file: `${spec.file}:${String(spec.line)}`, name };
        const messages = results.flatMap(({ errors }) => errors).map(({ message }) => message);
        return status === 'expected' ? result : { ...result, error: messages.join('\n') };
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(resultsOf)];
}

function timesOf(suite: JSONReportSuite): TestTime[] {
  const own = suite.specs.map((spec): TestTime => {
    const runs = spec.tests.flatMap(({ results }) => results);
    const seconds = runs.reduce((sum, { duration }) => sum + duration, 0) / 1000;
    const name = `e2e/${spec.file}:${String(spec.line)} › ${spec.title}`;
    return {
      kind: 'journey',
      project: '',
      name,
      seconds,
      setUp: 0,
      tests: seconds,
      tearDown: 0,
    };
  });
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)];
}

/** Parses the report of Playwright's `json` reporter. */
export function readPlaywrightReport({ suites, errors }: JSONReport): TestReport {
  return {
    results: suites.flatMap(resultsOf),
    errors: errors.map(({ message }) => message ?? 'no message'),
    times: suites.flatMap(timesOf),
  };
}

/** Whether a failed test, or all of a failed file, ran again and passed. */
export function passedAgain(failure: TestResult, again: TestReport): boolean {
  const same = again.results.filter(
    ({ project, file, name }) =>
      project === failure.project &&
      file === failure.file &&
      (failure.name === '' || name === '' || name === failure.name),
  );
  return same.length > 0 && same.every(({ error }) => error === undefined);
}
