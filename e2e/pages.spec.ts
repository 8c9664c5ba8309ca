import type { BrowserContext, Page } from '@playwright/test';
import { fillInSignIn, newMember } from './support/accounts.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { hydrated } from './support/hydration.ts';
import { textIn, type TextKey } from './support/texts.ts';

const pages = ['/news', '/packages', '/about', '/contact', '/terms', '/privacy', '/nowhere'];
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** A page outside the `page` fixture: failing requests are console errors here by intention. */
async function failingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function noCrash(page: Page): Promise<void> {
  await expect(page.getByText('Runtime error:')).toHaveCount(0);
}

/** Fills in the ticket form. */
async function fillIn(page: Page, t: (key: TextKey) => string): Promise<void> {
  const main = page.getByRole('main');
  const field = (name: 'name' | 'email' | 'subject' | 'message') =>
    main.getByLabel(t(`pages.contact.${name}`), { exact: true });
  await field('name').fill('Malai');
  await field('email').fill('malai@mail.example');
  await field('subject').fill('Seats');
  await field('message').fill('Can we sit together?');
}

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
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a visitor asks for help, is reminded of what is missing, and is promised a reply', async ({
      page,
    }) => {
      await page.goto('/');
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('footer.help') })
        .click();
      await expect(heading(page)).toHaveText(t('pages.contact.heading'));
      await expect(page).toHaveTitle(`${t('nav.contact')} | BKK Siam`);
      const submit = page.getByRole('button', { name: t('pages.contact.submit') });
      await submit.click();
      await expect(page.getByRole('alert').getByText(t('pages.contact.missing'))).toBeVisible();
      const name = page.getByLabel(t('pages.contact.name'), { exact: true });
      await expect(name).toBeFocused();
      await expect(name).toHaveAccessibleDescription(t('problem.contact.missing_name'));
      await expectNoViolations(page);
      await fillIn(page, t);
      await submit.press('Enter');
      await expect(page.getByRole('status').getByText(t('pages.contact.submitted'))).toBeVisible();
      await expect(name).toHaveValue('');
      const stored = await page.evaluate(() => localStorage.getItem('bkksiam-tickets'));
      expect(JSON.parse(stored ?? 'null')).toMatchObject([
        { name: 'Malai', subject: 'Seats', status: 'open' },
      ]);
      await page.getByRole('button', { name: t('pages.contact.chat.action') }).click();
      await expect(
        page.getByRole('status').getByText(t('pages.contact.chat.unavailable')),
      ).toBeVisible();
    });

    test('the contents of the terms lead to a section and follow the scroll position', async ({
      page,
    }) => {
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
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['/terms', '/privacy']) {
        await page.goto(path);
        const contents = page.getByRole('main').getByRole('navigation');
        for (const link of await contents.locator('a').all()) {
          await contents.getByRole('button').click();
          await link.click();
          await expect(link).toHaveAttribute('aria-current', 'location');
          expect(await horizontalOverflow(page), await page.evaluate(() => location.href)).toBe(0);
        }
      }
    });

    test('with the services down every page reads, and the news say what is wrong', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.route(/\/(rest|auth|functions)\/v1\//, (route) => route.abort());
      for (const path of pages) {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await noCrash(page);
      }
      await page.goto('/about');
      await hydrated(page);
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('footer.news') })
        .click();
      await expect(heading(page)).toHaveText(t('pages.news.title'));
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText('ไม่สามารถโหลดข่าวได้ในขณะนี้', { timeout: 30_000 });
      await page.unroute(/\/(rest|auth|functions)\/v1\//);
      await alert.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.getByRole('article')).not.toHaveCount(0);
    });

    test('with storage blocked every page reads, and a ticket says that nothing was kept', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
        }
      });
      for (const path of pages) {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await noCrash(page);
      }
      await page.goto('/contact');
      await fillIn(page, t);
      await page.getByRole('button', { name: t('pages.contact.submit') }).click();
      await expect(page.getByText(t('pages.contact.notStored'))).toBeVisible();
      await noCrash(page);
    });

    test('offline, the page at hand stays, another says that it could not be loaded and comes later', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.goto('/terms');
      await hydrated(page);
      await context.setOffline(true);
      await page.getByRole('main').locator('nav a[href$="#refunds"]').click();
      await expect(page.locator('#refunds')).toBeInViewport();
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: t('footer.help') }).click();
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(t('pages.unreachable'));
      await expect(heading(page)).toHaveText(t('nav.contact'));
      await noCrash(page);
      await context.setOffline(false);
      await alert.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(heading(page)).toHaveText(t('pages.contact.heading'));
    });

    test('offline, a sign-in that was never opened says so under its title', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.goto('/terms');
      await hydrated(page);
      await context.setOffline(true);
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('nav.signIn') })
        .click();
      await expect(page.getByText(t('pages.unreachable'))).toBeVisible();
      await expect(page).toHaveTitle(`${t('nav.signIn')} | BKK Siam`);
    });

    test('offline, a cart that was never opened says so, and what was typed stays', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.goto('/contact');
      await hydrated(page);
      await fillIn(page, t);
      await context.setOffline(true);
      const cart = page.getByRole('banner').locator('button[aria-haspopup=dialog]');
      await cart.click();
      await expect(page.getByRole('alert')).toContainText(t('store.cart.unreachable'));
      await noCrash(page);
      const message = page
        .getByRole('main')
        .getByLabel(t('pages.contact.message'), { exact: true });
      await expect(message).toHaveValue('Can we sit together?');
    });

    test('a sign-in fails offline and works once online', async ({ context, request, site }) => {
      const member = await newMember(request, site, 'offline', language);
      const page = await failingPage(context);
      await page.goto('/login');
      await hydrated(page);
      await context.setOffline(true);
      const submit = await fillInSignIn(page, t, member);
      await submit.click();
      await expect(page.getByRole('dialog').getByText(t('authError.network'))).toBeVisible();
      await context.setOffline(false);
      await submit.click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test('a document that cannot be fetched says so and comes when asked again', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.goto('/about');
      await hydrated(page);
      await page.route('**/locales/*/privacy.json', (route) => route.abort());
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('footer.privacy') })
        .click();
      await expect(heading(page)).toHaveText(t('pages.privacy.title'));
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(t('pages.legal.failed'), { timeout: 30_000 });
      await noCrash(page);
      await page.unroute('**/locales/*/privacy.json');
      await alert.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.locator('#your-rights')).toBeAttached();
    });
  });
}

test('the privacy policy names everything that the browser is given to keep', async ({ page }) => {
  const t = textIn('en');
  await page.goto('/privacy');
  const policy = await page.getByRole('main').innerText();
  await page.getByRole('banner').getByRole('button', { name: 'ไทย' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await page.getByRole('banner').getByRole('button', { name: 'EN' }).click();
  await page.getByRole('button', { name: t('theme.dark') }).click();
  await page.goto('/contact');
  await fillIn(page, t);
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
    await page.goto(address);
    await expect(heading(page)).not.toHaveText(/404/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
  }
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
