import type { Page } from '@playwright/test';
import { call, newMember, sessionOf, startSession, tokenOf } from './support/accounts.ts';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
} from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { textIn } from './support/texts.ts';

const screens = ['/admin/users', '/admin/requests', '/admin/logs', '/admin/news'];
/** The narrowest phone, a tablet and a large screen; in the whole suite 200 % zoom of a small laptop too. */
const sizes = [
  { width: 320, height: 640 },
  ...(isWholeSuite ? [{ width: 720, height: 450 }] : []),
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Resizes the page, and waits for what it renders anew because of that. */
async function resize(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a long name, address or title widens no admin list and no page', async ({
      page,
      request,
      site,
    }) => {
      onlyInWholeSuite();
      test.slow();
      const admin = await tokenOf(request, site, site.admin);
      const write = (table: string, data: object, token = admin) =>
        call(request, site, 'POST', `/rest/v1/${table}`, data, token);
      // The longest that an address has before its @.
      const long = await newMember(request, site, 'w'.repeat(58), language);
      const { access_token: token, user } = await sessionOf(request, site, long);
      const signIn = { user_id: user.id, email: long.email, success: true };
      await write('bkk_login_logs', signIn, token);
      await write('bkk_quote_requests', {
        user_id: user.id,
        origin: 'BKK',
        destination: 'NRT',
        pax_adt: 9,
        pax_chd: 9,
        pax_inf: 9,
        dep_date: '2040-12-31',
      });
      await write('bkk_airline_news', { title: 'w'.repeat(120), is_public: true });

      await startSession(page, site, site.admin);
      for (const screen of screens) {
        await page.goto(screen);
        await expect(page.locator('tbody').getByText('w'.repeat(58)).first()).toBeAttached();
        const density = page.getByRole('button', { name: t('list.compact') });
        // Compact rows are as wide: their height differs.
        for (const compact of isWholeSuite ? ['true', 'false'] : ['false']) {
          if ((await density.getAttribute('aria-pressed')) !== compact) await density.click();
          await expect(density).toHaveAttribute('aria-pressed', compact);
          for (const viewport of sizes) {
            await resize(page, viewport);
            const beside = await page.evaluate(() =>
              [document.documentElement, ...document.querySelectorAll('main :has(> table)')].map(
                (box) => box.scrollWidth - box.clientWidth,
              ),
            );
            expect(beside, `${screen} at ${String(viewport.width)}`).toEqual([0, 0]);
          }
        }
      }
      for (const path of ['/', '/news']) {
        await page.goto(path);
        await expect(page.getByRole('article', { name: 'w'.repeat(120) }).first()).toBeVisible();
        for (const viewport of sizes) {
          await resize(page, viewport);
          expect(await horizontalOverflow(page), `${path} at ${String(viewport.width)}`).toBe(0);
        }
      }
    });
  });
}
