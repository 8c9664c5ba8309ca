import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { TestReport, TestResult } from './test-reports.ts';

const messageOf = (errors: readonly SerializedError[]): string =>
  errors.map(({ stack, message }) => stack ?? message).join('\n');

function resultsOf(module: TestModule): TestResult[] {
  const file = { project: module.project.name, file: module.moduleId };
  const hooks = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  const around = [...module.errors(), ...hooks];
  const tests = [...module.children.allTests()].flatMap((test): TestResult[] => {
    const { state, errors } = test.result();
    const result = { ...file, name: test.fullName };
    if (state === 'passed') return [result];
    return state === 'failed' ? [{ ...result, error: messageOf(errors) }] : [];
  });
  return around.length === 0 ? tests : [...tests, { ...file, name: '', error: messageOf(around) }];
}

/** Writes the results to the file `TEST_REPORT`. Vitest's `json` reporter leaves out projects and unhandled errors. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: TestReport = {
      results: modules.flatMap(resultsOf),
      errors: unhandled.map((error) => messageOf([error])),
    };
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(report));
  }
}
