import type { Page } from '@playwright/test';
import { hold } from './support/hold.ts';
import { expect, test, type Language } from './support/people.ts';
import { known, takenOver } from './support/takeover.ts';
import { textIn } from './support/texts.ts';

const languages: readonly Language[] = ['en', 'th'];
const locales = { en: 'en-GB', th: 'th-TH' };

/** Every page a stranger may open: its address, the key of its title, of its heading. */
const pages = [
  ['/', 'title.home', 'home.heroTitle'],
  ['/news', 'pages.news.title', 'pages.news.title'],
  ['/packages', 'pages.packages.title', undefined],
  ['/about', 'pages.about.title', undefined],
  ['/contact', 'pages.contact.title', undefined],
  ['/search', 'search.pageTitle', 'search.heading'],
  ['/results', 'search.resultsTitle', undefined],
  ['/store', 'title.store', 'store.heading'],
  ['/product/none', 'title.product', undefined],
  ['/success', 'title.success', 'store.success.title'],
  ['/terms', 'pages.terms.title', undefined],
  ['/privacy', 'pages.privacy.title', undefined],
  ['/login', 'title.signIn', 'signIn.title'],
  ['/register', 'title.signUp', 'signUp.title'],
  ['/signup', 'title.signUp', 'signUp.title'],
  ['/reset-password', 'title.resetPassword', 'reset.title'],
  ['/no/such/place', 'title.notFound', 'notFound.title'],
] as const;

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

interface Watched {
  shifts: { at: number; value: number; what: string }[];
  /** When the letters last came had been drawn, on the page's clock. */
  lettersAt: number;
}

/**
 * Notes what moves on the page without a person having done anything, once its letters are there: where the machine
 * has none of a script, long texts wrap otherwise until then.
 */
async function watchShifts(page: Page): Promise<() => Promise<Watched['shifts']>> {
  await page.addInitScript(() => {
    const watched: Watched = { shifts: [], lettersAt: 0 };
    Object.assign(window, { watched });
    document.fonts.addEventListener('loadingdone', () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          watched.lettersAt = performance.now();
        }),
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Node | null }[];
        };
        const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : ''));
        watched.shifts.push({ at: startTime, value, what: what.join(' ').slice(0, 300) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { watched } = window as unknown as { watched: Watched };
      return watched.shifts.filter(({ at }) => at > watched.lettersAt);
    });
}

/**
 * Notes what is taken away of the painted page while it is taken over. What says that it waits may go, and so may the
 * painted sign-in: the dialog that takes its place is no part of the page.
 */
async function watchLoss(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        if (!(target instanceof Element) || !target.closest('#root')) continue;
        // A region that waits stays, and says no more that it is busy.
        if (target.closest('[aria-busy]')) continue;
        for (const node of removedNodes) {
          if (!(node instanceof Element) || node.matches('[aria-busy], .bg-scrim')) continue;
          lost.push(node.outerHTML);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
}

/** Keeps code from coming until it is let through: all of the application, or the named part of it. */
const holdCode = (page: Page, name = 'start') => hold(page, new RegExp(`/assets/${name}-.*\\.js$`));

for (const language of languages) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: locales[language] });

    for (const [path, title, heading] of pages) {
      test(`${path} is painted before any script, and taken over without a word or a jump`, async ({
        page,
        request,
      }) => {
        const answer = await request.get(path, {
          headers: { 'accept-language': locales[language] },
        });
        const html = await answer.text();
        expect(html).toContain(`<html lang="${language}"`);
        expect(html).toContain(`<title>${t(title)} | BKK Siam</title>`);
        expect(html.match(/<h1/g)).toHaveLength(1);
        // What the page's policy would refuse, or what would show that a part came late.
        const painted = /<div id="root">(.*)<\/div>/s.exec(html)?.[1] ?? '';
        expect(painted).not.toMatch(/ style="|<template|<script(?! type="application)|<!--\$[?!]/);

        const shifts = await watchShifts(page);
        const lost = await watchLoss(page);
        for (const viewport of [narrow, wide]) {
          await page.setViewportSize(viewport);
          await page.goto(path);
          if (heading !== undefined) {
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(heading));
          }
          await takenOver(page);
          await expect(page).toHaveTitle(`${t(title)} | BKK Siam`);
          expect((await shifts()).filter(({ value }) => value > 0.02)).toEqual([]);
          expect(await lost()).toEqual([]);
        }
      });
    }

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      for (const [path, title, heading] of pages) {
        test(`${path} reads`, async ({ page }) => {
          await page.goto(path);
          await expect(page).toHaveTitle(`${t(title)} | BKK Siam`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          if (heading !== undefined) {
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(heading));
          }
          await expect(page.getByRole('main')).toBeVisible();
        });
      }

      test('the news are there, each with both clocks', async ({ page }) => {
        await page.goto('/news');
        await expect(page.getByRole('article')).not.toHaveCount(0);
        await expect(page.getByRole('article').first().locator('time')).toContainText(
          /GMT \/ .*เวลาไทย/,
        );
      });
    });

    test('with the APIs down the page reads, and only what needs them says so', async ({
      page,
    }) => {
      await page.route(/\/(auth|rest|functions)\/v1\//, (route) => route.abort());
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.heroTitle'));
      await expect(page.getByRole('article')).not.toHaveCount(0);
      await expect(page.getByText('Runtime error:')).toHaveCount(0);
    });
  });
}

test('what is typed and pressed before the application is there is not lost, nor sent anywhere', async ({
  page,
}) => {
  const release = await holdCode(page);
  const [en, th] = [textIn('en'), textIn('th')];
  await page.goto('/signup', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(en('auth.fullName')).fill('Somchai');
  await page.getByLabel(en('auth.password'), { exact: true }).fill('secret');
  await page.getByRole('banner').getByRole('button', { name: 'ไทย' }).click();
  await page.getByRole('button', { name: en('signUp.submit'), exact: true }).click();
  await expect(page).toHaveURL('/signup');
  release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByLabel(th('auth.fullName'))).toHaveValue('Somchai');
  // The form has been sent to be checked, and lacks an address.
  await expect(page.getByLabel(th('auth.email'))).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(th('auth.password'), { exact: true })).toHaveValue('secret');
  await expect(page).toHaveURL('/signup');
});

test('a language chosen while a part of the page is still to come is spoken once that is there', async ({
  page,
}) => {
  const release = await holdCode(page, 'frame');
  await page.goto('/privacy', { waitUntil: 'commit' });
  const header = page.getByRole('banner');
  await known(header.getByRole('button', { name: 'ไทย' }));
  await header.getByRole('button', { name: 'ไทย' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('contentinfo')).toContainText(textIn('th')('pages.terms.title'));
});

test('a search begun before the application is there goes on as it was begun', async ({ page }) => {
  const t = textIn('en');
  const release = await holdCode(page);
  await page.goto('/search', { waitUntil: 'domcontentloaded' });
  const form = page.getByRole('main').locator('form');
  const airport = (name: string) => form.getByRole('combobox', { name: t(name), exact: true });
  const cabin = form.getByLabel(t('search.cabinLabel'));
  await cabin.selectOption('business');
  await airport('search.from').pressSequentially('phuket');
  await airport('search.from').press('Tab');
  await airport('search.to').pressSequentially('singapore');
  await airport('search.to').press('Enter');
  release();
  await expect(airport('search.from')).toHaveValue('HKT');
  await expect(airport('search.to')).toHaveValue('SIN');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await form.getByRole('button', { name: t('search.type.oneway') }).click();
  await expect(cabin).toHaveValue('business');
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('a field that is pressed before the application is there offers its list once it is', async ({
  page,
}) => {
  const t = textIn('en');
  const release = await holdCode(page);
  await page.goto('/search', { waitUntil: 'domcontentloaded' });
  await page.getByRole('combobox', { name: t('search.from'), exact: true }).click();
  release();
  await expect(page.getByRole('option', { name: 'BKK' })).toBeVisible();
});

test('a variant that is chosen before the application is there stays chosen', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/product/chao-phraya-tote', { waitUntil: 'domcontentloaded' });
  await expect(page.getByText('฿490.00').first()).toBeVisible();
  const teal = page.getByRole('radio', { name: /Teal/ });
  await page.locator('label').filter({ has: teal }).click();
  release();
  await expect(page.getByRole('main').getByText('฿590.00')).toBeVisible();
  await expect(teal).toBeChecked();
});

for (const path of ['/terms', '/terms#refunds']) {
  test(`who reads on in ${path} before the application is there is not sent back`, async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const last = page.getByRole('main').getByRole('heading', { level: 2 }).last();
    await last.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => window.scrollY);
    const before = await place();
    expect(before).toBeGreaterThan(1000);
    release();
    await takenOver(page);
    await expect(page.locator('html')).toHaveClass(/scrolls-smoothly/);
    expect(await place()).toBe(before);
  });
}

test('offline, pages that are open still read, and one that does not come says so', async ({
  page,
  context,
  site,
}) => {
  const t = textIn('en');
  // The browser itself complains of what it cannot fetch.
  const tunnel = await context.newPage();
  await tunnel.setViewportSize(narrow);
  await tunnel.goto(`${site.url}/`);
  await takenOver(tunnel);
  await context.setOffline(true);
  await tunnel.getByRole('button', { name: t('nav.openMenu') }).click();
  const menu = tunnel.getByRole('navigation', { name: t('nav.main') });
  await menu.getByRole('link', { name: t('nav.about') }).click();
  await expect(tunnel.getByRole('main').getByRole('alert')).toContainText(t('pages.unreachable'));
  await tunnel.goBack();
  await expect(tunnel.getByRole('heading', { level: 1 })).toHaveText(t('home.heroTitle'));
  await expect(tunnel.getByRole('article')).not.toHaveCount(0);
  await context.setOffline(false);
  await tunnel.goForward();
  await tunnel.getByRole('button', { name: t('action.tryAgain') }).click();
  await expect(tunnel).toHaveTitle(`${t('pages.about.title')} | BKK Siam`);
  await expect(page.getByText('Runtime error:')).toHaveCount(0);
});

test('a page whose code never comes still reads', async ({ context, site }) => {
  const tunnel = await context.newPage();
  await tunnel.route(/\/assets\/start-.*\.js$/, (route) => route.abort());
  const failed = tunnel.waitForEvent('console', (message) => message.text().includes('bkksiam:'));
  await tunnel.goto(`${site.url}/news`);
  expect((await failed).text()).toContain('the application could not be loaded');
  await expect(tunnel.getByRole('article')).not.toHaveCount(0);
  await expect(tunnel.getByText('Runtime error:')).toHaveCount(0);
});

test('a painted page goes on without the parts whose code does not come', async ({
  context,
  site,
}) => {
  const t = textIn('en');
  const parts = /\/assets\/(frame-parts|search-form|sample-packages|home-news|after-paint)-/;
  for (const path of ['/', '/terms']) {
    const tunnel = await context.newPage();
    await tunnel.route(parts, (route) => route.abort());
    const failed = tunnel.waitForEvent('console', (message) =>
      message.text().includes('a part of the page did not come'),
    );
    await tunnel.goto(site.url + path);
    await failed;
    const about = tunnel.getByRole('banner').getByRole('link', { name: t('nav.about') });
    await known(about);
    await expect(tunnel.getByRole('contentinfo')).toBeVisible();
    await about.click();
    await expect(tunnel.getByText('Runtime error:')).toHaveCount(0);
    await expect(tunnel).toHaveTitle(`${t('pages.about.title')} | BKK Siam`);
    await tunnel.close();
  }
});

test('the chosen language and theme are in the first answer of the next visit', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await takenOver(page);
  await page.getByRole('banner').getByRole('button', { name: 'ไทย' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: textIn('th')('theme.dark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const answered = page.waitForResponse('/');
  await page.reload();
  expect(await (await answered).text()).toContain('<html lang="th" data-theme="dark">');
  const cookies = await context.cookies();
  expect(cookies.map(({ name, value }) => [name, value]).sort()).toEqual([
    ['bkksiam-language', 'th'],
    ['bkksiam-theme', 'dark'],
  ]);
  await takenOver(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('button', { name: textIn('th')('theme.light') })).toBeVisible();
});

test('a language saved where no cookie tells the server of it comes back by itself', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('seen')) localStorage.setItem('bkksiam-language', 'th');
    localStorage.setItem('seen', 'yes');
  });
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page).toHaveTitle(`${textIn('th')('pages.about.title')} | BKK Siam`);
  const answered = page.waitForResponse('/about');
  await page.reload();
  expect(await (await answered).text()).toContain('<html lang="th"');
});

test('where the browser keeps nothing the page still works, in the language it asks for', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  });
  await page.goto('/');
  await takenOver(page);
  await page.getByRole('banner').getByRole('button', { name: 'ไทย' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textIn('th')('home.heroTitle'));
  await expect(page.getByText('Runtime error:')).toHaveCount(0);
});

test('what is painted waits for the stylesheet only, and the code for both', async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
  const { blocking, early } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string;
    })[];
    const stylesheets = files.filter((file) => file.renderBlockingStatus === 'blocking');
    const [styled] = stylesheets.map(({ responseEnd }) => responseEnd);
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    return {
      blocking: stylesheets.map(({ name }) => new URL(name).pathname),
      early: scripts.filter(({ startTime }) => startTime < (styled ?? 0)).length,
    };
  });
  expect(blocking).toEqual([expect.stringMatching(/\.css$/)]);
  // The few lines that wait for the paint, and what they share with the rest.
  expect(early).toBeLessThanOrEqual(2);
});
