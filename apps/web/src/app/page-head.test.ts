import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import english from '../../public/locales/en/common.json';
import thai from '../../public/locales/th/common.json';
import { pageHead, type PageHandle } from './page-head.ts';

async function headOf(handle: PageHandle, language: 'en' | 'th', path: string) {
  const i18n = createInstance();
  const t = await i18n.init({
    lng: language,
    defaultNS: 'common',
    resources: { en: { common: english }, th: { common: thai } },
    interpolation: { escapeValue: false },
  });
  const head = pageHead({ handle, language, path, siteUrl: 'https://bkksiam.example', t });
  const content = new Map<string, string>();
  for (const { attributes } of head.tags) {
    const { name, property, rel } = attributes;
    content.set(name ?? property ?? rel ?? '', attributes.content ?? attributes.href ?? '');
  }
  return { title: head.title, content: Object.fromEntries(content) };
}

const contact: PageHandle = {
  title: 'pages.contact.title',
  description: 'pages.contact.description',
};

it('describes a page in each language', async () => {
  const en = await headOf(contact, 'en', '/contact');
  expect(en.title).toBe('Contact | BKK Siam');
  expect(en.content.description).toMatch(/^Send BKK Siam a message/);
  expect(en.content['og:description']).toBe(en.content.description);
  expect(en.content['og:locale']).toBe('en_US');
  expect(en.content['og:locale:alternate']).toBe('th_TH');
  const th = await headOf(contact, 'th', '/contact');
  expect(th.title).toBe('ติดต่อเรา | BKK Siam');
  expect(th.content.description).toMatch(/^ส่งข้อความถึง BKK Siam/);
  expect(th.content['og:locale']).toBe('th_TH');
  expect(th.content['og:image:alt']).toMatch(/[ก-๙]/);
});

it('knows a page by one address of the public site', async () => {
  for (const path of ['/contact', '/contact/']) {
    const { content } = await headOf(contact, 'en', path);
    expect(content.canonical).toBe('https://bkksiam.example/contact');
    expect(content['og:url']).toBe('https://bkksiam.example/contact');
    expect(content['og:image']).toBe('https://bkksiam.example/social.png');
  }
  expect((await headOf(contact, 'th', '/')).content.canonical).toBe('https://bkksiam.example/');
});

it('asks that a page without a description is not listed', async () => {
  const { title, content } = await headOf({ title: 'title.dashboard' }, 'en', '/dashboard');
  expect(title).toBe('Dashboard | BKK Siam');
  expect(content).toEqual({ robots: 'noindex' });
});
