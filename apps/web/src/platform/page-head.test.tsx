import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import english from '../../public/locales/en/common.json';
import thai from '../../public/locales/th/common.json';
import type { PageHandle } from './page-handle.ts';
import { HeadTags } from './page-head.tsx';
import type { PageSubject } from './page-loader.ts';

async function headOf(
  handle: PageHandle,
  language: 'en' | 'th',
  path: string,
  subject?: PageSubject,
) {
  const i18n = createInstance();
  const t = await i18n.init({
    lng: language,
    defaultNS: 'common',
    resources: { en: { common: english }, th: { common: thai } },
    interpolation: { escapeValue: false },
  });
  const props = { handle, language, path, subject, siteUrl: 'https://bkksiam.example', t };
  const markup = renderToStaticMarkup(<HeadTags {...props} />);
  const { head, title } = new DOMParser().parseFromString(markup, 'text/html');
  const valueOf = (tag: Element, ...names: readonly string[]) =>
    names.map((name) => tag.getAttribute(name)).find((value) => value !== null) ?? '';
  const tags = [...head.querySelectorAll('meta, link')].map((tag) => [
    valueOf(tag, 'name', 'property', 'rel'),
    valueOf(tag, 'content', 'href'),
  ]);
  return { title, content: Object.fromEntries(tags) as Partial<Record<string, string>> };
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

const product: PageHandle = { title: 'title.product', description: 'store.productDescription' };

it('is named after what the page is about', async () => {
  const { title, content } = await headOf(product, 'en', '/product/mug', {
    title: 'A <Mug> & "Cup"',
  });
  expect(title).toBe('A <Mug> & "Cup" | BKK Siam');
  expect(content['og:title']).toBe(title);
});

it('asks that a page about nothing is not listed', async () => {
  const { title, content } = await headOf(product, 'en', '/product/none', null);
  expect(title).toBe('Product | BKK Siam');
  expect(content).toEqual({ robots: 'noindex' });
});
