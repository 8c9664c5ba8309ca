import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isWholeSuite } from '../apps/server/src/testing/variations.ts';

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

type Run = readonly ['vitest' | 'journeys', files: Record<string, string>];

/** Writes the files of each run, runs the runners on them as `npm test` does, and returns the end of the output. */
async function totalsOf(...runs: readonly Run[]): Promise<string> {
  const suites = runs.map(async ([runner, files], number) => {
    const own = join(folder, String(number));
    const written = {
      // Without its own configuration a runner would use the repository's, which excludes files that git ignores.
      'vitest.config.ts': 'export default {};',
      'playwright.config.ts': `export default { testDir: '.', outputDir: './results' };`,
      ...files,
    };
    await mkdir(own);
    for (const [name, text] of Object.entries(written)) await writeFile(join(own, name), text);
    return `${runner}(['--${runner === 'vitest' ? 'root' : 'config'}=${own}'])`;
  });
  const program = join(folder, 'run.ts');
  await writeFile(
    program,
    `import { formatTotals, journeys, noTotals, runSuites, vitest } from '${root}scripts/test-runs.ts';
      const totals = noTotals();
      await runSuites([${(await Promise.all(suites)).join()}], totals);
      console.log('TOTALS' + formatTotals(totals));`,
  );
  const tsx = import.meta.resolve('tsx');
  const child = spawn(process.execPath, ['--import', tsx, program], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    // The runners print the expected failures there.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return output.slice(output.indexOf('TOTALS') + 'TOTALS'.length).trim();
}

beforeEach(async () => {
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'runs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('runs failed tests once more, with files, hooks and journeys that failed, and counts them as passed and flaky if they pass then', async () => {
  const once = `if (!secondTime('import')) throw new Error('not yet');`;
  const hook = `import { afterAll } from 'vitest';
    describe('a group', () => {
      afterAll(() => { if (!secondTime('hook')) throw new Error('not closed'); });
      it('passes', () => {});
    });`;
  const output = await totalsOf(
    [
      'vitest',
      {
        'sum.test.ts': vitestFile(sum),
        'once.test.ts': vitestFile(`${once}\nit('passes', () => {});`),
        'never.test.ts': `import './no-such-file.ts';`,
        'hook.test.ts': vitestFile(hook),
      },
    ],
    ['journeys', { 'sum.spec.ts': journeyFile(sum) }],
  );
  const [failed, flaky] = output.split('Flaky (passed when run again):');
  expect(failed).toMatch(/^Failed:\n/);
  expect(failed).toMatch(/\n.*sum\.test\.ts › the sum > is wrong\n {4}.*expected 2 to be 3/);
  expect(failed).toMatch(/\n.*never\.test\.ts\n {4}.*no-such-file/);
  expect(failed).toMatch(/\nsum\.spec\.ts:\d+ › is wrong\n/);
  expect(failed).toContain('Expected: 3');
  expect(failed).not.toMatch(/[>›] is slow|once\.test|hook\.test/);
  expect(flaky).toContain('sum.test.ts › the sum > is slow [at (first)\n');
  expect(flaky).toContain('expected false to be true');
  expect(flaky).toMatch(/once\.test\.ts\n {4}.*not yet/);
  expect(flaky).toMatch(/hook\.test\.ts\n {4}.*not closed/);
  expect(flaky).toMatch(/\nsum\.spec\.ts:\d+ › is slow \[at \(first\)\n/);
  // A flaky hook is counted beside the tests of its file.
  expect(output).toMatch(/\n\n7 passed, 3 failed$/);
});

it.runIf(isWholeSuite)(
  'fails by an error outside the tests, in the first run and when failed tests run again',
  async () => {
    const late = (when: string) => `setImmediate(() => { throw new Error('late ${when}'); });`;
    const test = `it('is slow', () => {
    const again = secondTime('slow');
    if (again) ${late('again')} else ${late('first')}
    expect(again).toBe(true);
  });
  it('waits', () => new Promise((done) => setTimeout(done, 100)));`;
    const output = await totalsOf(['vitest', { 'late.test.ts': vitestFile(test) }]);
    expect(output).toMatch(/^Failed:\ntests\n {4}.*late first/);
    expect(output).toMatch(/\ntests\n {4}.*late again/);
    expect(output).toMatch(/\n\n2 passed, 2 failed$/);
  },
);

it.runIf(isWholeSuite)(
  'fails by runs without a report, and by what kept the journeys from beginning',
  async () => {
    const output = await totalsOf(
      [
        'vitest',
        {
          'vitest.config.ts': `throw new Error('no configuration');`,
          'sum.test.ts': vitestFile(sum),
        },
      ],
      ['journeys', { 'playwright.config.ts': `process.exit(3);`, 'sum.spec.ts': journeyFile(sum) }],
      ['journeys', { 'sum.spec.ts': `import './no-such-file.ts';` }],
    );
    expect(output).toMatch(
      /^Failed:\ntests\n {4}ended without a report\njourneys\n {4}ended without a report\njourneys\n {4}.*no-such-file/,
    );
    expect(output).toMatch(/\n\n0 passed, [3-9] failed$/);
  },
);
