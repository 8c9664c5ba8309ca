import type { Page } from '@playwright/test';
import { newMember, signIn, tokenOf } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { textIn } from './support/texts.ts';

const screens = ['/admin/users', '/admin/requests', '/admin/logs', '/admin/news'];
/** The narrowest phone, 200 % zoom of a small laptop, a tablet and a large screen. */
const sizes = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
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
      browser,
      request,
      site,
    }) => {
      const long = await newMember(request, site, 'w'.repeat(60), language);
      const visit = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
      await signIn(await visit.newPage(), textIn('en'), long);
      await visit.close();

      const { anonKey } = (await (await request.get(`${site.url}/config.json`)).json()) as {
        anonKey: string;
      };
      const write = async (table: string, data: object) => {
        const token = await tokenOf(request, site, site.admin);
        const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
        const answer = await request.post(`${site.url}/rest/v1/${table}`, { data, headers });
        expect(answer.ok(), await answer.text()).toBe(true);
      };
      const token = await tokenOf(request, site, long);
      const claims = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
      await write('bkk_quote_requests', {
        user_id: claims.sub,
        origin: 'BKK',
        destination: 'NRT',
        pax_adt: 9,
        pax_chd: 9,
        pax_inf: 9,
        dep_date: '2040-12-31',
      });
      await write('bkk_airline_news', { title: 'w'.repeat(120), is_public: true });

      await signIn(page, t, site.admin);
      for (const density of ['compact', 'comfortable']) {
        const settings = JSON.stringify({ density, shortcuts: true });
        await page.evaluate((value) => localStorage.setItem('bkksiam-admin-list', value), settings);
        for (const screen of screens) {
          await page.goto(screen);
          await expect(page.locator('tbody').getByText('w'.repeat(60)).first()).toBeAttached();
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
