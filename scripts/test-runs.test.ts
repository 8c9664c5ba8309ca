import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A condition that is false the first time a runner asks, and true from then on. */
const secondTime = `
import { existsSync, writeFileSync } from 'node:fs';
function secondTime(name) {
  const file = new URL(name, import.meta.url);
  if (existsSync(file)) return true;
  writeFileSync(file, '');
  return false;
}`;

const sum = `describe('the sum', () => {
  it('is right', () => { expect(1 + 1).toBe(2); });
  it('is slow [at (first)', () => { expect(secondTime('slow-sum')).toBe(true); });
  it('is wrong', () => { expect(1 + 1).toBe(3); });
});`;

const vitestFile = (text: string) => `import { describe, expect, it } from 'vitest';
${secondTime}\n${text}`;
const journeyFile = (text: string) => `import { test as it, expect } from '@playwright/test';
const describe = it.describe;${secondTime}\n${text}`;

let folder: string;

/** Writes files, runs the runners on them as `npm test` does, and returns the end of the output. */
async function totalsOf(files: Record<string, string>, suites: string): Promise<string> {
  const written = {
    // Without its own configuration a runner would use the repository's, which excludes files that git ignores.
    'vitest.config.ts': 'export default {};',
    'playwright.config.ts': `export default { testDir: '.', outputDir: './results' };`,
    'run.ts': `import { formatTotals, journeys, noTotals, runSuites, vitest } from '${root}scripts/test-runs.ts';
      const totals = noTotals();
      await runSuites([${suites}], totals);
      console.log('TOTALS' + formatTotals(totals));`,
    ...files,
  };
  await Promise.all(
    Object.entries(written).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  const tsx = import.meta.resolve('tsx');
  const program = spawn(process.execPath, ['--import', tsx, join(folder, 'run.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    // The runners print the expected failures there.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(program, 'close');
  return output.slice(output.indexOf('TOTALS') + 'TOTALS'.length).trim();
}
const vitest = (files: Record<string, string>) => totalsOf(files, `vitest(['--root=${folder}'])`);
const journeys = (files: Record<string, string>) =>
  totalsOf(files, `journeys(['--config=${folder}'])`);

beforeEach(async () => {
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'runs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('failed tests', () => {
  it('run once more, with files and hooks that failed, and count as passed and flaky if they pass then', async () => {
    const once = `if (!secondTime('import')) throw new Error('not yet');`;
    const hook = `import { afterAll } from 'vitest';
      describe('a group', () => {
        afterAll(() => { if (!secondTime('hook')) throw new Error('not closed'); });
        it('passes', () => {});
      });`;
    const output = await vitest({
      'sum.test.ts': vitestFile(sum),
      'once.test.ts': vitestFile(`${once}\nit('passes', () => {});`),
      'never.test.ts': `import './no-such-file.ts';`,
      'hook.test.ts': vitestFile(hook),
    });
    const [failed, flaky] = output.split('Flaky (passed when run again):');
    expect(failed).toMatch(/^Failed:\n/);
    expect(failed).toMatch(/\n.*sum\.test\.ts › the sum > is wrong\n {4}.*expected 2 to be 3/);
    expect(failed).toMatch(/\n.*never\.test\.ts\n {4}.*no-such-file/);
    expect(failed).not.toMatch(/is slow|once\.test|hook\.test/);
    expect(flaky).toContain('sum.test.ts › the sum > is slow [at (first)\n');
    expect(flaky).toContain('expected false to be true');
    expect(flaky).toMatch(/once\.test\.ts\n {4}.*not yet/);
    expect(flaky).toMatch(/hook\.test\.ts\n {4}.*not closed/);
    // A flaky hook is counted beside the tests of its file.
    expect(output).toMatch(/\n\n5 passed, 2 failed$/);
  });

  it('are journeys as well', async () => {
    const output = await journeys({ 'sum.spec.ts': journeyFile(sum) });
    const [failed, flaky] = output.split('Flaky (passed when run again):');
    expect(failed).toMatch(/^Failed:\nsum\.spec\.ts:\d+ › is wrong\n/);
    expect(failed).toContain('Expected: 3');
    expect(failed).not.toContain('› is slow');
    expect(flaky).toMatch(/sum\.spec\.ts:\d+ › is slow \[at \(first\)\n/);
    expect(output).toMatch(/\n\n2 passed, 1 failed$/);
  });
});

describe('an error outside the tests', () => {
  const throwLate = `setImmediate(() => { throw new Error('late'); });`;

  // In the second run of the one the failed test passes; in the other the error comes then.
  it.each([
    [
      'in the first run',
      `it('is slow', () => { const again = secondTime('slow'); if (!again) ${throwLate} expect(again).toBe(true); });`,
    ],
    [
      'when failed tests run again',
      `it('is slow', () => { expect(secondTime('slow')).toBe(true); ${throwLate} });`,
    ],
  ])('%s fails the run', async (_, test) => {
    const waiting = `it('waits', () => new Promise((done) => setTimeout(done, 100)));`;
    const output = await vitest({ 'late.test.ts': vitestFile(`${test}\n${waiting}`) });
    expect(output).toMatch(/^Failed:\ntests\n {4}.*late/);
    expect(output).toMatch(/\n\n2 passed, 1 failed$/);
  });
});

describe('a run', () => {
  it.each([
    ['Vitest', vitest, { 'vitest.config.ts': `throw new Error('no configuration');` }],
    ['Playwright', journeys, { 'playwright.config.ts': `process.exit(3);` }],
  ])('of %s that ends without a report fails', async (_, run, files) => {
    const output = await run({ ...files, 'sum.test.ts': vitestFile(sum) });
    expect(output).toMatch(/^Failed:\n(tests|journeys)\n {4}ended without a report\n/);
    expect(output).toMatch(/\n\n0 passed, 1 failed$/);
  });

  it('fails by what kept the journeys from beginning', async () => {
    const output = await journeys({ 'sum.spec.ts': `import './no-such-file.ts';` });
    expect(output).toMatch(/^Failed:\njourneys\n {4}.*no-such-file/);
    expect(output).toMatch(/\n\n0 passed, [1-9] failed$/);
  });
});
