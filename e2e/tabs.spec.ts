import type { Page } from '@playwright/test';
import { newMember, sessionKey, signIn, startSession, type Session } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

for (const language of languagesInTest('en')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('logging out in one tab leaves the guarded page and changes the menu of the others', async ({
      page,
      context,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'leaving', language);
      await startSession(page, site, member);
      await page.goto('/dashboard');
      const [guarded, open] = [await context.newPage(), await context.newPage()];
      await guarded.goto('/dashboard');
      await expect(guarded.getByRole('heading', { level: 1 })).toContainText('Malai');
      await open.goto('/');
      const menu = open.getByRole('banner').getByRole('button', { name: t('nav.account') });
      await expect(menu).toBeVisible();

      await page.getByRole('button', { name: t('nav.logOut') }).click();
      await expect(page.getByText(t('toast.signedOutText'))).toBeVisible();
      await expect(guarded.getByRole('dialog', { name: t('signIn.title') })).toBeVisible();
      await expect(guarded).toHaveURL('/login');
      await expect(
        open.getByRole('banner').getByRole('link', { name: t('nav.signIn') }),
      ).toBeVisible();
      await expect(menu).toHaveCount(0);
    });
  });
}

test('a visitor goes without the client of the services, until another tab signs in', async ({
  page,
  context,
  request,
  site,
}) => {
  const t = textIn('en');
  const member = await newMember(request, site, 'arriving', 'en');
  const open = await context.newPage();
  await open.goto('/about');
  const banner = open.getByRole('banner');
  await expect(banner.getByRole('link', { name: t('nav.signIn') })).toBeVisible();
  await open.waitForLoadState('networkidle');
  const code = () =>
    open.evaluate(async () => {
      const scripts = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js'));
      const texts = scripts.map(async (name) => (await fetch(name)).text());
      return (await Promise.all(texts)).join('');
    });
  // A header that supabase-js sends with every request.
  expect(await code()).not.toContain('X-Client-Info');
  await signIn(page, t, member);
  await expect(banner.getByRole('button', { name: t('nav.account') })).toBeVisible();
  expect(await code()).toContain('X-Client-Info');
});

/** The session that the browser stores for all its tabs. */
function storedSession(page: Page): Promise<Session> {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}') as Session,
    sessionKey,
  );
}

test('a session refreshed in one tab is used by the others, without another refresh', async ({
  page,
  context,
  request,
  site,
}) => {
  await startSession(page, site, await newMember(request, site, 'refreshed', 'en'));
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Malai');
  const before = await storedSession(page);
  // The times of a token are whole seconds: a refresh in the second of the sign-in gives an equal token.
  const issuedAt = before.expires_at - before.expires_in;
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(issuedAt);

  let refreshes = 0;
  context.on('request', (sent) => {
    if (sent.url().includes('grant_type=refresh_token')) refreshes += 1;
  });
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    const expired = Math.floor(Date.now() / 1000) - 10;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: expired }));
  }, sessionKey);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Malai');
  const { access_token: token } = await storedSession(page);
  expect(token).not.toBe(before.access_token);

  const asked = other.waitForRequest('**/auth/v1/user');
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect((await asked).headers().authorization).toBe(`Bearer ${token}`);
  expect(refreshes).toBe(1);
});
