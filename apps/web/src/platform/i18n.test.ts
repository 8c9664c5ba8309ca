import { afterEach, beforeEach, expect, it, vi } from 'vitest';

function browserSpeaks(...tags: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(tags[0] ?? '');
}

/** The site as a browser loads it anew. */
async function open() {
  const { startTranslations } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  await startTranslations();
  return i18next;
}

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});
afterEach(() => localStorage.clear());

it.each([
  ['th-TH', 'th', 'เข้าสู่ระบบ'],
  ['en-GB', 'en', 'Sign In'],
  ['de', 'en', 'Sign In'],
])('speaks to a browser in %s in %s', async (tag, language, signIn) => {
  browserSpeaks(tag);
  const { resolvedLanguage, t } = await open();
  expect(resolvedLanguage).toBe(language);
  expect(document.documentElement.lang).toBe(language);
  expect(t('nav.signIn')).toBe(signIn);
});

it('takes the first language of the list that it speaks', async () => {
  browserSpeaks('de-DE', 'th', 'en');
  expect((await open()).resolvedLanguage).toBe('th');
});

it('remembers the language for later visits and for the server', async () => {
  browserSpeaks('th-TH');
  await open();
  expect(localStorage.getItem('bkksiam-language')).toBe('th');
  expect(document.cookie).toContain('bkksiam-language=th');
});

it('takes the saved language before that of the browser', async () => {
  localStorage.setItem('bkksiam-language', 'th');
  browserSpeaks('en-GB');
  expect((await open()).resolvedLanguage).toBe('th');
});
