import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { headingAnchors, namedScripts, relativeLinks } from './documents.ts';

const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => existsSync(path));
const read = (path: string): string => readFileSync(path, 'utf8');

const documents = tracked('*.md');
const operatorFiles = tracked(
  'deploy',
  '.github',
  '.devcontainer',
  'docs',
  '.env.example',
  'Dockerfile',
);
const alerts = read('docs/observability/alerts.yml');

/** What is wrong with a link of a document, or undefined. */
function problemOf(from: string, path: string, anchor: string | undefined): string | undefined {
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (target.startsWith('..') || !existsSync(target)) return `${from}: no ${path}`;
  if (anchor === undefined || headingAnchors(read(target)).has(anchor)) return undefined;
  return `${from}: no heading #${anchor} in ${target}`;
}

it('every relative link of a document leads to a file and a heading', () => {
  const links = documents.flatMap((from) =>
    relativeLinks(read(from)).map(({ path, anchor }) => ({ from, path, anchor })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.flatMap(({ from, path, anchor }) => problemOf(from, path, anchor) ?? [])).toEqual(
    [],
  );
});

it('every page of docs is in the index', () => {
  const listed = new Set(
    relativeLinks(read('docs/README.md')).map(({ path }) => normalize(join('docs', path))),
  );
  const pages = tracked('docs/*.md').filter(
    (path) => path !== 'docs/README.md' && !path.startsWith('docs/decisions/0'),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => !listed.has(path))).toEqual([]);
});

it('every document that a file names is there', () => {
  const named = execFileSync('git', ['grep', '-hoE', '\\bdocs/[a-z0-9/-]+\\.(md|yml|json)\\b'], {
    encoding: 'utf8',
  });
  // The server describes its API at `/docs/openapi.json`.
  const paths = [...new Set(named.trim().split('\n'))].filter(
    (path) => path !== 'docs/openapi.json',
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it('every script that a document names is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...documents, ...operatorFiles].flatMap((path) =>
    namedScripts(read(path)).map((script) => ({ path, script })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
});

it('every alert has a runbook with its name as heading', () => {
  const rules = alerts.split(/^ +- alert: /m).slice(1);
  expect(rules.length).toBeGreaterThan(10);
  const problems = rules.flatMap((rule) => {
    const name = rule.split('\n')[0] ?? '';
    const [, path, anchor] = /runbook_url: (\S+\.md)#(\S+)/.exec(rule) ?? [];
    if (path === undefined || anchor !== name.toLowerCase()) return [`${name} has no runbook`];
    return problemOf('docs/observability/alerts.yml', path, anchor) ?? [];
  });
  expect(problems).toEqual([]);
});

it('every Thai term of the glossary is in the texts', () => {
  const texts = tracked('apps/web/public/locales/th').map(read).join('\n');
  const rows = read('docs/glossary.md').match(/^\| .*\p{Script=Thai}.*$/gmu) ?? [];
  const terms = rows.flatMap((row) => row.split('|')[2]?.split(/[;,]/) ?? []);
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.map((term) => term.trim()).filter((term) => !texts.includes(term))).toEqual([]);
});

it('reads links, anchors and scripts as documents write them', () => {
  const document = [
    '# Two words: `code`, [linked](x.md)',
    '## Same',
    '## Same',
    'See [a](a.md#b), ![picture](p.jpg), [self](#same), [out](https://www.example.com) and `[no](link.md)`.',
    '```sh',
    '# no heading',
    '[no](link.md)',
    '```',
  ].join('\n');
  expect(relativeLinks(document)).toEqual([
    { path: 'x.md', anchor: undefined },
    { path: 'a.md', anchor: 'b' },
    { path: 'p.jpg', anchor: undefined },
    { path: '', anchor: 'same' },
  ]);
  expect([...headingAnchors(document)]).toEqual(['two-words-code-linked', 'same', 'same-1']);
  expect(
    namedScripts('npm run --silent a && npm run b:c -- d; npm run build -w @bkksiam/web'),
  ).toEqual(['a', 'b:c']);
});
