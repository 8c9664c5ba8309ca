import type { Locator, Page } from '@playwright/test';
import { startSession } from './support/accounts.ts';
import { hold } from './support/hold.ts';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
  type Language,
} from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { screens } from './support/screens.ts';
import { textIn, type TextKey } from './support/texts.ts';

const languages: readonly Language[] = ['en', 'th'];
const locales = { en: 'en-GB', th: 'th-TH' };

const wide = { width: 1440, height: 900 };

/** Holds the application back until it is let through. */
const holdCode = (page: Page) => hold(page, /\/assets\/app-.*\.js$/);

for (const language of languages) {
  test(`every public page is rendered on the server in ${language}`, async ({ request }) => {
    const t = textIn(language);
    for (const { path, title } of screens.visitor) {
      const answer = await request.get(path, {
        headers: { 'accept-language': locales[language] },
      });
      const html = await answer.text();
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(
        title ? `<title>${t(title)} | BKK Siam</title>` : ' | BKK Siam</title>',
      );
      expect(html.match(/<h1/g)).toHaveLength(1);
      // The page's policy would refuse inline styles and scripts.
      const rendered = /<div id="root" data-server-rendered>(.*)<\/div>/s.exec(html)?.[1] ?? '';
      expect(rendered).toContain('<h1');
      expect(rendered).not.toMatch(/ style="|<template|<script(?! type="application)|<!--\$[?!]/);
    }
  });
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: locales[language] });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('every public page reads', async ({ page }) => {
        // What the server sends of the others is tested above, without a browser.
        const read = ['/', '/store', '/terms', '/login'];
        for (const { path, title } of screens.visitor) {
          if (!isWholeSuite && !read.includes(path)) continue;
          await page.goto(path);
          if (title) await expect(page).toHaveTitle(`${t(title)} | BKK Siam`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('main')).toBeVisible();
        }
      });

      test('the news are there, each with both clocks', async ({ page }) => {
        await page.goto('/news');
        await expect(page.getByRole('article')).not.toHaveCount(0);
        await expect(page.getByRole('article').first().locator('time')).toContainText(
          /GMT \/ .*เวลาไทย/,
        );
      });
    });
  });
}

const samples: Readonly<Record<string, string>> = {
  date: '2031-02-28',
  email: 'a@example.com',
  number: '2',
};

/** The values of fields; of a radio button whether it is chosen. */
const valuesOf = (fields: Locator) =>
  fields.evaluateAll((all) =>
    (all as HTMLInputElement[]).map(({ type, checked, value }) =>
      type === 'radio' ? String(checked) : value,
    ),
  );

/** Fills in fields by type, each as one input; the values of them all. */
async function fillAll(fields: Locator): Promise<string[]> {
  await fields.evaluateAll((all, texts) => {
    for (const field of all as (HTMLInputElement | HTMLSelectElement)[]) {
      if (field.type === 'radio') field.click();
      else if (field instanceof HTMLSelectElement) field.selectedIndex = field.length - 1;
      else field.value = texts[field.type] ?? 'typed';
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, samples);
  return valuesOf(fields);
}

test('what is filled in before hydration stays on every public page, and the browser sends no form', async ({
  context,
}) => {
  test.setTimeout(600_000);
  let filled = 0;
  // The form of the footer is the same on all pages: it is filled in beside another one.
  const withForm = ['/', '/contact', '/signup'];
  for (const { path } of screens.visitor) {
    if (!isWholeSuite && !withForm.includes(path)) continue;
    const page = await context.newPage();
    const release = await holdCode(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const url = page.url();
    const fields = page.locator(
      'form :is(input, select, textarea):is(:visible, [type=radio]):not([readonly], :disabled, [inert] *)',
    );
    const values = await fillAll(fields);
    filled += values.length;
    // The sign-in is behind its dialog until then.
    if (isWholeSuite && values.length === 0) continue;
    expect(values.length, path).toBeGreaterThan(isWholeSuite ? 0 : 1);
    for (const form of await page.locator('form:has(input, textarea):not([inert] *)').all()) {
      await form.locator('input, textarea').first().press('Enter');
      for (const button of await form.locator('button[type=submit]').all()) await button.click();
    }
    expect(page.url()).toBe(url);
    release();
    await hydrated(page);
    // The next rendering must not take it back either.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await valuesOf(fields), path).toEqual(values);
    await page.close();
  }
  expect(filled).toBeGreaterThan(isWholeSuite ? 30 : 10);
});

test('what is typed before hydration stays, and a form is not sent by the browser', async ({
  page,
}) => {
  const release = await holdCode(page);
  const t = textIn('en');
  await page.goto('/signup', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(t('auth.fullName')).fill('Somchai');
  await page.getByLabel(t('auth.password'), { exact: true }).fill('secret');
  await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click();
  await page.getByLabel(t('auth.fullName')).press('Enter');
  await expect(page).toHaveURL('/signup');
  release();
  await hydrated(page);
  await expect(page.getByLabel(t('auth.fullName'))).toHaveValue('Somchai');
  await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click();
  // Only the address is missing.
  await expect(page.getByLabel(t('field.email'))).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(t('auth.fullName'))).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(t('auth.password'), { exact: true })).toHaveValue('secret');
  await expect(page).toHaveURL('/signup');
});

test('the subject of a link to the contact page is there before hydration, and stays as it was changed', async ({
  page,
}) => {
  const t = textIn('en');
  const release = await holdCode(page);
  await page.goto('/contact?subject=Tokyo%20in%20May', { waitUntil: 'domcontentloaded' });
  const subject = page.getByLabel(t('pages.contact.subject'));
  await expect(subject).toHaveValue('Tokyo in May');
  await page.getByLabel(t('pages.contact.name')).fill('Malai');
  await subject.fill('Tokyo in June');
  release();
  await hydrated(page);
  await expect(subject).toHaveValue('Tokyo in June');
  await expect(page.getByLabel(t('pages.contact.name'))).toHaveValue('Malai');
  await page.getByRole('button', { name: t('pages.contact.submit') }).click();
  await expect(subject).toHaveValue('Tokyo in June');
  await expect(subject).not.toHaveAttribute('aria-invalid', 'true');
});

test('a search typed before hydration is searched as it was typed', async ({ page }) => {
  const t = textIn('en');
  const release = await holdCode(page);
  await page.goto('/search', { waitUntil: 'domcontentloaded' });
  const form = page.getByRole('main').locator('form');
  const airport = (name: TextKey) => form.getByRole('combobox', { name: t(name), exact: true });
  const cabin = form.getByLabel(t('search.cabinLabel'));
  await cabin.selectOption('business');
  await airport('search.from').pressSequentially('phuket');
  await airport('search.to').pressSequentially('singapore');
  release();
  await hydrated(page);
  await expect(cabin).toHaveValue('business');
  await expect(airport('search.from')).toHaveValue(/HKT|phuket/);
  await expect(airport('search.to')).toHaveValue(/SIN|singapore/);
});

test('links work before hydration', async ({ page }) => {
  await holdCode(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: textIn('en')('footer.help') })
    .click();
  await expect(page).toHaveURL('/contact');
});

for (const path of ['/terms', '/terms#refunds']) {
  test(`hydration leaves ${path} where it is scrolled to`, async ({ page }) => {
    const release = await holdCode(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const last = page.getByRole('main').getByRole('heading', { level: 2 }).last();
    await last.scrollIntoViewIfNeeded();
    const scrollPosition = () => page.evaluate(() => window.scrollY);
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(1000);
    release();
    await hydrated(page);
    expect(await scrollPosition()).toBe(before);
  });
}

test('where the code of the account menu does not come, a link leads to the dashboard', async ({
  context,
  site,
}) => {
  onlyInWholeSuite();
  const page = await context.newPage();
  await page.setViewportSize(wide);
  await startSession(page, site, site.member);
  await page.route(/\/assets\/account-menu-.*\.js$/, (route) => route.abort());
  await page.goto(`${site.url}/about`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: textIn('en')('nav.dashboard') })
    .click();
  await expect(page).toHaveURL(`${site.url}/dashboard`);
});

test('a page whose code never comes still reads', async ({ context, site }) => {
  const other = await context.newPage();
  await other.route(/\/assets\/app-.*\.js$/, (route) => route.abort());
  const failed = other.waitForEvent('console', (message) => message.text().includes('bkksiam:'));
  await other.goto(`${site.url}/news`, { waitUntil: 'load' });
  expect((await failed).text()).toContain('the application could not be loaded');
  await expect(other.getByRole('article')).not.toHaveCount(0);
  await expect(other.getByText('Runtime error:')).toHaveCount(0);
});

test('the chosen language and theme are in the first answer of the next visit', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await hydrated(page);
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
  await hydrated(page);
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

test('a language whose texts do not come leaves the page as it is, and is kept for the next visit', async ({
  context,
  site,
}) => {
  const page = await context.newPage();
  await page.route('**/locales/th/*', (route) => route.fulfill({ status: 404 }));
  await page.addInitScript(() => localStorage.setItem('bkksiam-language', 'th'));
  const failed = page.waitForEvent('console', (message) => message.text().includes('bkksiam:'));
  await page.goto(`${site.url}/about`);
  expect((await failed).text()).toContain('the saved language could not be loaded');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(`${textIn('en')('pages.about.title')} | BKK Siam`);
  const change = page.getByRole('banner').getByRole('button', { name: 'ไทย' });
  await change.click();
  await expect(page.getByText(textIn('en')('language.failed'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => localStorage.getItem('bkksiam-language'))).toBe('th');
  await page.unroute('**/locales/th/*');
  await change.click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
});

test('hydration keeps the head that the server has written, and a navigation replaces it', async ({
  page,
}) => {
  const head = page.locator('head');
  // Routes match whatever the case of an address.
  for (const path of ['/Store', '/product/temple-mug']) {
    await page.goto(path);
    await hydrated(page);
    for (const tag of [
      'title',
      'meta[name=description]',
      'link[rel=canonical]',
      '[property="og:url"]',
    ]) {
      await expect(head.locator(tag)).toHaveCount(1);
    }
  }
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: textIn('en')('footer.help') })
    .click();
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', /\/contact$/);
  await expect(head.locator('meta[name=description]')).toHaveCount(1);
});

test('an unknown product says so from the first answer, which is a 404', async ({
  context,
  site,
}) => {
  // Outside the `page` fixture: the 404 is a console error.
  const page = await context.newPage();
  const answer = await page.goto(`${site.url}/product/none`);
  expect(answer?.status()).toBe(404);
  const t = textIn('en');
  expect(await answer?.text()).toContain(t('store.unknown'));
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('store.unknown'));
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('head link[rel=canonical]')).toHaveCount(0);
});

test('the first paint waits for the stylesheet only, and the application and its texts for the first paint', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const { blocking, early, texts } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string;
    })[];
    const stylesheets = files.filter((file) => file.renderBlockingStatus === 'blocking');
    const [styled] = stylesheets.map(({ responseEnd }) => responseEnd);
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    const painted = performance.getEntriesByType('paint')[0]?.startTime ?? Infinity;
    return {
      blocking: stylesheets.map(({ name }) => new URL(name).pathname),
      early: scripts.filter(({ startTime }) => startTime < (styled ?? 0)).length,
      texts: files
        .filter(({ name }) => name.endsWith('/en/common.json'))
        .map(({ startTime, initiatorType }) => [initiatorType, startTime >= painted]),
    };
  });
  expect(blocking).toEqual([expect.stringMatching(/\.css$/)]);
  // The entry.
  expect(early).toBeLessThanOrEqual(1);
  expect(texts).toEqual([['link', true]]);
});
