import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JSONReport } from '@playwright/test/reporter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/reporters';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sum = `describe('the sum', () => {
  it('is right', () => { expect(1 + 1).toBe(2); });
  it('is wrong', () => { expect(1 + 1).toBe(3); });
});`;

let folder: string;

/** Runs a test runner in a temporary folder inside the repository, so that it finds its packages. */
async function reportOf<Report>(args: readonly string[], file: string, text: string) {
  await writeFile(join(folder, file), text);
  const path = join(folder, 'report.json');
  // Without its own configuration a runner would use the repository's, which excludes files that git ignores.
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {};');
  await writeFile(
    join(folder, 'playwright.config.ts'),
    `export default { testDir: '.', outputDir: './results' };`,
  );
  await promisify(execFile)('npx', [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  }).catch(() => 'the runner says by its exit that a test failed');
  return JSON.parse(await readFile(path, 'utf8')) as Report;
}
const vitest = (file: string, text: string) =>
  reportOf<JsonTestResults>(
    ['vitest', 'run', '--root', folder, '--reporter=json', `--outputFile=${folder}/report.json`],
    file,
    text,
  );

beforeEach(async () => {
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'reports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('readVitestReport', () => {
  it('counts, and names what failed with its message', async () => {
    const text = `import { describe, expect, it } from 'vitest';\n${sum}`;
    const { passed, failed, failures } = readVitestReport(await vitest('sum.test.ts', text));
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(failures[0]).toContain('sum.test.ts › the sum is wrong\n');
    expect(failures[0]).toContain('expected 2 to be 3');
  });

  it('names a file that could not be run', async () => {
    const report = await vitest('broken.test.ts', `import './no-such-file.ts';`);
    const { passed, failed, failures } = readVitestReport(report);
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
    expect(failures[0]).toContain('broken.test.ts\n');
    expect(failures[0]).toContain('no-such-file');
  });
});

describe('readPlaywrightReport', () => {
  const journeys = (text: string) =>
    reportOf<JSONReport>(
      ['playwright', 'test', '-c', folder, '--reporter=json'],
      'sum.spec.ts',
      text,
    );

  it('counts, and names what failed with its message in plain text', async () => {
    const text = `import { test, expect } from '@playwright/test';
const it = test; const describe = test.describe;\n${sum}`;
    const { passed, failed, failures } = readPlaywrightReport(await journeys(text));
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(failures[0]).toContain('sum.spec.ts:5 › is wrong\n');
    expect(failures[0]).toContain('Expected: 3');
  });

  it('names what kept the journeys from beginning', async () => {
    const { passed, failures } = readPlaywrightReport(
      await journeys(`import './no-such-file.ts';`),
    );
    expect(passed).toBe(0);
    expect(failures[0]).toContain('no-such-file');
  });
});
