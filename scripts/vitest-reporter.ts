import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { ReportedHookContext, Reporter, TestModule } from 'vitest/node';
import type { TestReport, TestResult } from './test-reports.ts';
import type { TestKind, TestTime } from './test-times.ts';

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

const kindsOfProjects: Readonly<Record<string, TestKind>> = {
  domain: 'unit',
  tooling: 'unit',
  server: 'server',
  'server-pg15': 'server',
  web: 'screen',
  'web-isolated': 'screen',
};

function timeOf(module: TestModule, tearDownMs: number): TestTime {
  const { name: project } = module.project;
  const { duration, environmentSetupDuration, prepareDuration, collectDuration, setupDuration } =
    module.diagnostic();
  // Files that share a worker's environment all report its start.
  const environment = module.project.config.isolate ? environmentSetupDuration : 0;
  const before = environment + prepareDuration + collectDuration + setupDuration;
  const testsMs = [...module.children.allTests()].reduce(
    (sum, test) => sum + (test.diagnostic()?.duration ?? 0),
    0,
  );
  return {
    kind: kindsOfProjects[project] ?? 'unit',
    project,
    name: relative(process.cwd(), module.moduleId),
    seconds: (before + duration) / 1000,
    // Concurrent tests add up to more than the file.
    setUp: (before + Math.max(0, duration - testsMs - tearDownMs)) / 1000,
    tests: testsMs / 1000,
    tearDown: tearDownMs / 1000,
  };
}

/** Writes results and times to the file `TEST_REPORT`. Vitest's `json` reporter leaves out projects and unhandled errors. */
export default class implements Reporter {
  private readonly hooksBegan = new Map<string, number>();
  /** Milliseconds of the `afterAll` hooks, by module. */
  private readonly tearDowns = new Map<string, number>();

  onHookStart({ name, entity }: ReportedHookContext): void {
    if (name === 'afterAll') this.hooksBegan.set(entity.id, performance.now());
  }

  onHookEnd({ name, entity }: ReportedHookContext): void {
    const began = this.hooksBegan.get(entity.id);
    if (name !== 'afterAll' || began === undefined) return;
    const { id } = entity.type === 'module' ? entity : entity.module;
    this.tearDowns.set(id, (this.tearDowns.get(id) ?? 0) + performance.now() - began);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: TestReport = {
      results: modules.flatMap(resultsOf),
      errors: unhandled.map((error) => messageOf([error])),
      times: modules.map((module) => timeOf(module, this.tearDowns.get(module.id) ?? 0)),
    };
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(report));
  }
}
