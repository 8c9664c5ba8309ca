// `npm run shots`: contact sheets of every route, as visitor, member and admin, in both languages, five widths
// and both themes, into the ignored folder `shots/`. `--route /login` takes one route, `--as member` one viewer.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { startSite, type Credentials, type Site } from './support/site.ts';
import { startDevelopmentSite, type DevelopmentSite } from './support/development-site.ts';
import { launchBrowser } from './support/browser.ts';
import { loadLazyImages } from './support/lazy-images.ts';
import { screens, type Viewer } from './support/screens.ts';

const folder = fileURLToPath(new URL('../shots', import.meta.url));
const languages = ['en', 'th'] as const;
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** Parts in all their states. It is in no build, so the development server shows it. */
const gallery = '/gallery';

const pathsOf = (viewer: Viewer) => screens[viewer].map(({ path }) => path);

/** Every page, and what a query or a fragment does to one. */
const routes: Record<Viewer, readonly string[]> = {
  visitor: [
    ...pathsOf('visitor'),
    '/contact?missing',
    '/terms?bar',
    '/search?cities',
    '/store?cart',
    '/product/temple-mug',
    '/product/none',
    '/login?magic-link',
    gallery,
    '/login#error=access_denied&error_code=otp_expired&sb=',
    '/signup?code',
    '/reset-password?code',
  ],
  member: [
    '/',
    ...pathsOf('member'),
    '/dashboard/profile?leave',
    '/booking/TG600?missing',
    '/reset-password?new',
    '/no/such/page',
  ],
  admin: [
    '/dashboard',
    ...pathsOf('admin'),
    '/admin/users?invite',
    '/admin/users?delete',
    '/admin/requests?request=00000000-0000-4000-8001-000000000001',
    '/admin/news?item=00000000-0000-4000-8002-000000000003',
  ],
};

/** What is done on a page before its picture is taken, by the query that stands for it in the list above. */
const steps: Record<string, (page: Page) => Promise<unknown>> = {
  '/search?cities': async (page) => {
    const form = page.getByRole('main').locator('form');
    await form.getByRole('group').first().getByRole('button').last().click();
    const origin = form.locator('[name="legs.0.origin"]');
    await origin.fill('BKK');
    await origin.press('Tab');
    await form.locator('button[type=submit]').click();
  },
  '/results': (page) => page.locator('main h2').waitFor(),
  '/store?cart': async (page) => {
    for (const add of (await page.locator('main [role=listitem] button').all()).slice(0, 3)) {
      await add.click();
      await page.locator('[data-toasts] button').click();
    }
    await page.locator('header button[aria-haspopup=dialog]').first().click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  },
  '/login?magic-link': async (page) => {
    const [, link] = await page.getByRole('dialog').getByRole('group').getByRole('button').all();
    await link?.click();
    await page.getByRole('textbox').fill('magic@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('magic@example.com').waitFor();
  },
  '/signup?code': async (page) => {
    await page.locator('[name=fullName]').fill('Nattaya');
    await page.locator('[name=email]').fill('code@example.com');
    await page.locator('[name=password]').fill('a long password');
    await page.locator('main button[type=submit]').click();
    await page.locator('[autocomplete=one-time-code]').waitFor();
  },
  '/reset-password?code': async (page) => {
    await page.locator('main input[type=email]').fill('code@example.com');
    await page.keyboard.press('Enter');
    await page.locator('[autocomplete=one-time-code]').waitFor();
  },
  '/contact?missing': async (page) => {
    await page.locator('form[novalidate]').first().getByRole('button').click();
    await page.locator('[aria-invalid]').first().waitFor();
  },
  '/dashboard/profile?leave': async (page) => {
    await page.locator('[autocomplete=name]').fill('Nattaya');
    await page
      .locator('aside a, header a')
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.getByRole('alertdialog').waitFor();
  },
  '/booking/TG600?missing': async (page) => {
    const form = page.locator('form[novalidate]').first();
    await form.locator('[name="passengers.0.firstName"]').fill('ที่อยู่ ผู้ซื้อ กตัญญู ปั๊ม');
    await form.locator('section').first().getByRole('button').last().click();
    await form.locator('[name=slip]').setInputFiles({
      name: 'สลิปโอนเงินค่ามัดจำตั๋วเครื่องบินไปโตเกียว-2026-11-21-transfer-receipt.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(1_234_567),
    });
    await form.locator('button[type=submit]').click();
    await page.locator('[aria-invalid]').first().waitFor();
  },
  '/terms?bar': async (page) => {
    // Scrolled to where the table of contents is used, and opened where it is collapsed.
    await page.locator('#refunds').scrollIntoViewIfNeeded();
    const bar = page.locator('main nav button');
    if (await bar.isVisible()) await bar.click();
    await page.locator('main nav a[aria-current]').waitFor();
  },
  '/admin/users?invite': async (page) => {
    await page.locator('main button').first().click();
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.locator('[role=dialog] [aria-invalid]').waitFor();
  },
  '/admin/users?delete': async (page) => {
    await page.locator('tbody [aria-haspopup=menu]').last().click();
    await page.getByRole('menuitem').last().click();
    await page.getByRole('alertdialog').waitFor();
  },
  '/reset-password?new': async (page) => {
    // As after a reload of the page a recovery link has led to.
    await page.evaluate(() => {
      history.replaceState({ ...history.state, mailedLink: 'recovery' }, '');
    });
    await page.reload();
    await page.locator('input[autocomplete=new-password]').waitFor();
  },
};

type Who = keyof typeof routes;
type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Shot {
  readonly label: string;
  readonly width: number;
  readonly png: Buffer;
}

/** Signs in once by the form and keeps the browser's storage. */
async function signIn(browser: Browser, site: Site, account: Credentials): Promise<State> {
  const context = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const state = await context.storageState();
  await context.close();
  return state;
}

async function shoot(
  browser: Browser,
  site: Pick<Site, 'url'>,
  route: string,
  state: State | undefined,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const language of languages) {
    for (const theme of themes) {
      for (const viewport of sizes) {
        const context = await browser.newContext({
          baseURL: site.url,
          viewport,
          colorScheme: theme,
          locale: language === 'th' ? 'th-TH' : 'en-GB',
          reducedMotion: 'reduce',
          ...(state === undefined ? {} : { storageState: state }),
        });
        // The signed-in viewer's saved choice must not decide over this row of the contact sheet.
        await context.addInitScript((chosen) => {
          localStorage.setItem('bkksiam-language', chosen);
        }, language);
        const page = await context.newPage();
        await page.goto(route);
        await page.locator('h1, [role=dialog]').first().waitFor();
        await page.waitForLoadState('networkidle');
        await steps[route]?.(page);
        await page.waitForLoadState('networkidle');
        await loadLazyImages(page);
        const png = await page.screenshot({ fullPage: true });
        shots.push({
          label: `${language} ${theme} ${String(viewport.width)}`,
          width: viewport.width,
          png,
        });
        await context.close();
      }
    }
  }
  return shots;
}

/** Lays the shots out side by side on one page and photographs that. */
async function contactSheet(
  browser: Browser,
  title: string,
  shots: readonly Shot[],
  file: string,
): Promise<void> {
  const figures = shots.map(
    ({ label, width, png }) =>
      `<figure><figcaption>${label}</figcaption><img width="${String(Math.round(width / 2))}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  const page = await browser.newPage({ viewport: { width: 4600, height: 1000 } });
  await page.setContent(
    `<style>body{margin:16px;font:14px sans-serif;background:#777;color:#fff}main{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}figure{margin:0}img{display:block}</style><h1>${title}</h1><main>${figures.join('')}</main>`,
  );
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

function fileName(who: Who, route: string): string {
  const name = route === '/' ? '-home' : route.replaceAll(/[^a-z-]+/g, '-');
  return `${who}${name}.png`;
}

const { values: chosen } = parseArgs({
  options: { route: { type: 'string' }, as: { type: 'string' } },
});
const site = await startSite();
const browser = await launchBrowser();
let development: DevelopmentSite | undefined;
try {
  if (chosen.route === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const viewers = { visitor: undefined, member: site.member, admin: site.admin };
  for (const who of ['visitor', 'member', 'admin'] as const) {
    if (chosen.as !== undefined && chosen.as !== who) continue;
    const wanted = chosen.route === undefined ? routes[who] : [chosen.route];
    const account = viewers[who];
    const state = account && (await signIn(browser, site, account));
    for (const route of wanted) {
      const file = join(folder, fileName(who, route));
      if (route === gallery) development ??= await startDevelopmentSite(site.url);
      const shown = route === gallery && development ? development : site;
      await contactSheet(
        browser,
        `${who} ${route}`,
        await shoot(browser, shown, route, state),
        file,
      );
      console.log(file);
    }
  }
} finally {
  await browser.close();
  await development?.stop();
  await site.stop();
}
