import type { Locator, Page } from '@playwright/test';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
} from './support/fixtures.ts';
import { codeLoaded } from './support/hydration.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { filled, textIn } from './support/texts.ts';

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

for (const language of languagesInTest('th')) {
  const t = textIn(language);
  const teal = language === 'th' ? 'สีเขียวหัวเป็ด' : 'Teal';
  const counted = (key: 'store.cart.open', count: number) =>
    filled(t(`${key}_${language === 'en' && count === 1 ? 'one' : 'other'}`), { count });

  const cartButton = (page: Page, count: number) =>
    page.getByRole('banner').getByRole('button', { name: counted('store.cart.open', count) });

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a visitor picks a variant up to its stock, changes the cart in two tabs, and pays', async ({
      page,
    }) => {
      const tote = 'Chao Phraya Tote';
      const more = filled(t('store.more'), { product: tote });
      await page.goto('/store');
      await page
        .getByRole('link', { name: filled(t('store.chooseName'), { product: tote }) })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(tote);
      await expect(page).toHaveTitle(`${tote} | BKK Siam`);
      await page.getByRole('radio', { name: teal }).check({ force: true });
      await expect(page.getByText(filled(t('store.left'), { count: 3 }))).toBeVisible();
      const add = page.getByRole('button', { name: t('store.add'), exact: true });
      await add.click();
      await expect(page.getByRole('status').getByText(t('store.added'))).toBeVisible();
      await expect(cartButton(page, 1)).toBeVisible();
      for (const quantity of [2, 3]) {
        await page.getByRole('button', { name: more }).click();
        await expect(page.getByRole('group', { name: t('store.quantity') })).toContainText(
          String(quantity),
        );
      }
      await add.click();
      const few = { product: tote, variant: teal, left: 3 };
      await expect(
        page.getByRole('alert').getByText(filled(t('problem.cart.not_enough_stock'), few)),
      ).toBeVisible();
      await expect(cartButton(page, 1)).toBeVisible();

      const second = await page.context().newPage();
      await second.goto('/store');
      await cartButton(second, 1).click();
      const cart = second.getByRole('dialog', { name: t('store.cart.title') });
      await cart.getByRole('button', { name: more }).click();
      await expect(cart).toContainText('฿1,180.00');
      await expect(cartButton(page, 2)).toBeVisible();
      await cart.getByRole('button', { name: more }).click();
      await expect(cart).toContainText('฿1,770.00');
      await cart.getByRole('button', { name: more }).click();
      await expect(
        second.getByRole('alert').getByText(filled(t('problem.cart.not_enough_stock'), few)),
      ).toBeVisible();
      await cart.getByRole('button', { name: filled(t('store.less'), { product: tote }) }).click();
      await expect(cartButton(page, 2)).toBeVisible();
      const checkout = cart.getByRole('button', { name: t('store.cart.checkout') });
      await checkout.click();
      await expect(second.getByRole('status').getByText(t('toast.soon'))).toBeVisible();
      const isOnTop = await checkout.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isOnTop).toBe(true);
      // The dialog leaves the toast usable, and a press on it leaves the dialog open.
      await second.locator('[data-toasts] button').click();
      await expect(second.getByText(t('toast.soon'))).toHaveCount(0);
      await expect(cart).toBeVisible();
      await second.reload();
      await expect(cartButton(second, 2)).toBeVisible();

      await second.goto('/success');
      await expect(second.getByRole('heading', { level: 1 })).toHaveText(t('store.success.title'));
      await expect(cartButton(second, 0)).toBeVisible();
      await expect(cartButton(page, 0)).toBeVisible();
      await second.getByRole('link', { name: t('store.success.shop') }).click();
      await expect(second).toHaveURL(/\/store$/);
      await second.close();
      await cartButton(page, 0).click();
      await expect(page.getByRole('dialog').getByText('$0.00')).toBeVisible();
    });
  });
}

test('the pictures of a product are walked by swipe, by key and by thumbnail', async ({ page }) => {
  const t = textIn('en');
  await page.goto('/product/chao-phraya-tote');
  const gallery = page.getByRole('group', {
    name: filled(t('store.gallery'), { product: 'Chao Phraya Tote' }),
  });
  const thumbnail = (number: number) =>
    gallery.getByRole('button', { name: `Picture ${String(number)} of 2: Chao Phraya Tote` });
  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true');
  await gallery.getByRole('button', { name: t('store.next') }).press('Enter');
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true');
  await thumbnail(1).click();
  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true');
  const strip = gallery.getByRole('group', { name: 'Picture 1 of 2: Chao Phraya Tote' });
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true');
  await thumbnail(1).click();
  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true');
  // As a finger does it.
  await strip.evaluate((pictures) => {
    pictures.scrollTo({ left: pictures.clientWidth });
  });
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true');
});

/** Opens the store with ten times its products; resolves with the cards of its first page. */
async function openLongStore(page: Page) {
  const t = textIn('en');
  await page.route('**/store/*/products?*', async (route) => {
    const asked = new URL(route.request().url());
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(asked.searchParams.get(name)));
    asked.searchParams.delete('offset');
    const answer = await route.fetch({ url: asked.href });
    const list = (await answer.json()) as { products: { id: string; title: string }[] };
    const products = Array.from({ length: 10 }, (_, at) =>
      list.products.map((product) => ({
        ...product,
        id: `${product.id}-${String(at)}`,
        title: `${product.title} ${String(at)}`,
      })),
    ).flat();
    const json = {
      ...list,
      count: products.length,
      products: products.slice(offset).slice(0, limit),
    };
    await route.fulfill({ response: answer, json });
  });
  await page.route(/\/store\/[^/]+\/products\/.+-\d$/, async (route) => {
    const url = route.request().url().replace(/-\d$/, '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto('/success');
  await page.getByRole('link', { name: t('store.success.shop') }).click();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(24);
  return { t, cards };
}

for (const width of isWholeSuite ? [390, 1440] : [390]) {
  test(`another page of products is read from its first card, ${String(width)} wide; Back restores the scroll position`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { t, cards } = await openLongStore(page);
    const next = page.getByRole('link', { name: t('pagination.next') });
    await next.focus();
    const position = await scrolled(page);
    expect(position).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/store\?page=2$/);
    await expect(page.getByRole('link', { name: 'Palm Fan 1', exact: true })).toBeAttached();
    await expect(cards.first()).toBeInViewport({ ratio: 0.5 });
    await expect(page.getByRole('main').getByRole('list')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cards.first().getByRole('link').first()).toBeFocused();
    await page.goBack();
    await expect(
      page.getByRole('link', { name: 'Chao Phraya Tote 0', exact: true }),
    ).toBeAttached();
    await expect.poll(() => scrolled(page)).toBe(position);
  });
}

test('a link back to the pages of the store restores page and scroll position', async ({
  page,
}) => {
  onlyInWholeSuite();
  const { t } = await openLongStore(page);
  await page.getByRole('link', { name: t('pagination.last') }).click();
  const last = page.getByRole('link', { name: 'Monsoon Umbrella 9', exact: true });
  await last.scrollIntoViewIfNeeded();
  const position = await scrolled(page);
  await last.click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(await scrolled(page)).toBe(position);
});

for (const language of languagesInTest('th')) {
  test(`the links of products are large enough to touch in ${language}`, async ({
    page,
    context,
  }) => {
    const t = textIn(language);
    await page.setViewportSize({ width: 390, height: 844 });
    await context.addInitScript((saved) => {
      localStorage.setItem('bkksiam-language', saved);
    }, language);
    await page.goto('/store');
    await page
      .getByRole('button', { name: filled(t('store.addName'), { product: 'Palm Fan' }) })
      .click();
    const main = page.getByRole('main');
    const heights = (links: Locator) =>
      links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    for (const height of await heights(main.getByRole('heading').getByRole('link'))) {
      expect(height).toBeGreaterThanOrEqual(24);
    }
    await page.getByRole('banner').getByRole('button', { name: /1/ }).click();
    const link = page.getByRole('dialog').getByRole('heading').getByRole('link');
    await expect(link).toBeVisible();
    const [inCart] = await heights(link);
    expect(inCart).toBeGreaterThanOrEqual(24);
  });
}

test('offline, nothing is added to the cart; the next press does it', async ({ context, site }) => {
  const t = textIn('en');
  // Outside the `page` fixture: failing requests are console errors.
  const page = await context.newPage();
  await page.goto(`${site.url}/store`);
  const add = page.getByRole('button', { name: /^Add .+ to the cart$/ }).first();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(13);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await add.click();
  await expect(page.getByRole('alert')).toContainText(t('store.addFailed'));
  await context.setOffline(false);
  const panelLoaded = codeLoaded(page, /\/assets\/cart-panel-/);
  await add.click();
  await expect(page.getByRole('status').getByText(t('store.added'))).toBeVisible();
  const cart = page.getByRole('button', { name: filled(t('store.cart.open_one'), { count: 1 }) });
  await expect(cart).toBeVisible();
  await panelLoaded;
  await context.setOffline(true);
  await cart.click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
});

test('a word of the store that is longer than the screen makes no page wider', async ({ page }) => {
  onlyInWholeSuite();
  const t = textIn('en');
  const word = 'w'.repeat(120);
  interface Wordy {
    readonly options: readonly { readonly values: readonly { readonly value: string }[] }[];
    readonly additional_info: readonly object[];
    readonly custom_fields: readonly object[];
  }
  const lengthen = (product: Wordy) => ({
    ...product,
    title: word,
    subtitle: word,
    ribbon_text: word,
    description: word,
    options: product.options.map((option) => ({
      ...option,
      title: word,
      values: option.values.map((value) => ({ ...value, value: value.value + word })),
    })),
    additional_info: product.additional_info.map((info) => ({
      ...info,
      title: word,
      description: word,
    })),
    custom_fields: product.custom_fields.map((field) => ({ ...field, title: word })),
  });
  await page.route(/\/store\/[^/]+\/products(\?|\/)/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Wordy | { readonly products: readonly Wordy[] };
    const json =
      'products' in body ? { ...body, products: body.products.map(lengthen) } : lengthen(body);
    await route.fulfill({ response: answer, json });
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/success');
  await page.getByRole('link', { name: t('store.success.shop') }).click();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.getByText(word).first()).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  const products = await cards.getByRole('heading').getByRole('link').count();
  for (let at = 0; at < products; at += 1) {
    await cards.getByRole('heading').getByRole('link').nth(at).click();
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.goBack();
  }
});

test('a reload keeps the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/store');
  const last = page.getByRole('link', { name: 'Monsoon Umbrella', exact: true });
  await last.scrollIntoViewIfNeeded();
  const position = await scrolled(page);
  await page.reload();
  await expect(last).toBeInViewport();
  expect(await scrolled(page)).toBe(position);
});

test('a search that finds nothing does not bring the footer up', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/store?q=none');
  const search = await page.getByRole('searchbox').boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect((footer?.y ?? 0) - (search?.y ?? 0)).toBeGreaterThan(600);
});
