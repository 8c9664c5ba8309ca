import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Each row breaks one rule: the file, its code, the rule.
const offences: [file: string, code: string, rule: string][] = [
  ['apps/web/src/app/a.ts', 'export const a = process.env.PORT;', 'project(no-environment)'],
  ['apps/web/src/app/b.ts', 'localStorage.clear();', 'project(no-storage)'],
  ['apps/web/src/app/c.ts', "createClient('a', 'b');", 'project(no-client)'],
  ['apps/web/src/app/d.ts', "await fetch('/config.json');", 'project(no-fetch)'],
  ['packages/domain/src/a.ts', 'export const a = new Date();', 'project(no-clock)'],
  ['packages/domain/src/b.ts', 'export const b = Date.now();', 'project(no-clock)'],
  ['packages/domain/src/c.ts', 'export const c = Math.random();', 'project(no-clock)'],
  ['apps/server/src/rest/a.ts', 'export const a = `select 1`;', 'project(no-sql)'],
  ['apps/server/src/db/a.ts', 'export const a = process.env.PORT;', 'project(no-environment)'],
  ['apps/server/src/http/a.ts', 'export default 1;', 'import(no-default-export)'],
  ['apps/server/src/http/b.ts', 'Promise.resolve(1);', 'typescript(no-floating-promises)'],
  ['apps/server/src/http/c.ts', 'export const c = Number!;', 'typescript(no-non-null-assertion)'],
  ['apps/web/src/ui/a.tsx', 'export const A = () => <img src="a" />;', 'jsx-a11y(alt-text)'],
  [
    'apps/web/src/ui/b.tsx',
    "import { useState } from 'react';\nexport const B = (a: boolean) => a && useState(1);",
    'react-hooks(rules-of-hooks)',
  ],
  [
    'apps/server/src/a.test.ts',
    "import { it } from 'vitest';\nit.only('works', () => 1);",
    'vitest(no-focused-tests)',
  ],
];

// Where a rule does not hold: the file, its code, the rule.
const allowed: [file: string, code: string, rule: string][] = [
  ['apps/web/src/platform/a.ts', 'localStorage.clear();', 'project(no-storage)'],
  ['apps/server/src/db/b.ts', 'export const b = `select 1`;', 'project(no-sql)'],
  ['apps/server/src/main.ts', 'export const a = process.env.PORT;', 'project(no-environment)'],
  ['packages/domain/src/a.test.ts', 'export const a = Date.now();', 'project(no-clock)'],
  ['packages/domain/src/d.ts', 'export const d = new Date(0);', 'project(no-clock)'],
  ['vitest.config.ts', 'export default {};', 'import(no-default-export)'],
];

const folder = mkdtempSync(join(tmpdir(), 'bkksiam-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rules that each file breaks. */
const found = new Map<string, string[]>();

beforeAll(async () => {
  for (const [file, code] of [...offences, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  for (const file of ['.oxlintrc.json', 'scripts/lint-rules.js', 'tsconfig.base.json']) {
    cpSync(file, join(folder, file));
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "extends": "./tsconfig.base.json", "include": ["."] }',
  );
  // Exits with 1, because there are problems.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '--format=json'],
    {
      cwd: folder,
      // The folder has no packages to find it in.
      env: { ...process.env, OXLINT_TSGOLINT_PATH: resolve('node_modules/.bin/tsgolint') },
    },
  ).catch((error: unknown) => error as { stdout: string });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string }[];
  };
  for (const { filename, code } of diagnostics) {
    found.set(filename, [...(found.get(filename) ?? []), code]);
  }
});

test.each(offences)('%s with `%s` breaks %s', (file, _code, rule) => {
  expect(found.get(file)).toContain(rule);
});

test.each(allowed)('%s may have `%s` in spite of %s', (file, _code, rule) => {
  expect(found.get(file) ?? []).not.toContain(rule);
});
