import type { BrowserContext, Page } from '@playwright/test';
import { fillInSignIn, newMember } from './support/accounts.ts';
import {
  expect,
  isWholeSuite,
  languagesInTest,
  onlyInWholeSuite,
  test,
} from './support/fixtures.ts';
import { codeLoaded, hydrated } from './support/hydration.ts';
import { fillInTicket } from './support/ticket.ts';
import { textIn } from './support/texts.ts';

/** Pages with content of the services, with a form and with neither; more of them in the whole suite. */
const paths = isWholeSuite
  ? ['/', '/news', '/packages', '/about', '/contact', '/terms', '/privacy', '/nowhere']
  : ['/', '/contact', '/nowhere'];
const narrow = { width: 390, height: 844 };
const wide = { width: 1280, height: 844 };

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const unreachable = (page: Page) => page.getByRole('main').getByRole('alert');
const tryAgainButton = (page: Page, t: ReturnType<typeof textIn>) =>
  unreachable(page).getByRole('button', { name: t('action.tryAgain') });
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** A page outside the `page` fixture: failing requests are console errors here by intention. */
async function failingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Lets the time between attempts pass until the page gives up. */
async function expectFailure(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(unreachable(page)).toContainText(text, { timeout: 500 });
  }).toPass();
}

async function everyPageReads(page: Page): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    if (path === '/') await expect(page.getByRole('article')).not.toHaveCount(0);
    await expect(page.getByText('Runtime error:')).toHaveCount(0);
  }
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('with the services down every page reads, and the news say what is wrong', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.clock.install();
      const services = /\/(rest|auth|functions)\/v1\//;
      await page.route(services, (route) => route.abort());
      await everyPageReads(page);
      await page.goto('/about');
      await hydrated(page);
      await footerLink(page, t('footer.news')).click();
      await expect(heading(page)).toHaveText(t('pages.news.title'));
      await expectFailure(page, t('news.loadFailed'));
      await page.unroute(services);
      await tryAgainButton(page, t).click();
      await expect(page.getByRole('article')).not.toHaveCount(0);
    });

    test('where the browser keeps nothing every page reads, in the language that was chosen', async ({
      page,
    }) => {
      onlyInWholeSuite();
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
        }
        Object.defineProperty(document, 'cookie', {
          get: () => '',
          set: () => {
            // Not kept.
          },
        });
      });
      await everyPageReads(page);
      await page.goto('/');
      await page
        .getByRole('banner')
        .getByRole('button', { name: language === 'th' ? 'EN' : 'ไทย' })
        .click();
      const other = textIn(language === 'th' ? 'en' : 'th');
      await expect(heading(page)).toHaveText(other('home.heroTitle'));
    });

    test('offline, what is open stays, and what does not come says so until the network is back', async ({
      context,
    }) => {
      const page = await failingPage(context);
      await page.setViewportSize(narrow);
      const loaded = [/offline-notice/, /\/assets\/mobile-menu-/].map((code) =>
        codeLoaded(page, code),
      );
      await page.goto('/');
      await Promise.all(loaded);
      await page.setViewportSize(wide);
      await footerLink(page, t('footer.terms')).click();
      await expect(heading(page)).toHaveText(t('pages.terms.title'));
      await hydrated(page);
      const notice = page.getByRole('status').filter({ hasText: t('state.offline') });
      await expect(notice).toHaveCount(0);
      const before = await heading(page).boundingBox();
      await context.setOffline(true);
      await expect(notice).toBeVisible();
      expect(await heading(page).boundingBox()).toEqual(before);
      // What is below the notice still takes clicks.
      const { x = 0, y = 0 } = (await notice.boundingBox()) ?? {};
      const isNotice = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('[role=status]') !== null,
        [x + 20, y + 20] as const,
      );
      expect(isNotice).toBe(false);

      await page.getByRole('main').locator('nav a[href$="#refunds"]').click();
      await expect(page.locator('#refunds')).toBeInViewport();
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('nav.signIn') })
        .click();
      await expect(page.getByText(t('pages.unreachable'))).toBeVisible();
      await expect(page).toHaveTitle(`${t('nav.signIn')} | BKK Siam`);
      await page.goBack();
      await expect(page.locator('#refunds')).toBeInViewport();
      await footerLink(page, t('footer.home')).click();
      await expect(heading(page)).toHaveText(t('home.heroTitle'));
      await expect(page.getByRole('article')).not.toHaveCount(0);

      await page.setViewportSize(narrow);
      await page.getByRole('button', { name: t('nav.openMenu') }).click();
      const menu = page.getByRole('navigation', { name: t('nav.main') });
      await menu.getByRole('link', { name: t('nav.contact') }).click();
      await expect(unreachable(page)).toContainText(t('pages.unreachable'));
      await expect(heading(page)).toHaveText(t('nav.contact'));
      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
      await tryAgainButton(page, t).click();
      await expect(heading(page)).toHaveText(t('pages.contact.heading'));

      await fillInTicket(page, t);
      await context.setOffline(true);
      await page.getByRole('banner').locator('button[aria-haspopup=dialog]').click();
      await expect(page.getByRole('alert')).toContainText(t('store.cart.unreachable'));
      const message = page
        .getByRole('main')
        .getByLabel(t('pages.contact.message'), { exact: true });
      await expect(message).toHaveValue('Can we sit together?');
      await expect(page.getByText('Runtime error:')).toHaveCount(0);
    });

    test('a document that cannot be fetched says so and comes when asked again', async ({
      context,
    }) => {
      onlyInWholeSuite();
      const page = await failingPage(context);
      await page.clock.install();
      await page.goto('/about');
      await hydrated(page);
      await page.route('**/locales/*/privacy.json', (route) => route.abort());
      await footerLink(page, t('footer.privacy')).click();
      await expect(heading(page)).toHaveText(t('pages.privacy.title'));
      await expectFailure(page, t('pages.legal.failed'));
      await page.unroute('**/locales/*/privacy.json');
      await tryAgainButton(page, t).click();
      await expect(page.locator('#your-rights')).toBeAttached();
      await expect(page.getByText('Runtime error:')).toHaveCount(0);
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
  });
}
