import type { Page } from '@playwright/test';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
} from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { hydrated } from './support/hydration.ts';
import { fillInTicket } from './support/ticket.ts';
import { textIn } from './support/texts.ts';

/** Waits until a smooth scroll has come to rest: the browser ignores the wheel until then. */
async function scrolled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = Number.NaN;
        const look = () => {
          if (window.scrollY === last) resolve();
          last = window.scrollY;
          setTimeout(look, 100);
        };
        look();
      }),
  );
}

for (const language of languagesInTest('th')) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('the contents of the terms lead to a section and follow the scroll position', async ({
      page,
    }) => {
      onlyInWholeSuite();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/terms');
      const contents = page.getByRole('main').getByRole('navigation');
      const links = contents.getByRole('link');
      const refunds = contents.locator('a[href$="#refunds"]');
      await refunds.click();
      await expect(page).toHaveURL(/\/terms#refunds$/);
      await expect(page.locator('#refunds')).toBeInViewport();
      await expect(refunds).toHaveAttribute('aria-current', 'location');
      await expect(contents.locator('[aria-current]')).toHaveCount(1);
      await expect(refunds).toBeInViewport();
      await scrolled(page);
      await page.mouse.wheel(0, -20_000);
      await expect(refunds).not.toHaveAttribute('aria-current', 'location');
      await links.last().click();
      await expect(links.last()).toHaveAttribute('aria-current', 'location');
      await expect(contents.locator('[aria-current]')).toHaveCount(1);

      const shared = await page.context().newPage();
      await shared.goto('/terms#refunds');
      await expect(shared.locator('#refunds')).toBeInViewport();
      await expect
        .poll(() => shared.locator('#refunds').evaluate((part) => part.getBoundingClientRect().top))
        .toBeLessThan(200);
      await shared.close();
    });

    test('a document stays as wide as a narrow phone, whichever section is read', async ({
      page,
    }) => {
      onlyInWholeSuite();
      await page.setViewportSize({ width: 320, height: 640 });
      // A section is there at once.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const path of ['/terms', '/privacy']) {
        await page.goto(path);
        const contents = page.getByRole('main').getByRole('navigation');
        // The bar of the contents names the section that is read: every fourth, and all in the whole suite.
        const links = await contents.locator('a').all();
        for (const link of links.filter((_, index) => isWholeSuite || index % 4 === 0)) {
          await contents.getByRole('button').click();
          await link.click();
          await expect(link).toHaveAttribute('aria-current', 'location');
          expect(await horizontalOverflow(page), await page.evaluate(() => location.href)).toBe(0);
        }
      }
    });
  });
}

test('the privacy policy names everything that the browser is given to keep', async ({ page }) => {
  onlyInWholeSuite();
  const t = textIn('en');
  await page.goto('/privacy');
  const policy = await page.getByRole('main').innerText();
  await page.getByRole('banner').getByRole('button', { name: 'ไทย' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await page.getByRole('banner').getByRole('button', { name: 'EN' }).click();
  await page.getByRole('button', { name: t('theme.dark') }).click();
  await page.goto('/contact');
  await fillInTicket(page, t);
  await page.getByRole('button', { name: t('pages.contact.submit') }).click();
  await expect(page.getByRole('status').getByText(t('pages.contact.submitted'))).toBeVisible();
  await page.goto('/store');
  await page.getByRole('button', { name: 'Add Palm Fan to the cart' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: /1 item/ })).toBeVisible();
  await page.goto('/search');
  await page.getByRole('combobox', { name: t('search.from'), exact: true }).fill('BKK');
  await page.keyboard.press('Enter');
  await page.goto('/about');
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? ''),
  ]);
  expect(kept).toEqual(
    expect.arrayContaining(['bkksiam-cart', 'bkksiam-tickets', 'bkksiam-language']),
  );
  expect(kept.filter((name) => !policy.includes(name))).toEqual([]);
});

test('the terms scroll smoothly, but not for those who asked for less motion', async ({ page }) => {
  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.goto('/terms');
  await expect.poll(behaviour).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await behaviour()).toBe('auto');
});

test('where the system forces its colours, fields and buttons have edges', async ({ page }) => {
  onlyInWholeSuite();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/contact', '/search', '/store', '/login']) {
    await page.goto(path);
    await hydrated(page);
    const bare = await page
      .locator('button:visible, input:visible, select:visible, textarea:visible')
      .evaluateAll((controls) =>
        controls
          .filter((control) => {
            const { borderTopStyle, borderTopWidth, opacity } = getComputedStyle(control);
            const drawn = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
            return !drawn && opacity !== '0';
          })
          .map((control) => control.outerHTML.slice(0, 120)),
      );
    expect(bare, path).toEqual([]);
  }
  const backgroundOf = (pressed: boolean) =>
    page
      .getByRole('button', { pressed })
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await backgroundOf(true)).not.toBe(await backgroundOf(false));
});

test('on paper the terms are text alone', async ({ page }) => {
  await page.goto('/terms');
  await expect(page.locator('#law')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  for (const part of [
    page.locator('header'),
    page.locator('footer'),
    page.getByRole('main').locator('nav'),
  ]) {
    await expect(part).toBeHidden();
  }
  await expect(page.locator('#law')).toBeVisible();
});

test('the site says how it wants to be found, shown and installed', async ({ page, site }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const map = await (await page.request.get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses).toContain(`${site.url}/terms`);
  for (const address of addresses) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(await answer.text()).toContain(`<link rel="canonical" href="${address}"`);
  }
  await page.goto('/');
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const manifest = await page.request.get('/site.webmanifest');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of [
    ...icons,
    { src: '/apple-touch-icon.png', type: 'image/png' },
    { src: picture ?? '', type: 'image/png' },
  ]) {
    const answer = await page.request.get(src);
    expect([answer.status(), answer.headers()['content-type']], src).toEqual([200, type]);
  }
});

test('the gallery of parts is a page of development: the built site has none', async ({ page }) => {
  const response = await page.goto('/gallery');
  expect(response?.status()).toBe(404);
});
