import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from './env.ts';

function browserSpeaks(...tags: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(tags[0] ?? '');
}

const settings: Settings = {
  ...{ siteUrl: '', supabaseUrl: '', anonKey: '', storeUrl: '', storeId: '' },
  ...{ isOwnStore: true, features: [], styleNonce: '' },
};

/** The site as a browser loads it anew. */
async function open(agency?: Settings['agency']) {
  const { provideSettings } = await import('./env.ts');
  provideSettings({ ...settings, agency });
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

it('names the agency of the settings, also in a language that is loaded later', async () => {
  const textsOf = (company: string) => ({
    footer: { company, address: '1 Sample Road', phone: '1672', email: 'a@b.example', licence: '' },
    contact: { hours: 'Mondays.' },
    defaults: { company: '', address: '', phone: '', email: '' },
  });
  const texts = { en: textsOf('Sabai'), th: textsOf('สบาย') };
  browserSpeaks('en-GB');
  const i18n = await open({ logo: null, taxId: null, texts });
  const named = () => [i18n.t('footer.company'), i18n.t('footer.licence'), i18n.t('footer.home')];
  expect(named()).toEqual(['Sabai', '', 'Home']);
  expect(i18n.t('pages.contact.hours')).toBe('Mondays.');
  const { changeLanguage } = await import('./i18n.ts');
  await changeLanguage('th');
  expect(named()).toEqual(['สบาย', '', 'หน้าแรก']);
});
