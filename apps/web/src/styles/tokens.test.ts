import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');

async function sourcesOf(type: RegExp): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => type.test(name));
  const texts = names.map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

function declaredIn(css: string): readonly string[] {
  return [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name);
}

it('has no design token that nothing uses: the stylesheet blocks the first paint', async () => {
  const tokens = declaredIn(await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8'));
  const sources = await sourcesOf(/(?<!\.test)\.(css|svg|tsx?)$/);
  expect(tokens).not.toEqual([]);
  expect(tokens.filter((name) => !sources.includes(`(${name})`))).toEqual([]);
});

it('has no entry in the theme whose utility classes nothing uses', async () => {
  const theme = declaredIn(await readFile(join(import.meta.dirname, 'theme.css'), 'utf8'));
  const components = await sourcesOf(/(?<!\.test)\.tsx?$/);
  // `--color-red-soft` gives `bg-red-soft` and others of the same end; the defaults have no name.
  const names = theme.flatMap(
    (entry) =>
      /^--(?:color|text|leading|tracking|font-weight|radius|shadow)-([\w-]+)$/.exec(entry)?.[1] ??
      [],
  );
  const isUsed = (name: string) => new RegExp(`-${name}(?![\\w-])`).test(components);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});
