import type { Page } from '@playwright/test';
import { startSession } from './support/accounts.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
  type Language,
} from './support/fixtures.ts';
import { weakFocusRings } from './support/focus-ring.ts';
import { hydrated, watchLoss } from './support/hydration.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { screens, type Viewer } from './support/screens.ts';
import type { RunningSite } from './support/site.ts';
import { filled, textIn } from './support/texts.ts';

/** Every page, and what an address adds to one. */
const addresses: Readonly<Record<Viewer, readonly string[]>> = {
  visitor: [...screens.visitor.map(({ path }) => path), '/product/none'],
  member: screens.member.map(({ path }) => path),
  admin: [
    ...screens.admin.map(({ path }) => path),
    '/admin/requests?request=00000000-0000-4000-8001-000000000001',
    '/admin/news?item=00000000-0000-4000-8002-000000000003',
  ],
};

// Those of `expectAccessible`, so that most pages are resized once.
const narrow = { width: 360, height: 900 };
const wide = { width: 1440, height: 900 };

/** What the server has rendered for a visitor is hydrated in two layouts. */
const layouts = { visitor: [narrow, wide], member: [narrow], admin: [wide] };

/** The layouts in which a page loads: by turns, each in the whole suite. */
const layoutsOf = (viewer: Viewer, index: number) =>
  layouts[viewer].filter((_, at, { length }) => isWholeSuite || at === index % length);

const titles = new Map(screens.visitor.map(({ path, title }) => [path, title]));

/** What opens on a page: a dialog, a list, or a form with its errors. */
interface Opened {
  readonly what: string;
  readonly path: string;
  readonly open: (page: Page, language: Language, site: RunningSite) => Promise<void>;
  /** Whether the whole suite alone opens it. */
  readonly inWholeSuite?: true;
}

const opened: Readonly<Record<'visitor' | 'admin', readonly Opened[]>> = {
  visitor: [
    {
      what: 'the list of airports',
      path: '/search',
      inWholeSuite: true,
      async open(page, language) {
        const { from } = searchForm(page, language);
        await from.click();
        await expect(page.getByRole('option', { name: 'BKK' })).toBeVisible();
      },
    },
    {
      what: 'a search of several cities with errors',
      path: '/search',
      async open(page, language) {
        const { form, from } = searchForm(page, language);
        const t = textIn(language);
        await form.getByRole('button', { name: t('search.type.multicity') }).click();
        await form.getByRole('button', { name: t('nav.searchFlights') }).click();
        await expect(from).toHaveAttribute('aria-invalid', 'true');
      },
    },
    {
      what: 'a support ticket with errors',
      path: '/contact',
      inWholeSuite: true,
      async open(page, language) {
        const t = textIn(language);
        await page.getByRole('button', { name: t('pages.contact.submit') }).click();
        const name = page.getByLabel(t('pages.contact.name'), { exact: true });
        await expect(name).toHaveAccessibleDescription(t('problem.contact.missing_name'));
      },
    },
    {
      what: 'a cart that holds a line',
      path: '/store',
      async open(page, language) {
        const t = textIn(language);
        const add = filled(t('store.addName'), { product: 'Palm Fan' });
        await page.getByRole('button', { name: add }).click();
        const cart = page.getByRole('banner').locator('button[aria-haspopup=dialog]');
        await expect(cart).toContainText('1');
        await cart.click();
        await expect(page.getByRole('dialog')).toContainText('Palm Fan');
      },
    },
  ],
  admin: [
    {
      what: 'an invitation without an address',
      path: '/admin/users',
      inWholeSuite: true,
      async open(page, language) {
        const t = textIn(language);
        await page.getByRole('button', { name: t('users.invite') }).click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('button[type=submit]').click();
        await expect(dialog.getByText(t('users.inviteDialog.missing'))).toBeVisible();
      },
    },
    {
      what: 'the confirmation of a deletion',
      path: '/admin/users',
      async open(page, language, { member: { email } }) {
        const t = textIn(language);
        await page.getByRole('button', { name: filled(t('users.actionsFor'), { email }) }).click();
        await page.getByRole('menuitem', { name: t('action.delete'), exact: true }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      what: 'the command bar with what it has found',
      path: '/admin/logs',
      async open(page, language) {
        const t = textIn(language);
        await page.getByRole('button', { name: t('admin.find.title') }).click();
        await page.getByRole('combobox').fill('malee');
        await expect(page.getByRole('option', { name: /malee@bkksiam\.example/ })).toBeVisible();
      },
    },
  ],
};

function searchForm(page: Page, language: Language) {
  const form = page.getByRole('main').locator('form');
  const from = form.getByRole('combobox', { name: textIn(language)('search.from'), exact: true });
  return { form, from };
}

for (const language of languagesInTest('th')) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    for (const viewer of ['visitor', 'member', 'admin'] as const) {
      test(`the screens of ${viewer === 'admin' ? 'an' : 'a'} ${viewer} load without a jump or a loss, fit a narrow phone, and axe finds nothing on them`, async ({
        page,
        site,
      }) => {
        if (viewer !== 'visitor') onlyInWholeSuite();
        test.setTimeout(600_000);
        if (viewer !== 'visitor') await startSession(page, site, site[viewer]);
        const shifts = await watchShifts(page);
        const lost = await watchLoss(page);
        for (const [index, address] of addresses[viewer].entries()) {
          await page.emulateMedia({ colorScheme: null, reducedMotion: null });
          for (const viewport of layoutsOf(viewer, index)) {
            await page.setViewportSize(viewport);
            await page.goto(address);
            await hydrated(page);
            expect(await shifts(), address).toEqual([]);
            if (viewer === 'visitor') expect(await lost(), address).toEqual([]);
          }
          const title = titles.get(address);
          if (title) await expect(page).toHaveTitle(`${textIn(language)(title)} | BKK Siam`);
          await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
          const axeIn = (['dark', 'none', 'light', 'none'] as const)[index % 4];
          await expectAccessible(page, [360, 720, 1440], axeIn);
        }
      });
    }

    for (const viewer of ['visitor', 'admin'] as const) {
      test(`axe finds nothing on what opens on the screens of ${viewer === 'admin' ? 'an admin' : 'a visitor'}`, async ({
        page,
        site,
      }) => {
        test.setTimeout(300_000);
        if (viewer === 'admin') await startSession(page, site, site.admin);
        for (const { what, path, open, inWholeSuite } of opened[viewer]) {
          if (inWholeSuite && !isWholeSuite) continue;
          await test.step(what, async () => {
            await page.setViewportSize(wide);
            await page.goto(path);
            await open(page, language, site);
            await expectAccessible(page);
          });
        }
      });
    }
  });
}

test('the focus ring of every control stands out from its ground in both themes', async ({
  page,
  site,
}) => {
  await startSession(page, site, site.member);
  for (const path of isWholeSuite ? ['/contact', '/search', '/store', '/dashboard'] : ['/search']) {
    await page.goto(path);
    await hydrated(page);
    // Rings follow the keyboard.
    await page.keyboard.press('Tab');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await weakFocusRings(page), `${path} in ${colorScheme}`).toEqual([]);
    }
  }
});
