// `npm run bench:web`: Lighthouse (mobile preset) on the built site and server. Medians of five runs for each page and
// language, with Lighthouse's benchmark index of the machine, on which the blocking time depends, after a page that draws
// one heading with React. `--page /news` selects a page, `--runs 1` the number of runs, `FEATURES=all` the features.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findBrowser } from '../e2e/support/browser.ts';
import { startSite } from '../e2e/support/site.ts';
import { startBarePage } from './bare-page.ts';
import { categories, details, measurePage, median, type Result } from './lighthouse.ts';

const pages = ['/', '/news', '/contact', '/terms', '/store', '/product/chao-phraya-tote'];
const languages = ['en', 'th'];

/** The measurements of one run, in the order of `heads`. */
type Measured = readonly number[];

const heads = [
  'perf',
  'a11y',
  'best',
  'seo',
  'FCP ms',
  'LCP ms',
  'CLS',
  'TBT ms',
  'chain',
  'index',
];

interface Chain {
  readonly request?: { readonly url: string; readonly startTime: number };
  readonly children?: Readonly<Record<string, Chain>>;
}

function timing(result: Result, name: string): number {
  return result.audits[name]?.numericValue ?? Number.NaN;
}

/** Length of the longest request chain before the first contentful paint, without fonts, which do not block it. */
function longestChain(result: Result): number {
  const [times] = (details(result, 'metrics') as { items: Record<string, number>[] }).items;
  const start = times?.observedNavigationStartTs ?? 0;
  const firstPaint = (start + 1000 * (times?.observedFirstContentfulPaint ?? 0)) / 1e6;
  const depth = ({ request, children = {} }: Chain): number => {
    if (request && (request.startTime > firstPaint || request.url.endsWith('.woff2'))) return 0;
    return 1 + Math.max(0, ...Object.values(children).map(depth));
  };
  const { chains } = details(result, 'critical-request-chains') as {
    chains: Record<string, Chain>;
  };
  return Math.max(0, ...Object.values(chains).map(depth));
}

function measured(result: Result): Measured {
  return [
    ...categories.map((name) => Math.round(100 * (result.categories[name]?.score ?? 0))),
    timing(result, 'first-contentful-paint'),
    timing(result, 'largest-contentful-paint'),
    timing(result, 'cumulative-layout-shift'),
    timing(result, 'total-blocking-time'),
    longestChain(result),
    result.environment.benchmarkIndex,
  ];
}

function failedAudits(result: Result): string[] {
  return categories
    .slice(1)
    .flatMap((name) =>
      (result.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && result.audits[id]?.score === 0)
        .map(({ id }) => id),
    );
}

const { values: chosen } = parseArgs({
  options: {
    page: { type: 'string' },
    runs: { type: 'string', default: '5' },
    built: { type: 'boolean' },
  },
});
if (chosen.built !== true) spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const executablePath = findBrowser();
const cells = (values: readonly (number | string)[]) =>
  values.map((value) => String(value).padStart(7)).join(' ');

/** Prints the medians of the runs of a page, and the audits that failed. */
async function report(name: string, url: string, language: string): Promise<void> {
  const runs: Measured[] = [];
  const failed = new Set<string>();
  for (let count = 0; count < Number(chosen.runs); count += 1) {
    const result = await measurePage(url, language, executablePath);
    runs.push(measured(result));
    for (const audit of failedAudits(result)) failed.add(audit);
  }
  const medians = heads.map((_, index) => median(runs.map((values) => values[index] ?? 0)));
  const shown = medians.map((value, index) => (index === 6 ? value.toFixed(3) : Math.round(value)));
  console.log(`${`${name} ${language}`.padEnd(16)} ${cells(shown)}  ${[...failed].join(' ')}`);
}

const bare = await startBarePage();
const site = await startSite();
try {
  console.log(`${'page'.padEnd(16)} ${cells(heads)}`);
  await report('React alone', bare.url, 'en');
  for (const page of chosen.page === undefined ? pages : [chosen.page])
    for (const language of languages) await report(page, site.url + page, language);
} finally {
  bare.stop();
  await site.stop();
}
