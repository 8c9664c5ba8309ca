import { startSession } from './support/accounts.ts';
import { expect, languagesInTest, onlyInWholeSuite, test } from './support/fixtures.ts';
import { filled, textIn } from './support/texts.ts';

for (const language of languagesInTest('en')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('an admin publishes news that a visitor then sees, and unpublishes them', async ({
      page,
      request,
      site,
      browser,
    }) => {
      const title = `Gate change ประตูใหม่ ${language}`;
      const visitor = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
      const feed = await visitor.newPage();
      const item = feed.getByRole('article', { name: title });
      const visitorSees = async (count: number) => {
        // A rendered page is kept for some seconds.
        const isRendered = async () => (await (await request.get('/news')).text()).includes(title);
        await expect.poll(isRendered, { timeout: 20_000 }).toBe(count > 0);
        await expect(async () => {
          await feed.goto('/news');
          await expect(feed.getByRole('article').first()).toBeVisible();
          await expect(item).toHaveCount(count, { timeout: 1000 });
        }).toPass({ timeout: 20_000 });
      };

      await startSession(page, site, site.admin);
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

      await visitor.close();
    });
  });
}

test('on a phone every sort button of a list is in sight', async ({ page, site }) => {
  onlyInWholeSuite();
  await startSession(page, site, site.admin);
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
  onlyInWholeSuite();
  await page.setViewportSize({ width: 1920, height: 1000 });
  await startSession(page, site, site.admin);
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
