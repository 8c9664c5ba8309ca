import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { browserArguments } from '../e2e/support/browser.ts';

/** Its packages are a fifth of all files that an installation would write, so npm fetches them for a measurement alone. */
const lighthouse = 'lighthouse@12.8.2';

/** The categories that are measured. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** What is read of a report ("Understanding the results" in Lighthouse's documents). */
export interface Result {
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; numericValue?: number; details?: unknown }>
  >;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
}

/** The details of an audit, in the shape that this audit has. */
export function details(result: Result, name: string): unknown {
  return result.audits[name]?.details;
}

async function audit(
  url: string,
  language: string,
  executablePath: string | undefined,
): Promise<Result> {
  const headers = { 'Accept-Language': language, Cookie: `bkksiam-language=${language}` };
  const finished = promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=${['--headless=new', ...browserArguments, `--lang=${language}`].join(' ')}`,
    ],
    {
      env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
      maxBuffer: 64e6,
    },
  );
  // With an error the command fails, and its report names it.
  const { stdout } = await finished.catch((error: unknown) => error as { stdout: string });
  return JSON.parse(stdout) as Result;
}

/** Measures an address in a new browser; repeats a run whose trace was lost by the browser. */
export async function measurePage(
  url: string,
  language: string,
  executablePath: string | undefined,
): Promise<Result> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await audit(url, language, executablePath);
    if (result.runtimeError === undefined && details(result, 'metrics')) return result;
    console.error(`made again: ${url} ${result.runtimeError?.message ?? 'was not measured'}`);
  }
  throw new Error(`Lighthouse could not measure ${url}`);
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
