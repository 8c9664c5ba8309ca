import type { Page } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { hold } from './support/hold.ts';
import { expect, test, type Language } from './support/people.ts';
import { sideways } from './support/sideways.ts';
import { textIn } from './support/texts.ts';

const languages: readonly Language[] = ['en', 'th'];
const teal = 'Teal · สีเขียวหัวเป็ด';

function filled(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

for (const language of languages) {
  const t = textIn(language);
  const counted = (key: string, count: number) =>
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
      await cart.getByRole('button', { name: t('store.cart.checkout') }).click();
      await expect(second.getByRole('status').getByText(t('store.cart.comingSoon'))).toBeVisible();
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

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`axe finds nothing wrong with the store in the ${colorScheme} theme`, async ({
        page,
      }) => {
        test.slow();
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          for (const path of ['/store', '/product/chao-phraya-tote', '/product/none', '/success']) {
            await page.goto(path);
            await page.waitForLoadState('networkidle');
            await expectNoViolations(page);
            expect(await sideways(page), `${path} at ${String(width)}`).toBe(0);
          }
          await page.goto('/store');
          await page
            .getByRole('button', {
              name: filled(t('store.addName'), { product: 'Palm Fan' }),
            })
            .click();
          await expect(cartButton(page, 1)).toBeVisible();
          await cartButton(page, 1).click();
          await expect(page.getByRole('dialog')).toContainText('Palm Fan');
          await expectNoViolations(page);
          await page.goto('/success');
          await expect(cartButton(page, 0)).toBeVisible();
        }
      });
    }
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

/** The store as a host of ten times the products would give it; resolves once all of them stand in their list. */
async function openLongStore(page: Page) {
  const t = textIn('en');
  await page.route('**/store/*/products?*', async (route) => {
    const answer = await route.fetch();
    const page = (await answer.json()) as { products: { id: string; title: string }[] };
    const products = Array.from({ length: 10 }, (_, at) =>
      page.products.map((product) => ({
        ...product,
        id: `${product.id}-${String(at)}`,
        title: `${product.title} ${String(at)}`,
      })),
    ).flat();
    await route.fulfill({ response: answer, json: { ...page, count: products.length, products } });
  });
  await page.goto('/success');
  await page.getByRole('link', { name: t('store.success.shop') }).click();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(130);
  return {
    t,
    cards,
    card: (name: string) => cards.filter({ has: page.getByRole('link', { name, exact: true }) }),
  };
}

test('a long store keeps its height and its place while its shelves come into sight', async ({
  page,
}) => {
  const { t } = await openLongStore(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const last = page.getByRole('link', { name: 'Palm Fan 9', exact: true });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  expect(await height()).toBe(before);
  const place = await scrolled(page);
  // Where the reader is: a click on the header would scroll up to it.
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('nav.contact') })
    .dispatchEvent('click');
  await expect(last).toHaveCount(0);
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(await scrolled(page)).toBe(place);
});

test('cards far from what is seen hold their name alone until they come near', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { cards } = await openLongStore(page);
  const price = (number: number) => cards.nth(number).getByText('฿').first();
  // The last of the list are no full row and stand always.
  const [middle, last] = [price(60), price(127)];
  await cards.nth(60).scrollIntoViewIfNeeded();
  await expect(middle).toBeVisible();
  await expect(last).toHaveCount(0);
  const shrunkBy = await page.evaluate(async () => {
    const { documentElement: root } = document;
    const before = root.scrollHeight;
    let lowest = before;
    window.scrollTo({ top: before, behavior: 'instant' });
    while (!document.querySelectorAll('main [role=listitem]')[127]?.textContent.includes('฿')) {
      await new Promise(requestAnimationFrame);
      lowest = Math.min(lowest, root.scrollHeight);
    }
    return before - lowest;
  });
  await expect(last).toBeVisible();
  // A shelf is some pixels off what it was taken for until its words are laid out; of names alone it would be a thousand.
  expect(shrunkBy).toBeLessThan(100);
  await expect(middle).toHaveCount(0);
  expect(await cards.locator('img').count()).toBeLessThan(60);
});

test('the card that has the focus stays whole, however far the page is scrolled', async ({
  page,
}) => {
  const { t, card } = await openLongStore(page);
  const name = filled(t('store.addName'), { product: 'Palm Fan 5' });
  await card('Palm Fan 5').scrollIntoViewIfNeeded();
  const button = page.getByRole('button', { name });
  await button.focus();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(card('Chao Phraya Tote 0')).toBeInViewport();
  // A shelf that stood beside it has gone.
  await expect(card('Palm Fan 6').getByText('฿')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('offline, nothing is added to the cart; the next press does it', async ({ context, site }) => {
  const t = textIn('en');
  // Its console may complain of the connection.
  const page = await context.newPage();
  await page.goto(`${site.url}/store`);
  const add = page.getByRole('button', { name: /^Add .+ to the cart$/ }).first();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(13);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await add.click();
  await expect(page.getByRole('alert')).toContainText(t('store.addFailed'));
  await context.setOffline(false);
  await add.click();
  await expect(page.getByRole('status').getByText(t('store.added'))).toBeVisible();
  const cart = page.getByRole('button', { name: filled(t('store.cart.open_one'), { count: 1 }) });
  await expect(cart).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await cart.click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
});

test('a word of the store that is longer than the screen makes no page wider', async ({ page }) => {
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
  expect(await sideways(page)).toBe(0);
  const products = await cards.getByRole('heading').getByRole('link').count();
  for (let at = 0; at < products; at += 1) {
    await cards.getByRole('heading').getByRole('link').nth(at).click();
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
    expect(await sideways(page)).toBe(0);
    await page.goBack();
  }
});

test('a reload comes back to a place that the painted page does not reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/store');
  const last = page.getByRole('link', { name: 'Monsoon Umbrella', exact: true });
  await last.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  await page.reload();
  await expect(last).toBeInViewport();
  expect(await scrolled(page)).toBe(place);
});

test('whoever does something before the rest of the store has come stays there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/store');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(13);
  await page.getByRole('link', { name: 'Monsoon Umbrella', exact: true }).scrollIntoViewIfNeeded();
  const release = await hold(page, '**/store/*/products?*');
  const asked = page.waitForRequest('**/store/*/products?*');
  const parts = page.waitForResponse(/\/assets\/frame-parts-.*\.js$/);
  await page.reload();
  await asked;
  await (await parts).finished();
  await expect(cards).toHaveCount(8);
  await page.keyboard.press('Home');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.keyboard.press('Shift');
  release();
  await expect(cards).toHaveCount(13);
  expect(await scrolled(page)).toBe(0);
});

test('where the system forces its colours, the buttons of the cards show what they do', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/store');
  const signs = (role: 'button' | 'link', name: RegExp) =>
    page
      .getByRole('main')
      .getByRole(role, { name })
      .evaluateAll((all) => [
        ...new Set(all.map((one) => getComputedStyle(one, '::before').content)),
      ]);
  expect(await signs('button', /^Add /)).toEqual(['"+"']);
  expect(await signs('link', /^Choose /)).toEqual(['"→"']);
});
