import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');

it('every environment variable of the server is in docs/settings.md and in .env.example', () => {
  const [, schema = ''] =
    /const environment = z\.object\(\{\n([^]*?)\n\}\);/.exec(read('apps/server/src/config.ts')) ??
    [];
  const variables = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(variables.length).toBeGreaterThan(25);
  const rows = read('docs/settings.md').match(/^\| `.*$/gm) ?? [];
  const documented = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)]);
  expect(documented.map(([, name]) => name).sort()).toEqual(variables.sort());
  const examples = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(examples.sort()).toEqual(variables.sort());
});
