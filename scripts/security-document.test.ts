import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defencesOf, holdsTest, namedTests } from './security-document.ts';

const pages = readdirSync('docs/security').map((name) => `docs/security/${name}`);
const defences = pages.flatMap((page) => defencesOf(readFileSync(page, 'utf8')));

it('every defence of the security pages names its tests, and they exist', () => {
  expect(defences.length).toBeGreaterThan(150);
  const problems = defences.flatMap((defence) => {
    const tests = namedTests(defence);
    if (tests.length === 0) return [`names no test: ${defence}`];
    return tests
      .filter(
        ({ file, title }) => !existsSync(file) || !holdsTest(readFileSync(file, 'utf8'), title),
      )
      .map(({ file, title }) => `is not there: ${file} "${title}"`);
  });
  expect(problems).toEqual([]);
});

it('reads defences, gaps and names as the document writes them', () => {
  const document = [
    '# Accounts',
    '',
    '- no defence',
    '',
    '## Passwords',
    '',
    'Guessing:',
    '',
    '- One thing holds,',
    '  here. `auth/a.test.ts` "one", "two"; `e2e/b.spec.ts` "three"',
    '- Nothing proves this.',
    '- Not stopped: the rest.',
  ].join('\n');
  const [first = '', second = '', ...rest] = defencesOf(document);
  expect(rest).toEqual([]);
  expect(namedTests(first)).toEqual([
    { file: 'apps/server/src/auth/a.test.ts', title: 'one' },
    { file: 'apps/server/src/auth/a.test.ts', title: 'two' },
    { file: 'e2e/b.spec.ts', title: 'three' },
  ]);
  expect(namedTests(second)).toEqual([]);
  expect(holdsTest("it('one', () => {})", 'one')).toBe(true);
  expect(holdsTest("it('one more', () => {})", 'one')).toBe(false);
});
