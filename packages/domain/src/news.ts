import { newsLimits } from './constants.ts';
import { clockText, dayText, inBangkok } from './date-text.ts';
import type { Problem } from './problem.ts';

/** The two times of a news item, without the Thai label after the second. */
export interface NewsClocks {
  /** `05 Mar 2025 18:30 GMT`, the same in both languages. */
  readonly gmt: string;
  /** `01:30`, the time of day in Bangkok. */
  readonly bangkok: string;
}

/** Formats a stored time (ISO with zone) in both zones; undefined for an invalid time. */
export function newsClocks(isoTime: string): NewsClocks | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const day = dayText(time, 'en');
  return {
    gmt: `${time.getUTCDate() < 10 ? '0' : ''}${day} ${clockText(time)} GMT`,
    bangkok: clockText(inBangkok(time)),
  };
}

/** The input of the news form. */
export interface NewsText {
  readonly title: string;
  readonly excerpt: string;
}

/** A validation error of a news item. */
export interface NewsProblem extends Problem {
  readonly code: 'news.missing_title' | 'news.long_title' | 'news.long_excerpt';
}

/** The length of a text as the database counts it: code points of the trimmed text. */
export function newsTextLength(text: string): number {
  return Array.from(text.trim()).length;
}

/** Validates a news item; valid fields are absent. The title must not be blank. */
export function checkNews(text: NewsText): Readonly<Partial<Record<keyof NewsText, NewsProblem>>> {
  const title = newsTextLength(text.title);
  const { maxTitle, maxExcerpt } = newsLimits;
  return {
    ...(title === 0 && { title: { code: 'news.missing_title' as const } }),
    ...(title > maxTitle && {
      title: { code: 'news.long_title' as const, values: { max: maxTitle } },
    }),
    ...(newsTextLength(text.excerpt) > maxExcerpt && {
      excerpt: { code: 'news.long_excerpt' as const, values: { max: maxExcerpt } },
    }),
  };
}
