import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricsToken } from '../testing/scrape.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

const folder = new URL('../../../../docs/observability/', import.meta.url);
const read = (name: string) => readFile(new URL(name, folder), 'utf8');

let backend: TestBackend;
/** Names and labels of the metrics, as the text format declares and shows them. */
let types: ReadonlyMap<string, string>;

beforeAll(async () => {
  backend = await startTestBackend({ config: { metricsToken } });
  await fetch(`${backend.url}/livez`);
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${backend.url}/metrics`, { headers })).text();
  types = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name ?? '', type ?? '']),
  );
});
afterAll(() => backend.close());

/** The metrics a query names, without functions, keywords, labels and what Prometheus itself adds. */
function metricsIn(query: string): string[] {
  const names = query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\$\w+/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, ' ')
    .matchAll(/\b[a-z]\w*\b(?! *\()/g);
  const others = new Set(['up', 'unless', 'and', 'or', 'by', 'on', 'instance']);
  return [...names].map(([name]) => name).filter((name) => !others.has(name));
}

function isKnown(name: string): boolean {
  if (types.has(name)) return types.get(name) !== 'histogram';
  const part = /^(\w+)_(bucket|sum|count)$/.exec(name)?.[1];
  return part !== undefined && types.get(part) === 'histogram';
}

describe('the samples in docs/observability name metrics that exist', () => {
  it('the alert rules', async () => {
    const rules = (await read('alerts.yml')).split(/^ {6}- alert: /m).slice(1);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) {
      const expression = /^ {8}expr: ((?:.*\n)(?: {10}.*\n)*)/m.exec(rule)?.[1] ?? '';
      const names = metricsIn(expression.replace(/^\|/, ''));
      expect(names.filter((name) => !isKnown(name))).toEqual([]);
      expect(names.length > 0 || expression.startsWith('up{')).toBe(true);
    }
  });

  it('the dashboard', async () => {
    const text = await read('dashboard.json');
    const { panels } = JSON.parse(text) as {
      panels: readonly { title: string; targets: readonly { expr: string }[] }[];
    };
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const names = metricsIn(expr);
        expect({ title, unknown: names.filter((name) => !isKnown(name)) }).toEqual({
          title,
          unknown: [],
        });
        expect(names).not.toEqual([]);
      }
    }
    expect(panels.length).toBeGreaterThan(10);
  });

  it('the table of metrics, which has every one of the product', async () => {
    const documented = new Set((await read('README.md')).match(/`[a-z_]+`/g));
    const own = [...types.keys()].filter((name) => !/^(nodejs|process)_/.test(name));
    expect(own.filter((name) => !documented.has(`\`${name}\``))).toEqual([]);
  });
});
