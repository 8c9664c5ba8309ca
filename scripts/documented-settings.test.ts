import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allSettings } from '../apps/server/src/settings.ts';

const names = allSettings.map(({ name }) => name);
const read = (path: string) => readFileSync(path, 'utf8');
const cell = (text = '') => text.replaceAll('`', '').trim();

it('every setting is in docs/settings.md with its default', () => {
  const rows = read('docs/settings.md').match(/^\| `.*$/gm) ?? [];
  const documented = rows.flatMap((row) => {
    const [, variables, defaults] = row.split('|').map(cell);
    const fallbacks = defaults?.split(', ') ?? [];
    return (variables?.split(', ') ?? []).map((name, index) => [name, fallbacks[index] ?? '']);
  });
  const expected = allSettings.map(({ name, fallback }) => [name, fallback]);
  expect(documented.sort()).toEqual(expected.sort());
});

it('.env.example has only variables that are settings', () => {
  const examples = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(examples.length).toBeGreaterThan(5);
  expect(names).toEqual(expect.arrayContaining(examples));
});
