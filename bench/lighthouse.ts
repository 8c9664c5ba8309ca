import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { browserArguments } from '../e2e/support/browser.ts';

/** The categories that are measured. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The details of an audit, in the shape that this audit has. */
export function details(result: Result, name: string): unknown {
  return result.audits[name]?.details;
}

async function audit(url: string, language: string, executablePath: string | undefined) {
  const chrome = await launch({
    chromeFlags: ['--headless=new', ...browserArguments, `--lang=${language}`],
    ...(executablePath === undefined ? {} : { chromePath: executablePath }),
  });
  const flags: Flags = {
    port: chrome.port,
    onlyCategories: categories,
    extraHeaders: { 'Accept-Language': language, Cookie: `bkksiam-language=${language}` },
    logLevel: 'error',
  };
  try {
    const answer = await lighthouse(url, flags);
    return answer?.lhr;
  } finally {
    chrome.kill();
  }
}

/** Measures an address in a new browser; repeats a run whose trace was lost by the browser. */
export async function measurePage(
  url: string,
  language: string,
  executablePath: string | undefined,
): Promise<Result> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await audit(url, language, executablePath);
    if (result && result.runtimeError === undefined && details(result, 'metrics')) return result;
    console.error(`made again: ${url} ${result?.runtimeError?.message ?? 'was not measured'}`);
  }
  throw new Error(`Lighthouse could not measure ${url}`);
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
