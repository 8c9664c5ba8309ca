import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import type { RendererOptions } from '@bkksiam/server/site/server-entry';
import { withBackend } from '#testing/backend.ts';
import { serverEntry } from './entry-server.tsx';
import { pages, type Page } from './pages.ts';

const backend = withBackend();

function createRenderer(
  onPrefetchFailure: RendererOptions['onPrefetchFailure'] = (key, error) =>
    expect.fail(`${String(key)}: ${String(error)}`),
  features: RendererOptions['settings']['features'] = [],
) {
  const { anonKey } = backend();
  return serverEntry.createRenderer({
    settings: {
      siteUrl: window.location.origin,
      supabaseUrl: '',
      storeUrl: '',
      storeId: 'bkksiam',
      features,
      product: 'bkksiam',
      anonKey,
    },
    baseUrl: () => window.location.origin,
    onPrefetchFailure,
  });
}

/** The server's markup of a page, read without running any code. */
async function renderedPage(url: string): Promise<Document> {
  const page = await createRenderer().prepare(url, 'en', 'request-1');
  return new DOMParser().parseFromString(await page.render(), 'text/html');
}

const linkTo = (page: Document, name: string) =>
  page.querySelector(`main nav a[aria-label="${name}"]`)?.getAttribute('href');

it('renders the pages of the news with links between them', async () => {
  await backend().database.sql(
    `insert into public.bkk_airline_news (title, created_at, is_public)
     select 'Item ' || n, timestamptz '2098-01-01' - n * interval '1 hour', true
     from generate_series(1, 60) n`,
  );
  const first = await renderedPage('/news');
  expect(first.querySelectorAll('main article')).toHaveLength(24);
  expect(linkTo(first, 'Next page')).toBe('/news?page=2');
  const second = await renderedPage('/news?page=2');
  expect(second.querySelector('main article')?.textContent).toContain('Item 25');
  expect(linkTo(second, 'Previous page')).toBe('/news');
  expect(linkTo(second, 'Next page')).toBe('/news?page=3');
});

it('renders the pages of the store with links that keep its search', async () => {
  await backend().database.sql(
    `insert into public.bkk_products (id, position, title, created_at, updated_at)
     select 'bag-' || n, 1000 + n, 'Bag ' || n, now(), now() from generate_series(1, 30) n`,
  );
  const first = await renderedPage('/store?q=bag&sort=title');
  expect(first.querySelectorAll('main [role=listitem]')).toHaveLength(24);
  expect(linkTo(first, 'Next page')).toBe('/store?q=bag&sort=title&page=2');
  const second = await renderedPage('/store?q=bag&sort=title&page=2');
  expect(second.querySelectorAll('main [role=listitem]').length).toBeGreaterThan(0);
  expect(linkTo(second, 'Previous page')).toBe('/store?q=bag&sort=title');
});

it('renders a product with what goes with it', async () => {
  const page = await renderedPage('/product/snack-box');
  const related = page.querySelector('[aria-labelledby=related]');
  expect(related?.textContent).toContain('Wat Arun Mug');
});

describe('an unknown product', () => {
  it('is said to be unknown, with one markup for all', async () => {
    const renderer = createRenderer();
    const one = await renderer.prepare('/product/none', 'en', 'request-1');
    const other = await renderer.prepare('/product/nothing', 'en', 'request-2');
    expect([one.status, other.status]).toEqual([404, 404]);
    expect(one.key).toBe(other.key);
    expect(one.head).toContain('<meta name="robots" content="noindex"/>');
    expect(one.head).not.toContain('canonical');
    const page = new DOMParser().parseFromString(await one.render(), 'text/html');
    expect(page.querySelector('h1')?.textContent).toBe('We could not find this product');
  });
});

it('names a product in the head, and links to its one address', async () => {
  const { head } = await createRenderer().prepare(
    '/product/temple-mug?from=mail',
    'en',
    'request-1',
  );
  expect(head).toContain('<title>Wat Arun Mug | BKK Siam</title>');
  expect(head).toContain(`<link rel="canonical" href="${location.origin}/product/temple-mug"/>`);
});

it('renders no form that the browser would send, and no field outside of one', async () => {
  await backend().database.sql(
    `update public.bkk_products set custom_fields = '[{"id":"name","title":"Name","is_required":true}]'
     where id = 'temple-mug'`,
  );
  const withForms: string[] = [];
  const faults: string[] = [];
  for (const { pattern, access } of Object.values<Page>(pages)) {
    if (access !== undefined) continue;
    const page = await renderedPage(pattern.replace(':id', 'temple-mug').replace('*', '/nowhere'));
    const sent = page.querySelectorAll('form:not([method=dialog])');
    const outside = page.querySelectorAll(':is(input, textarea, select):not(form *)');
    for (const { outerHTML } of [...sent, ...outside]) faults.push(`${pattern}: ${outerHTML}`);
    // The footer has one too.
    if (page.querySelector('main form')) withForms.push(pattern);
  }
  expect(faults).toEqual([]);
  expect(withForms).toEqual(expect.arrayContaining(['/', '/contact', '/store', '/product/:id']));
});

describe('40 products asked for at once', () => {
  /** The statuses of the products asked for at once, and later of those that could not be looked up then. */
  const statuses = async (ids: readonly string[]) => {
    const renderer = createRenderer(() => undefined);
    const open = async (id: string) =>
      (await renderer.prepare(`/product/${id}`, 'en', 'request-1')).status;
    const first = await Promise.all(ids.map(open));
    const later: number[] = [];
    for (const id of ids.filter((_, at) => first[at] === 503)) {
      await expect.poll(() => open(id), { timeout: 20_000 }).not.toBe(503);
      later.push(await open(id));
    }
    return { first: new Set(first), later: new Set(later) };
  };
  const ids = (name: string) => Array.from({ length: 40 }, (_, at) => `${name}-${String(at)}`);

  it('are never found without having been looked up', async () => {
    const { first, later } = await statuses(ids('unseen'));
    expect(first).toContain(404);
    expect(first).not.toContain(200);
    expect(later).not.toContain(200);
  });

  it('are served if they exist, at the latest when asked for again', async () => {
    await backend().database.sql(
      `insert into public.bkk_products (id, position, title, created_at, updated_at)
       select 'cap-' || n, 2000 + n, 'Cap ' || n, now(), now() from generate_series(0, 39) n`,
    );
    const { first, later } = await statuses(ids('cap'));
    expect(first).toContain(200);
    expect(first).not.toContain(404);
    expect(later).not.toContain(404);
  });
});

describe('an address with unusual characters', () => {
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
  const others = ['\u007f', '\u0085', '\u2028', '\u2029', '\ufeff', '\u{10ffff}'];
  const encoded = [...controls, ...others].map((character) => encodeURIComponent(character));

  it('is no page, or the page at its pattern', async () => {
    const renderer = createRenderer();
    const status = async (url: string) => {
      const page = await renderer.prepare(url, 'en', 'request-1');
      return page.status;
    };
    for (const part of encoded) {
      for (const path of [`/${part}`, `/a${part}b/c`, `/dashboard/${part}`, `/news${part}`]) {
        expect([path, await status(path)]).toEqual([path, 404]);
      }
      expect([part, await status(`/product/${part}`)]).toEqual([part, 404]);
      expect([part, await status(`/booking/${part}`)]).toEqual([part, 200]);
      expect([part, await status(`/store?q=${part}&page=${part}`)]).toEqual([part, 200]);
    }
  });

  it('shows that there is no page', async () => {
    const page = await renderedPage('/a%0d%0ab');
    expect(page.querySelector('h1')?.textContent).toBe('404 - Not Found');
    expect(page.querySelector('header')).not.toBeNull();
  });
});

it('searches the store for all that follows the first question mark', async () => {
  const page = await renderedPage('/store?q=bag?size');
  expect(page.querySelector('main')?.textContent).toContain('bag?size');
});

it.each([
  ['en', ['/locales/en/common.json', '/locales/en/terms.json']],
  [
    'th',
    [
      '/locales/th/common.json',
      '/locales/th/terms.json',
      '/locales/en/common.json',
      '/locales/en/terms.json',
    ],
  ],
] as const)('names for a page in %s the texts that hydration reads', async (language, files) => {
  const { head } = await createRenderer().prepare('/terms', language, 'request-1');
  const links = new DOMParser().parseFromString(head, 'text/html').querySelectorAll('[as=fetch]');
  expect([...links].map((link) => link.getAttribute('href'))).toEqual(files);
});

it.each([
  ['news', '/news', '/rest/v1/bkk_airline_news'],
  ['store', '/store', '/store/bkksiam/products'],
])('passes the id of the page`s request on to the %s', async (_name, page, asked) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  await renderedPage(page);
  const sent = fetched.mock.calls.map(([input, init]) => new Request(input, init));
  const ids = sent
    .filter(({ url }) => new URL(url).pathname === asked)
    .map(({ headers }) => headers.get('x-request-id'));
  expect(ids).toEqual(['request-1']);
});

describe('with a feature', () => {
  it('pages name the agency as its row says a second after a change, also for search engines', async () => {
    const { sql } = backend().database;
    await sql(`select bkk_internal.set_features('{support}')`);
    onTestFinished(async () => {
      await sql(`select bkk_internal.set_features('{}')`);
    });
    const renderer = createRenderer(undefined, ['support']);
    const read = async (url: string, language: Language) => {
      const page = await renderer.prepare(url, language, 'request-1');
      const { body } = new DOMParser().parseFromString(await page.render(), 'text/html');
      return { ...page, text: body.textContent, footer: body.querySelector('footer') };
    };
    const { key, text } = await read('/contact', 'th');
    const plain = await createRenderer().prepare('/contact', 'th', 'request-1');
    const { body } = new DOMParser().parseFromString(await plain.render(), 'text/html');
    // The row begins as the texts of the site are.
    expect(text.replace('ให้บริการเป็นภาษาไทย อังกฤษ', '').trim()).toContain(
      body.querySelector('footer')?.textContent,
    );
    expect([plain.agency, plain.head.includes('ld+json')]).toEqual([undefined, false]);

    await sql(`update bkk_agency set name_en = 'Sabai </script> Travel', name_th = 'สบายทราเวล',
      address_th = '1 ถนนตัวอย่าง', phone = '081-234-5678', email = 'desk@sabai.example', licence = null,
      tax_id = '0105561000003', languages = '{th,zh}', logo = '/logo.webp'`);
    await vi.waitFor(async () => expect((await read('/contact', 'th')).key).not.toBe(key), {
      timeout: 2000,
    });
    const thai = await read('/contact', 'th');
    expect(thai.footer?.textContent).toContain('สบายทราเวล1 ถนนตัวอย่าง');
    expect(thai.footer?.textContent).toContain('เลขประจำตัวผู้เสียภาษี 0105561000003');
    expect(thai.footer?.querySelector('[href="tel:+66812345678"]')).not.toBeNull();
    expect(thai.footer?.querySelector('img')?.getAttribute('src')).toBe('/logo.webp');
    expect(thai.text).toContain('ให้บริการเป็นภาษาไทย จีน');
    const english = await read('/contact', 'en');
    expect(english.footer?.textContent).toContain('+66 81 234 5678');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(english.head)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'TravelAgency',
      name: 'Sabai </script> Travel',
      logo: `${location.origin}/logo.webp`,
      taxID: '0105561000003',
    });
    expect(english.agency).toMatchObject({
      texts: { th: { footer: { company: 'สบายทราเวล', licence: expect.any(String) as string } } },
    });
    for (const path of ['/terms', '/privacy']) {
      const document = await read(path, 'th');
      expect(document.text).toContain('สบายทราเวล');
      expect(document.text).not.toMatch(/บีเคเค สยาม ทราเวล|hello@bkksiam/);
    }
  });
});
