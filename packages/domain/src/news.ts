import { newsLimits } from './constants.ts';
import { clockText, dayText, inBangkok } from './date-text.ts';
import type { Problem } from './problem.ts';

/** A news item's two clocks, without the Thai label that follows the second. */
export interface NewsClocks {
  /** `05 Mar 2025 18:30 GMT`, the same in both languages. */
  readonly gmt: string;
  /** `01:30`, the time of day in Bangkok. */
  readonly bangkok: string;
}

/** The two clocks of a stored time (ISO with zone); undefined when it is no time. */
export function newsClocks(isoTime: string): NewsClocks | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const day = dayText(time, 'en');
  return {
    gmt: `${time.getUTCDate() < 10 ? '0' : ''}${day} ${clockText(time)} GMT`,
    bangkok: clockText(inBangkok(time)),
  };
}

/** What an admin writes of a news item. */
export interface NewsText {
  readonly title: string;
  readonly excerpt: string;
}

/** What is wrong with a news item before it is sent. */
export interface NewsProblem extends Problem {
  readonly code: 'news.missing_title' | 'news.long_title' | 'news.long_excerpt';
}

/** How long a text is as the database counts it: by code points, without the blanks around it. */
export function newsTextLength(text: string): number {
  return Array.from(text.trim()).length;
}

/** The problems by field; a field without one is absent. A title is needed; blanks alone are none. */
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
