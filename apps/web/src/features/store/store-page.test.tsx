import { act, screen, waitFor, within } from '@testing-library/react';
import type { Location } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { blockRequests, connectTo, holdAnswers, networkQuiet } from '#testing/network.ts';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError, takeConsoleErrors } from '#testing/console-errors.ts';
import { renderApp } from '#testing/render-app.tsx';
import { clearCart } from '#entities/store/cart.ts';
import { provideSettings, settings } from '#platform/env.ts';

const backend = withBackend();

beforeEach(() => clearCart());

async function sql(text: string): Promise<void> {
  await backend().database.sql(text);
}

async function during(change: string, undo: string): Promise<void> {
  onTestFinished(() => sql(undo));
  await sql(change);
}

function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

const isStoreCall = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : input.toString()).includes('/store/');

const openStore = async (language: 'en' | 'th' = 'en') => {
  const app = await renderApp({ path: '/store', language });
  await screen.findByText('Palm Fan');
  return app;
};

const searchOf = ({ state }: { readonly state: { readonly location: Location } }) =>
  Object.fromEntries(new URLSearchParams(state.location.search));

// By selector: computing roles and names of a whole page of products takes long.
const titles = () =>
  [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent);

function card(title: string) {
  const item = screen.getByText(title).closest<HTMLElement>('[role=listitem]');
  if (item === null) throw new Error(`${title} is no card`);
  return within(item);
}

describe('the list of products', () => {
  it('holds every product in the order of the store, with its price, sale and stock', async () => {
    await openStore();
    expect(titles().slice(0, 2)).toEqual(['Chao Phraya Tote', 'Long-tail Tee']);
    card('Chao Phraya Tote').getByText('Sale');
    card('Holiday Tag').getByText('฿230.00');
    expect(card('Holiday Tag').getByText('฿290.00').tagName).toBe('S');
    card('Holiday Tag').getByText('Only 2 left');
    card('Wat Arun Mug').getByText('Sold out');
    card('Monsoon Umbrella').getByText('Not available for purchase');
    // Selection `other` shows the first variant, not the cheapest.
    card('Prachamyam Scarf').getByText('฿1,890.00');
    expect(screen.queryByRole('navigation', { name: 'Pages of the list' })).toBeNull();
  });

  it('can be searched and sorted, and the address keeps both', async () => {
    const { user, router } = await openStore();
    const field = screen.getByLabelText('Search the store');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Price: low to high');
    await waitFor(() => expect(titles()[0]).toBe('Palm Fan'));
    await user.click(field);
    await user.paste('ป้าย กระเป๋า');
    await waitFor(() => expect(titles()).toEqual(['Holiday Tag', 'Departure Tag']));
    expect(searchOf(router)).toEqual({ sort: 'priceUp', q: 'ป้าย กระเป๋า' });
    await user.type(field, 'zz{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(titles()).toHaveLength(13));
    expect(searchOf(router)).toEqual({ sort: 'priceUp' });
    expect(document.activeElement).toBe(field);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Featured');
    await waitFor(() => expect(searchOf(router)).toEqual({}));
  });

  it('shows in both languages that there is nothing', async () => {
    await during(
      'update public.bkk_products set is_hidden = true',
      'update public.bkk_products set is_hidden = false',
    );
    // The store's cache is emptied a moment after the change.
    await waitFor(async () => {
      const list = 'products?limit=24&offset=0&is_hidden=false';
      const response = await fetch(`${backend().url}/store/bkksiam/${list}`);
      expect(await response.json()).toMatchObject({ count: 0 });
    });
    await renderApp({ path: '/store' });
    await screen.findByText('No products available at the moment.');
  });
});

it.each([
  ['en', 'River tote', 'Last of its kind', 'Sale', 'A tote on a pier'],
  ['th', 'ถุงผ้าริมน้ำ', 'Last of its kind', 'ลดราคา', 'ถุงผ้าบนท่าน้ำ'],
] as const)(
  'texts in both languages are shown in the one of the page, in %s',
  async (language, title, ribbon, demoRibbon, picture) => {
    await during(
      `insert into public.bkk_products (id, position, title, subtitle, ribbon_text, images)
       values ('both', 1, 'River tote / ถุงผ้าริมน้ำ', 'Canvas · ผ้าแคนวาส', 'Last of its kind',
         '[{"url": "/merchandise/tote-cream.svg", "alt": "A tote on a pier", "alt_th": "ถุงผ้าบนท่าน้ำ"}]');
     insert into public.bkk_product_variants (id, product_id, position, title, price_in_cents, currency)
       values ('both-1', 'both', 0, 'One', 10000, 'thb')`,
      `delete from public.bkk_products where id = 'both'`,
    );
    const { user } = await openStore(language);
    expect(titles()[0]).toBe(title);
    card('Chao Phraya Tote').getByText(demoRibbon);
    await user.click(screen.getByRole('link', { name: title }));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText(ribbon)).toBeTruthy();
    expect(screen.getByAltText(picture)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${title} | BKK Siam`));
  },
);

describe('a long list of products', () => {
  beforeEach(() =>
    during(
      `insert into public.bkk_products (id, position, title)
         select 'many-' || n, 1000 + n, 'Thing ' || lpad(n::text, 2, '0') from generate_series(1, 60) n`,
      `delete from public.bkk_products where id like 'many-%'`,
    ),
  );

  it('comes in pages with links between them', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path: '/store?sort=order&other=1' });
    const next = await screen.findByLabelText('Next page');
    expect(titles()).toHaveLength(24);
    expect(next.getAttribute('href')).toBe('/store?sort=order&other=1&page=2');
    await user.click(next);
    await screen.findByText('Thing 12');
    screen.getByText('25–48 of 73');
    expect(document.activeElement).toBe(document.querySelector('main [role=list]'));
    await user.click(screen.getByLabelText('Last page'));
    await waitFor(() => expect(titles()).toHaveLength(73 - 3 * 24));
    expect(screen.getByLabelText('Next page').ariaDisabled).toBe('true');
    await act(() => router.navigate(-1));
    await screen.findByText('Thing 12');
    expect(searchOf(router)).toEqual({ sort: 'order', other: '1', page: '2' });
  });

  it('is searched from its first page on, as one step of the history', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path: '/store' });
    await user.click(await screen.findByLabelText('Last page'));
    await screen.findByText('Thing 60');
    const field = screen.getByLabelText<HTMLInputElement>('Search the store');
    await user.click(field);
    await user.paste('thing');
    await waitFor(() => expect(titles()).toHaveLength(24));
    expect(searchOf(router)).toEqual({ q: 'thing' });
    await user.paste(' 07');
    await waitFor(() => expect(titles()).toEqual(['Thing 07']));
    await act(() => router.navigate(-1));
    await screen.findByText('Palm Fan');
    expect(searchOf(router)).toEqual({});
    expect(field.value).toBe('');
  });

  it('keeps the field when a search without results is cleared', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: '/store?q=nothing-of-the-kind' });
    await screen.findByRole('button', { name: 'Show everything' });
    const field = screen.getByLabelText('Search the store');
    const release = holdAnswers();
    await user.clear(field);
    await screen.findByText('Loading the products...');
    expect(screen.getByLabelText('Search the store')).toBe(field);
    expect(document.activeElement).toBe(field);
    release();
    await screen.findByText('Chao Phraya Tote');
  });

  it.each([
    ['page=999', 'Thing 60'],
    ['page=x&sort=dear', 'Chao Phraya Tote'],
    ['q=thing&page=3', 'Thing 60'],
    ['q=thing&page=2&sort=title', 'Thing 25'],
  ])('shows for %s a page with %s', async (search, title) => {
    await renderApp({ path: `/store?${search}` });
    await screen.findByText(title);
  });

  /** A store of another host, which knows the specification's parameters or fewer. */
  function otherStore(answer: (asked: URL, page: Page) => Response): void {
    const honest = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = honest));
    globalThis.fetch = async (input, init) => {
      if (!isStoreCall(input)) return honest(input, init);
      const asked = new URL(input instanceof Request ? input.url : input);
      const plain = new URL(asked);
      for (const name of ['q', 'sort_by', 'order']) plain.searchParams.delete(name);
      const { count, products } = (await (await honest(plain, init)).json()) as Page;
      return answer(asked, { count, products });
    };
  }

  interface Page {
    readonly count: number;
    readonly products: readonly object[];
  }

  const others: readonly (readonly [string, Parameters<typeof otherStore>[0]])[] = [
    ['ignores search and sort', (_asked, page) => Response.json(page)],
    ['gives no count', (_asked, { products }) => Response.json({ products })],
    [
      'rejects search and sort',
      (asked, page) =>
        asked.searchParams.has('q') || asked.searchParams.has('sort_by')
          ? new Response('no', { status: 400 })
          : Response.json(page),
    ],
  ];

  it.each(others)('of a store that %s is searched, sorted and paged', async (_what, answer) => {
    onlyInWholeSuite();
    otherStore(answer);
    const { user } = await renderApp({ path: '/store?q=thing&sort=title' });
    await screen.findByText('Thing 01');
    await user.click(screen.getByLabelText('Last page'));
    await screen.findByText('Thing 60');
    expect(titles()).toHaveLength(12);
  });
});

describe('a failing store', () => {
  function lie(answer: () => Response): void {
    const honest = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = honest));
    globalThis.fetch = (input, init) =>
      isStoreCall(input) ? Promise.resolve(answer()) : honest(input, init);
  }

  it.each([
    [500, '', 'Error loading products: HTTP 500: Internal Server Error'],
    [503, 'Down for lunch', 'Error loading products: HTTP 503: Down for lunch'],
  ])('is shown by its status %i', async (status, statusText, message) => {
    lie(() => new Response('no', { status, statusText }));
    await renderApp({ path: '/store' });
    await screen.findByText(message);
    await expectConsoleError(`HTTP ${String(status)}`);
  });

  it('with an invalid response shows an error without a message, and a retry', async () => {
    let nonsense = true;
    const honest = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = honest));
    globalThis.fetch = (input, init) =>
      nonsense && isStoreCall(input)
        ? Promise.resolve(new Response('<html>', { status: 200 }))
        : honest(input, init);
    const { user } = await renderApp({ path: '/store' });
    await screen.findByText('Failed to load products');
    await expectConsoleError('query ["store","page"');
    nonsense = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Palm Fan');
  });

  it.each(['/store', '/product/palm-fan'])(
    'keeps message and focus on %s while it is asked again',
    async (path) => {
      let status = 503;
      const honest = globalThis.fetch;
      onTestFinished(() => void (globalThis.fetch = honest));
      globalThis.fetch = (input, init) =>
        isStoreCall(input) && status === 503
          ? Promise.resolve(new Response('no', { status }))
          : honest(input, init);
      const { user } = await renderApp({ path });
      await screen.findByText('Error loading products: HTTP 503: Service Unavailable');
      await expectConsoleError('HTTP 503');
      status = 200;
      const release = holdAnswers();
      const retry = screen.getByRole('button', { name: 'Try again' });
      await user.click(retry);
      screen.getByText('Error loading products: HTTP 503: Service Unavailable');
      expect(document.activeElement).toBe(retry);
      release();
      await screen.findAllByText('Palm Fan');
    },
  );

  it('leaves a product and what is typed for it on screen when it cannot be fetched again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = await renderApp({ path: '/product/departure-tag' });
    const field = await screen.findByLabelText<HTMLInputElement>('Name on the tag');
    await user.type(field, 'Malee');
    await networkQuiet();
    const asked = vi.spyOn(globalThis, 'fetch');
    const unblock = blockRequests('/store/');
    onTestFinished(unblock);
    vi.setSystemTime(Date.now() + 31_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await act(networkQuiet);
    await expectConsoleError('fetch failed');
    expect(screen.getByLabelText<HTMLInputElement>('Name on the tag')).toBe(field);
    expect(field.value).toBe('Malee');
  });

  it('whose products lack fields, or hold markup, is shown as far as it makes sense', async () => {
    const product = {
      id: 'odd',
      title: 'Odd <b>thing</b>',
      description: '<p>One</p><script>globalThis.hacked = true</script><p>Two &amp; three</p>',
      thumbnail: 'javascript:alert(1)',
      variants: [
        { id: 'odd-1', title: 'Only', price_in_cents: 0, inventory_quantity: -3 },
        { id: 'broken', price_in_cents: 'free' },
      ],
    };
    lie(() => Response.json({ ...product, products: [product, { title: 'no id' }, null] }));
    await renderApp({ path: '/store' });
    await screen.findByRole('link', { name: 'Odd <b>thing</b>' });
    card('Odd <b>thing</b>').getByText('€0.00');
    card('Odd <b>thing</b>').getByText('Sold out');
    expect(document.querySelector('main img')).toBeNull();
    await renderApp({ path: '/product/odd' });
    await screen.findByText('Two & three');
    expect(globalThis).not.toHaveProperty('hacked');
  });
});

describe('the cart', () => {
  const cartOf = (count: number) =>
    screen.findByRole('button', {
      name: count === 1 ? 'Cart, 1 item' : `Cart, ${String(count)} items`,
    });

  it('takes one of a product with one variant, up to what the store has', async () => {
    const { user } = await openStore();
    const add = () =>
      user.click(card('Holiday Tag').getByRole('button', { name: 'Add Holiday Tag to the cart' }));
    await add();
    await screen.findByText('Added to Cart!');
    await add();
    await cartOf(2);
    await add();
    await screen.findByText('Not enough stock for Holiday Tag (Marigold). Only 2 left.');
    screen.getByText('Error adding to cart');
    await cartOf(2);
  });

  it('is asked of the stock as it is now, not as the page has it', async () => {
    const { user } = await openStore();
    await during(
      `update public.bkk_product_variants set inventory_quantity = 0 where id = 'sunrise-cap'`,
      `update public.bkk_product_variants set inventory_quantity = 12 where id = 'sunrise-cap'`,
    );
    await user.click(
      card('Sunrise Cap').getByRole('button', { name: 'Add Sunrise Cap to the cart' }),
    );
    await screen.findByText(/Only 0 left\.$/);
  });

  it('shows what went wrong when the store cannot be asked', async () => {
    const { user } = await openStore();
    onTestFinished(() => connectTo(backend().url));
    connectTo(undefined);
    await user.click(
      card('Sunrise Cap').getByRole('button', { name: 'Add Sunrise Cap to the cart' }),
    );
    await screen.findByText('Error adding to cart');
    await expectConsoleError('mutation ["cart","add"] failed');
    await cartOf(0);
  });

  it('shows its lines and total, and changes them', async () => {
    const { user } = await openStore();
    await user.click(
      card('Holiday Tag').getByRole('button', { name: 'Add Holiday Tag to the cart' }),
    );
    await screen.findByText('Added to Cart!');
    await user.click(await cartOf(1));
    const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    // It would lie over the total and the way to pay for the rest of its five seconds.
    await waitFor(() => expect(screen.queryByText('Added to Cart!')).toBeNull(), { timeout: 1000 });
    expect(panel.getAllByText('฿230.00').length).toBeGreaterThan(0);
    await user.click(panel.getByRole('button', { name: 'One more of Holiday Tag' }));
    expect(await panel.findAllByText('฿460.00')).toHaveLength(2);
    await user.click(panel.getByRole('button', { name: 'One more of Holiday Tag' }));
    await screen.findByText(/Only 2 left\.$/);
    await user.click(panel.getByRole('button', { name: 'Checkout' }));
    await screen.findByText('Coming soon!');
    await user.click(panel.getByRole('button', { name: 'Remove Holiday Tag' }));
    await panel.findByText('$0.00');
    panel.getByText('Your cart is empty');
  });

  it('loses a line when its quantity of one is lowered, and keeps the focus in the panel', async () => {
    onlyInWholeSuite();
    const { user } = await openStore();
    await user.click(
      card('Holiday Tag').getByRole('button', { name: 'Add Holiday Tag to the cart' }),
    );
    await user.click(await cartOf(1));
    const dialog = await screen.findByRole('dialog', { name: 'Your cart' });
    const panel = within(dialog);
    await user.click(panel.getByRole('button', { name: 'One less of Holiday Tag' }));
    await panel.findByText('Your cart is empty');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    expect(document.activeElement?.textContent).toContain('Your cart');
  });

  it.each([
    ['en', 'Price changed. It was ฿230.00.', 'No longer available. It is not part of the total.'],
    ['th', 'ราคาเปลี่ยนแล้ว จากเดิม ฿230.00', 'สินค้านี้ไม่มีจำหน่ายแล้ว และไม่รวมอยู่ในยอดรวม'],
  ] as const)('shows the current prices of the store in %s', async (language, changed, gone) => {
    const { user, unmount } = await openStore();
    for (const name of ['Holiday Tag', 'Sunrise Cap']) {
      await user.click(card(name).getByRole('button', { name: `Add ${name} to the cart` }));
      await waitFor(() => expect(localStorage.getItem('bkksiam-cart')).toContain(name));
    }
    unmount();
    await during(
      `update public.bkk_product_variants set sale_price_in_cents = 25000 where product_id = 'holiday-tag';
       update public.bkk_products set purchasable = false where id = 'sunrise-cap'`,
      `update public.bkk_product_variants set sale_price_in_cents = 23000 where product_id = 'holiday-tag';
       update public.bkk_products set purchasable = true where id = 'sunrise-cap'`,
    );
    const again = await renderApp({ path: '/about', language });
    await again.user.click(await screen.findByRole('button', { name: /^(Cart, 2|ตะกร้า 2)/ }));
    const panel = within(await screen.findByRole('dialog'));
    await panel.findByText(changed);
    await panel.findByText(gone);
    // The line and the total.
    expect(panel.getAllByText('฿250.00')).toHaveLength(2);
    const more = panel.getAllByRole('button', { name: /^(One more of|เพิ่ม) ?Sunrise Cap/ });
    expect(more[0]?.getAttribute('aria-disabled')).toBe('true');
  });

  it('follows what another tab has made of it, also as an older page has kept it', async () => {
    onlyInWholeSuite();
    const { user } = await openStore();
    await user.click(
      card('Sunrise Cap').getByRole('button', { name: 'Add Sunrise Cap to the cart' }),
    );
    await cartOf(1);
    const key = 'bkksiam-cart';
    const [line] = JSON.parse(localStorage.getItem(key) ?? '') as [object];
    const follow = (changes: object) => {
      localStorage.setItem(key, JSON.stringify([{ ...line, ...changes }]));
      window.dispatchEvent(new StorageEvent('storage', { key }));
    };
    follow({ quantity: 5 });
    await cartOf(5);
    follow({ quantity: 3, answers: { Name: ['Nok', 'Lek'] } });
    await user.click(await cartOf(3));
    const panel = within(await screen.findByRole('dialog'));
    panel.getByText('Name: Nok, Lek');
  });

  it('sets a damaged copy aside', async () => {
    await openStore();
    for (const damaged of ['{', '[{"old":true}]', 'null']) {
      localStorage.setItem('bkksiam-cart', damaged);
      window.dispatchEvent(new StorageEvent('storage', { key: 'bkksiam-cart' }));
      await waitFor(() => expect(localStorage.getItem('bkksiam-cart-damaged')).toBe(damaged));
      expect(localStorage.getItem('bkksiam-cart')).toBeNull();
      screen.getByRole('button', { name: 'Cart, 0 items' });
      expect(takeConsoleErrors()).toHaveLength(1);
    }
  });
});

describe('a product`s own page', () => {
  it('switches price, stock and picture with what is chosen, and marks what is sold out with it', async () => {
    const { user } = await renderApp({ path: '/product/long-tail-tee' });
    await screen.findByRole('heading', { level: 1, name: 'Long-tail Tee' });
    await user.click(screen.getByRole('radio', { name: 'Cream' }));
    await user.click(screen.getByRole('radio', { name: 'XL (Sold out)' }));
    screen.getByRole('radio', { name: 'XL', checked: true });
    screen.getByRole('radio', { name: 'Cream', checked: true });
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Cart' });
    expect(add.disabled).toBe(true);
    expect(descriptionOf(add)).toBe('Sold out');
    await user.click(screen.getByRole('radio', { name: 'M' }));
    await user.click(screen.getByRole('button', { name: 'One more of Long-tail Tee' }));
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await screen.findByText('Added to Cart!');
    expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toMatchObject([
      { variant: { id: 'tee-cream-m' }, quantity: 2 },
    ]);
  });

  it('keeps the answers of two fields with one title', async () => {
    onlyInWholeSuite();
    // Every object has a property of this name.
    const fields = (custom: string) =>
      `update public.bkk_products set custom_fields = '${custom}' where id = 'sunrise-cap'`;
    await during(
      fields(
        '[{"id":"a","title":"constructor","is_required":false},{"id":"b","title":"constructor","is_required":false}]',
      ),
      fields('[]'),
    );
    const { user } = await renderApp({ path: '/product/sunrise-cap' });
    const [one, other] = await screen.findAllByLabelText('constructor');
    if (one === undefined || other === undefined) throw new Error('a field is missing');
    await user.type(one, 'Malee');
    await user.type(other, 'Nok');
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await screen.findByText('Added to Cart!');
    expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toMatchObject([
      { answers: { constructor: ['Malee', 'Nok'] } },
    ]);
  });

  it('shows an error beside an empty required field', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: '/product/departure-tag' });
    await user.click(await screen.findByRole('button', { name: 'Add to Cart' }));
    const field = screen.getByLabelText('Name on the tag');
    expect(field.ariaInvalid).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(descriptionOf(field)).toBe('Please fill in this field.');
    await user.type(field, 'Malee');
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await screen.findByText('Added to Cart!');
    expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toMatchObject([
      { answers: { 'Name on the tag · ชื่อบนป้าย': ['Malee'] } },
    ]);
    await user.clear(field);
    await user.type(field, 'Nok');
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await user.click(await screen.findByRole('button', { name: 'Cart, 2 items' }));
    const panel = within(await screen.findByRole('dialog'));
    panel.getByRole('button', { name: 'Remove Departure Tag, Malee' });
    await user.click(panel.getByRole('button', { name: 'Remove Departure Tag, Nok' }));
    await waitFor(() => expect(panel.queryByText(/ Nok$/)).toBeNull());
    panel.getByText('Name on the tag: Malee');
  });

  it.each([
    ['monsoon-umbrella', 'Not available for purchase'],
    ['temple-mug', 'Sold out'],
  ])('of %s shows why it cannot be bought', async (id, why) => {
    await renderApp({ path: `/product/${id}` });
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add to Cart' });
    expect(add.disabled).toBe(true);
    expect(descriptionOf(add)).toBe(why);
  });

  it('shows that there is no such product, in the page', async () => {
    await renderApp({ path: '/product/nothing', language: 'th' });
    await screen.findByText('ไม่พบสินค้านี้');
    expect(screen.getAllByRole('link', { name: 'กลับไปที่ร้าน' })).not.toHaveLength(0);
  });

  it('shows what goes with it', async () => {
    await renderApp({ path: '/product/snack-box' });
    const related = await screen.findByRole('region', { name: /Goes well with/ });
    within(related).getByRole('link', { name: 'Wat Arun Mug' });
  });
});

it('the page after a payment empties the cart when it is shown', async () => {
  const { user } = await openStore();
  await user.click(
    card('Sunrise Cap').getByRole('button', { name: 'Add Sunrise Cap to the cart' }),
  );
  await screen.findByRole('button', { name: 'Cart, 1 item' });
  await renderApp({ path: '/success' });
  await screen.findByRole('heading', { name: 'Payment Successful!' });
  expect(
    (await screen.findByRole('link', { name: 'Continue Shopping' })).getAttribute('href'),
  ).toBe('/store');
  expect(screen.getByRole('link', { name: 'View My Bookings' }).getAttribute('href')).toBe(
    '/dashboard',
  );
  expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toEqual([]);
});

it('the page after a payment says that there is no order where the cart was empty', async () => {
  await renderApp({ path: '/success' });
  await screen.findByRole('heading', { level: 1, name: 'No order here' });
  expect(screen.queryByText('Payment Successful!')).toBeNull();
  screen.getByRole('link', { name: 'View My Bookings' });
});

describe('a product that is sold out, with the feature shop', () => {
  const features = ['bookings', 'payments', 'shop'] as const;
  const mug = `where id = 'temple-mug'`;

  beforeEach(async () => {
    onTestFinished(() => provideSettings({ ...settings(), features: [] }));
    provideSettings({ ...settings(), features });
    await during(
      `select bkk_internal.set_features('{${features.join()}}')`,
      `select bkk_internal.set_features('{}'); delete from public.bkk_stock_alerts`,
    );
  });

  const section = async (name: string) => within(await screen.findByRole('region', { name }));
  const alerts = () =>
    backend().database.sql(
      `select variant_id, user_id is not null as is_member, email, language from public.bkk_stock_alerts`,
    );

  it('mails a visitor who leaves an address, once it is back', async () => {
    const { user } = await renderApp({ path: '/product/temple-mug', language: 'th', features });
    const alert = await section('แจ้งเตือนเมื่อมีสินค้า');
    screen.getAllByText('สินค้าหมด');
    const field = alert.getByRole('textbox');
    await user.type(field, 'arthit{Enter}');
    expect(await alert.findByText('กรุณากรอกอีเมลที่เราติดต่อคุณได้')).toBeTruthy();
    await user.type(field, '@example.com{Enter}');
    const asked = await alert.findByText('เราจะแจ้งคุณเมื่อมีสินค้าอีกครั้ง');
    expect(document.activeElement).toBe(asked);
    const email = 'arthit@example.com';
    expect(await alerts()).toEqual([
      { variant_id: 'temple-mug', is_member: false, email, language: 'th' },
    ]);
    await during(
      `update public.bkk_product_variants set inventory_quantity = 3 ${mug}`,
      `update public.bkk_product_variants set inventory_quantity = 0 ${mug}`,
    );
    await sql('select bkk_internal.send_stock_alerts(now())');
    await vi.waitFor(async () => {
      const mail = (await backend().mails()).at(-1);
      expect(mail?.to?.[0]?.address).toBe(email);
      expect(mail?.text).toContain('/product/temple-mug');
    });
  });

  it('is waited for by a member in one press, for the chosen variant', async () => {
    const { user } = await renderApp({ path: '/product/long-tail-tee', as: 'member', features });
    await user.click(await screen.findByRole('radio', { name: 'Cream' }));
    expect(screen.queryByRole('region', { name: 'Tell me when it is back' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'XL (Sold out)' }));
    const alert = await section('Tell me when it is back');
    await user.click(alert.getByRole('button', { name: 'Tell me' }));
    await alert.findByText('We will tell you once it is back');
    expect(await alerts()).toEqual([
      { variant_id: 'tee-cream-xl', is_member: true, email: null, language: 'en' },
    ]);
    await user.click(screen.getByRole('radio', { name: 'S' }));
    expect(screen.queryByRole('region', { name: 'Tell me when it is back' })).toBeNull();
  });

  it('that came back meanwhile says so', async () => {
    const { user } = await renderApp({ path: '/product/temple-mug', as: 'member', features });
    const alert = await section('Tell me when it is back');
    await during(
      `update public.bkk_product_variants set inventory_quantity = 3 ${mug}`,
      `update public.bkk_product_variants set inventory_quantity = 0 ${mug}`,
    );
    await user.click(alert.getByRole('button', { name: 'Tell me' }));
    await screen.findByText('It is in stock again. Reload the page to buy it.');
    await expectConsoleError('stock-alert');
  });
});
