import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { textsOf } from '#testing/texts.ts';
import type { PageHandle } from './page-handle.ts';
import { HeadTags } from './page-head.tsx';
import type { PageSubject } from './page-loader.ts';

function headOf(handle: PageHandle, language: 'en' | 'th', path: string, subject?: PageSubject) {
  const t = textsOf(language);
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
  title: 'nav.contact',
  description: 'pages.contact.description',
};

it('describes a page in each language', () => {
  const en = headOf(contact, 'en', '/contact');
  expect(en.title).toBe('Contact | BKK Siam');
  expect(en.content.description).toMatch(/^Send BKK Siam a message/);
  expect(en.content['og:description']).toBe(en.content.description);
  expect(en.content['og:locale']).toBe('en_US');
  expect(en.content['og:locale:alternate']).toBe('th_TH');
  const th = headOf(contact, 'th', '/contact');
  expect(th.title).toBe('ติดต่อเรา | BKK Siam');
  expect(th.content.description).toMatch(/^ส่งข้อความถึง BKK Siam/);
  expect(th.content['og:locale']).toBe('th_TH');
  expect(th.content['og:image:alt']).toMatch(/[ก-๙]/);
});

it('knows a page by one address of the public site', () => {
  for (const path of ['/contact', '/contact/']) {
    const { content } = headOf(contact, 'en', path);
    expect(content.canonical).toBe('https://bkksiam.example/contact');
    expect(content['og:url']).toBe('https://bkksiam.example/contact');
    expect(content['og:image']).toBe('https://bkksiam.example/social.png');
  }
  expect(headOf(contact, 'th', '/').content.canonical).toBe('https://bkksiam.example/');
});

it('asks that a page without a description is not listed', () => {
  const { title, content } = headOf({ title: 'nav.dashboard' }, 'en', '/dashboard');
  expect(title).toBe('Dashboard | BKK Siam');
  expect(content).toEqual({ robots: 'noindex' });
});

const product: PageHandle = { title: 'title.product', description: 'store.productDescription' };

it('is named after what the page is about', () => {
  const { title, content } = headOf(product, 'en', '/product/mug', {
    title: 'A <Mug> & "Cup"',
  });
  expect(title).toBe('A <Mug> & "Cup" | BKK Siam');
  expect(content['og:title']).toBe(title);
});

it('asks that a page about nothing is not listed', () => {
  const { title, content } = headOf(product, 'en', '/product/none', null);
  expect(title).toBe('Product | BKK Siam');
  expect(content).toEqual({ robots: 'noindex' });
});
