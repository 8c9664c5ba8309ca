import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import rules from '../dependency-cruiser.config.js';

// Each row violates one rule: the importer, the import, the rule.
const offences: [importer: string, imported: string, rule: string][] = [
  ['apps/server/src/slips/a.ts', 'apps/server/src/db/database.ts', 'slips-stand-alone'],
  ['apps/server/src/papers/a.ts', 'apps/server/src/http/jwt.ts', 'papers-stand-alone'],
  ['packages/domain/src/a.ts', 'apps/web/src/platform/a.ts', 'domain-is-pure'],
  ['apps/web/src/ui/a.tsx', 'packages/domain/src/money.ts', 'ui-knows-no-product'],
  ['apps/web/src/platform/b.ts', 'apps/web/src/features/store/a.ts', 'platform-below-features'],
  ['apps/web/src/platform/c.ts', 'apps/web/src/entities/news/a.ts', 'platform-below-features'],
  ['apps/web/src/platform/d.ts', 'apps/web/src/list/a.ts', 'platform-below-features'],
  ['apps/web/src/list/b.ts', 'apps/web/src/entities/news/d.ts', 'list-below-entities'],
  ['apps/web/src/entities/news/b.ts', 'apps/web/src/features/one/c.tsx', 'entities-below-features'],
  ['apps/web/src/entities/news/c.ts', 'apps/web/src/entities/user/a.ts', 'entities-below-features'],
  ['apps/web/src/features/one/a.tsx', 'apps/web/src/features/two/a.tsx', 'features-stand-alone'],
  ['apps/web/src/features/one/b.tsx', 'apps/web/src/app/router.tsx', 'features-below-app'],
  ['apps/web/src/app/c.tsx', 'apps/web/src/routes.tsx', 'app-below-routes'],
  ['apps/web/src/app/a.tsx', 'apps/server/src/app.ts', 'site-never-imports-server'],
  ['apps/server/src/store/a.ts', 'apps/web/src/app/b.tsx', 'server-never-imports-site'],
  ['apps/server/src/http/a.ts', 'apps/server/src/db/database.ts', 'http-stands-alone'],
  ['apps/server/src/site/a.ts', 'apps/server/src/limits/c.ts', 'site-stands-alone'],
  ['apps/server/src/db/a.ts', 'apps/server/src/auth/b.ts', 'db-stands-alone'],
  ['apps/server/src/mail/a.ts', 'apps/server/src/auth/c.ts', 'mail-above-outbox'],
  [
    'apps/server/src/outbox/a.ts',
    'apps/server/src/mail/b.ts',
    'outbox-limits-and-jobs-below-protocols',
  ],
  [
    'apps/server/src/limits/a.ts',
    'apps/server/src/mail/b.ts',
    'outbox-limits-and-jobs-below-protocols',
  ],
  ['apps/server/src/observability/a.ts', 'apps/server/src/mail/b.ts', 'observability-below-app'],
  ['apps/server/src/auth/a.ts', 'apps/server/src/rest/a.ts', 'protocols-stand-alone'],
  ['apps/server/src/rest/b.ts', 'apps/server/src/db/postgres.ts', 'protocols-see-the-interface'],
  ['apps/server/src/functions/a.ts', 'apps/server/src/config.ts', 'protocols-see-the-interface'],
  ['apps/server/src/app.ts', 'apps/server/src/db/postgres.ts', 'app-sees-the-interface'],
  ['apps/server/src/backup/a.ts', 'apps/server/src/auth/d.ts', 'backup-stands-alone'],
  ['supabase/functions/x/index.ts', 'packages/domain/src/users.ts', 'functions-are-portable'],
  ['e2e/a.spec.ts', 'packages/domain/src/cart.ts', 'journeys-from-outside'],
];

let sample: string;
let found: Set<string>;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(sample, path)), { recursive: true });
  writeFileSync(join(sample, path), text, { flag: 'a' });
}

beforeAll(async () => {
  sample = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const [importer, imported] of offences) {
    const up = '../'.repeat(importer.split('/').length - 1);
    const name = imported.replace(/\W/g, '_');
    write(imported, `export const ${name}: unknown = 1;\n`);
    // Type-only imports are not exempt.
    write(
      importer,
      `import type * as ${name} from '${up}${imported}';\nexport type T_${name} = typeof ${name};\n`,
    );
  }
  const folders = ['packages', 'apps', 'supabase', 'e2e'];
  const result = await cruise(folders, {
    ...rules.options,
    baseDir: sample,
    ruleSet: { forbidden: rules.forbidden ?? [] },
    validate: true,
  });
  const { violations } = (result.output as ICruiseResult).summary;
  found = new Set(violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`));
});

afterAll(() => {
  rmSync(sample, { recursive: true, force: true });
});

test.each(offences)('%s may not import %s', (importer, imported, rule) => {
  expect(found).toContain(`${importer} -> ${imported}: ${rule}`);
});

test('every rule about folders has a sample that breaks it', () => {
  const sampled = new Set(offences.map(([, , rule]) => rule));
  const named = (rules.forbidden ?? []).map(({ name }) => name);
  expect(named.filter((name) => !sampled.has(name ?? ''))).toEqual(['no-circles', 'resolvable']);
});
