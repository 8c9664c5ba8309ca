import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';

/** The summary of a test runner's report. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test: its file and full name on the first line, the error's first lines below. */
  readonly failures: readonly string[];
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const shownLines = 12;

function failure(location: string, message: string | undefined): string {
  const lines = (message ?? 'no message').replaceAll(escapes, '').trim().split('\n');
  return [location, ...lines.slice(0, shownLines).map((line) => `    ${line}`)].join('\n');
}

/** Parses the report of Vitest's `json` reporter; files that could not run count as failed. */
export function readVitestReport(report: JsonTestResults): TestReport {
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [failure(file.name, file.message)];
    return failed.map((test) =>
      failure(`${file.name} › ${test.fullName}`, test.failureMessages?.join('\n')),
    );
  });
  return { passed: report.numPassedTests, failed: failures.length, failures };
}

function journeysThatFailed(suite: JSONReportSuite): string[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(
          `${spec.file}:${String(spec.line)} › ${spec.title}`,
          results
            .flatMap(({ errors }) => errors)
            .map(({ message }) => message)
            .join('\n'),
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(journeysThatFailed)];
}

/** Parses the report of Playwright's `json` reporter; a flaky journey counts as failed. */
export function readPlaywrightReport(report: JSONReport): TestReport {
  const failures = [
    ...report.errors.map(({ message }) => failure('before any journey', message)),
    ...report.suites.flatMap(journeysThatFailed),
  ];
  return { passed: report.stats.expected, failed: failures.length, failures };
}
