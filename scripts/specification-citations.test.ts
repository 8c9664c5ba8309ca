import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every citation of the specification names a chapter of docs/product.md', () => {
  const chapters = new Set(
    [...readFileSync('docs/product.md', 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, n]) => n),
  );
  const cited = execFileSync('git', ['grep', '-hnoE', '(spec|,) §[0-9]+'], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /§(\d+)$/.exec(line)?.[1] ?? []);
  expect(cited.length).toBeGreaterThan(80);
  expect([...new Set(cited)].filter((number) => !chapters.has(number))).toEqual([]);
});

it('every decision record has its line in the index', () => {
  const files = execFileSync('git', ['ls-files', 'docs/decisions/0*.md'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace('docs/decisions/', ''));
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const listed = [...index.matchAll(/\]\((0\d+-[\w-]+\.md)\)/g)].map(([, name]) => name);
  expect(listed).toEqual(files);
});
