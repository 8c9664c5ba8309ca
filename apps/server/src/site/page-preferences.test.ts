import { describe, expect, it } from 'vitest';
import { readPagePreferences } from './page-preferences.ts';

const languageOf = (accepted: string | undefined, cookie?: string) =>
  readPagePreferences({
    ...(accepted !== undefined && { 'accept-language': accepted }),
    ...(cookie !== undefined && { cookie }),
  }).language;

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['th', 'th'],
    ['th-TH', 'th'],
    ['TH-th,en;q=0.5', 'th'],
    ['en-GB,en;q=0.9,th;q=0.8', 'en'],
    ['en;q=0.4, th;q=0.7', 'th'],
    ['de-DE, th;q=0.3', 'th'],
    ['de, fr;q=0.5', 'en'],
    ['th;q=0, *;q=0.5', 'en'],
    ['*', 'en'],
  ])('follows Accept-Language %j: %s', (accepted, language) => {
    expect(languageOf(accepted)).toBe(language);
  });

  it.each([
    ['bkksiam-language=th', 'en-GB', 'th'],
    ['a=b; bkksiam-language=en; c=d', 'th', 'en'],
    ['bkksiam-language=de', 'th', 'th'],
    ['bkksiam-language=th-TH', 'en', 'en'],
    ['bkksiam-language=%74%68', 'en', 'th'],
    ['bkksiam-language=%', 'th', 'th'],
  ])('is the one saved in %j before %j', (cookie, accepted, language) => {
    expect(languageOf(accepted, cookie)).toBe(language);
  });

  it.each([
    ['th'.repeat(4000)],
    [`${'x,'.repeat(4000)}th`],
    [';;;,,,q=;q=q'],
    ['th;q=NaN'],
    ['../../etc/passwd'],
    ['"><script>'],
    ['__proto__'],
  ])('survives a header like %.20s', (hostile) => {
    expect(['en', 'th']).toContain(languageOf(hostile));
    expect(['en', 'th']).toContain(languageOf(undefined, hostile));
    expect(['en', 'th']).toContain(languageOf(hostile, `bkksiam-language=${hostile}`));
  });
});

describe('the theme of a page', () => {
  it.each([
    [undefined, undefined],
    ['bkksiam-theme=dark', 'dark'],
    ['bkksiam-theme=light', 'light'],
    ['bkksiam-theme="><script>', undefined],
  ])('is chosen by %j: %s', (cookie, theme) => {
    expect(readPagePreferences(cookie === undefined ? {} : { cookie }).theme).toBe(theme);
  });
});
