import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { newMember, signIn } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

const screens = ['/admin/requests', '/admin/news', '/admin/logs'];
const demoRequest = (number: number) =>
  `00000000-0000-4000-8001-${String(number).padStart(12, '0')}`;
/** Waiting requests of the demo, one for each language: what is ticketed stays so. */
const waiting = { en: demoRequest(2), th: demoRequest(4) };

/** The text with what its placeholders stand for. */
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');

for (const language of languagesInTest('en')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('an admin moves a request through its states', async ({ page, site }) => {
      await signIn(page, t, site.admin);
      await page.goto('/admin/requests');
      const link = page.locator(`#request-${waiting[language]}`);
      await link.click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByText(t('admin.requests.received'))).toBeVisible();
      for (const status of ['QUOTED', 'CONFIRMED', 'TICKETED']) {
        const onward = `${t('admin.requests.moveTo')} ${status}`;
        await drawer.getByRole('button', { name: onward }).click();
        await expect(drawer.getByText(status, { exact: true }).first()).toBeVisible();
        await expect(drawer.getByRole('button', { name: onward })).toHaveCount(0);
      }
      await expect(drawer.getByText(t('admin.requests.closed'))).toBeVisible();
      const history = drawer.getByRole('listitem');
      await expect(history).toHaveCount(4);
      await expect(history.first()).toContainText(site.admin.email);
      await page.goBack();
      await expect(drawer).toHaveCount(0);
      await expect(link).toBeFocused();
      await expect(page.getByRole('row').filter({ has: link })).toContainText('TICKETED');
    });

    test('an admin publishes news that a visitor then sees, and takes them back', async ({
      page,
      site,
      browser,
    }) => {
      const title = `Gate change ประตูใหม่ ${language}`;
      const visitor = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
      const feed = await visitor.newPage();
      const item = feed.getByRole('article', { name: title });
      const visitorSees = (count: number) =>
        expect(async () => {
          await feed.goto('/news');
          await expect(feed.getByRole('article').first()).toBeVisible();
          await expect(item).toHaveCount(count, { timeout: 1000 });
        }).toPass({ timeout: 20_000 });

      await signIn(page, t, site.admin);
      await page.goto('/admin/news');
      await page.getByRole('link', { name: t('admin.news.new') }).click();
      await page.getByLabel(t('admin.news.column.title')).fill(title);
      await page.getByLabel(t('admin.news.excerpt')).fill('Gate 7');
      await page.getByRole('button', { name: t('admin.news.save'), exact: true }).click();
      await expect(page.getByText(t('admin.news.savedMembers'))).toBeVisible();
      await visitorSees(0);

      const menu = page.getByRole('button', {
        name: filled(t('admin.news.actionsFor'), { title }),
      });
      await menu.click();
      await page.getByRole('menuitem', { name: t('admin.news.publish') }).click();
      await expect(page.getByText(t('admin.news.done.publish'))).toBeVisible();
      await visitorSees(1);

      await menu.click();
      await page.getByRole('menuitem', { name: t('admin.news.unpublish') }).click();
      await expect(page.getByText(t('admin.news.done.unpublish'))).toBeVisible();
      await visitorSees(0);

      await menu.click();
      await page.getByRole('menuitem', { name: t('action.delete') }).click();
      const question = page.getByRole('alertdialog');
      await expect(question.getByText(filled(t('admin.news.deleteText'), { title }))).toBeVisible();
      await question.getByRole('button', { name: t('action.delete') }).click();
      await expect(page.getByRole('link', { name: title })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await visitor.close();
    });

    test('an admin exports the sign-ins as a file', async ({ page, site }) => {
      await signIn(page, t, site.admin);
      await page.goto('/admin/logs');
      await expect(page.getByRole('cell', { name: site.admin.email }).first()).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: t('admin.logs.export') }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^sign-ins-\d{4}-\d\d-\d\d\.csv$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text.startsWith(`\ufeff${t('admin.logs.column.time')},`)).toBe(true);
      expect(text).toContain(`,${site.admin.email},${t('admin.logs.succeeded')},login,`);
    });

    test('a member opens no admin screen', async ({ page, site, request }) => {
      const member = await newMember(request, site, 'curious', language);
      await signIn(page, t, member);
      for (const path of screens) {
        await page.goto(path);
        await expect(page).toHaveURL(`${site.url}/dashboard`);
      }
      await expect(page.locator('a[href^="/admin"]')).toHaveCount(0);
    });
  });
}

test('the admin screens work with the keyboard alone', async ({ page, site }) => {
  const t = textIn('en');
  await signIn(page, t, site.admin);
  await page.goto('/admin/requests?sort=created_at.asc');
  const { keyboard } = page;
  const first = page.getByRole('row').nth(1).getByRole('link');
  await expect(first).toBeVisible();
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error('the keyboard does not get there');
  };
  await tabTo(page.getByRole('searchbox'));
  await keyboard.type('nattaya');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/q=nattaya/);
  const tabs = page.getByRole('group', { name: t('field.status') });
  await tabTo(tabs.getByRole('button', { name: /^QUOTED/ }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/show=QUOTED/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('row')).toHaveCount(3);
  await tabTo(first);
  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await tabTo(drawer.getByRole('button', { name: t('admin.requests.cancel') }));
  await keyboard.press('Space');
  const keep = page.getByRole('button', { name: t('admin.requests.keep') });
  await expect(keep).toBeFocused();
  await keyboard.press('Escape');
  await expect(drawer.getByRole('button', { name: t('admin.requests.cancel') })).toBeFocused();
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(first).toBeFocused();
});

test('an admin moves a request on from the list by four keys', async ({ page, site }) => {
  const t = textIn('en');
  await signIn(page, t, site.admin);
  await page.goto('/admin/requests?show=PENDING');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const number = await page.getByRole('row').nth(1).getByRole('cell').first().textContent();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press('ArrowDown');
  await press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(number ?? '', { exact: true })).toBeVisible();
  const onward = drawer.getByRole('button', { name: `${t('admin.requests.moveTo')} QUOTED` });
  await expect(onward).toBeVisible();
  await press('m');
  await expect(onward).toBeFocused();
  await press('Enter');
  await expect(drawer.getByText('QUOTED', { exact: true }).first()).toBeVisible();
  await expect(onward).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(6);
});

test('an admin finds a member and a page by the command bar', async ({ page, site }) => {
  const t = textIn('en');
  await signIn(page, t, site.admin);
  await page.goto('/admin/logs');
  const opener = page.getByRole('button', { name: t('admin.find.title') });
  await opener.click();
  const field = page.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill('malee');
  await expect(page.getByRole('option', { name: /malee@bkksiam\.example/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/admin\/users\?q=malee/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await field.fill(t('admin.news.title'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/admin\/news$/);
});

test('on a phone every sort button of a list is in sight', async ({ page, site }) => {
  await signIn(page, textIn('en'), site.admin);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/admin/users', '/admin/requests', '/admin/news']) {
    await page.goto(path);
    const buttons = page.getByRole('table').locator('thead button');
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(360 - 16);
    }
  }
});

test('rows of a list are 40 to 44 pixels high, 48 on touch, and use a wide screen', async ({
  page,
  site,
  browser,
}) => {
  const t = textIn('en');
  await page.setViewportSize({ width: 1920, height: 1000 });
  await signIn(page, t, site.admin);
  await page.goto('/admin/requests');
  const row = page.getByRole('row').nth(1);
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  await expect(row.getByRole('link')).toBeVisible();
  expect(await heightOf()).toBeGreaterThanOrEqual(40);
  expect(await heightOf()).toBeLessThanOrEqual(44);
  expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(1500);
  await row.getByRole('cell').nth(2).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const touch = await browser.newContext({
    baseURL: site.url,
    storageState: await page.context().storageState(),
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
  });
  const tablet = await touch.newPage();
  await tablet.goto('/admin/requests');
  const touched = tablet.getByRole('row').nth(1);
  await expect(touched.getByRole('link')).toBeVisible();
  expect((await touched.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await touch.close();
});
