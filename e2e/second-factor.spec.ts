import type { APIRequestContext, Page } from '@playwright/test';
import { TOTP, URI } from 'otpauth';
import {
  call,
  fillInSignIn,
  headersFor,
  newMember,
  sessionKey,
  sessionOf,
  startSession,
  tokenOf,
} from './support/accounts.ts';
import { expectAccessible, expectNoViolations } from './support/accessibility.ts';
import {
  expect,
  languagesInTest,
  onlyInWholeSuite,
  test,
  type Language,
} from './support/fixtures.ts';
import type { Credentials, RunningSite } from './support/site.ts';
import { textIn } from './support/texts.ts';

const period = 30_000;
const phone = { width: 390, height: 844 };

/** The code that an authenticator shows; a code counts once, and the next period's counts already. */
function codeOf(uri: string, later = 0): string {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error(`no authenticator reads ${uri}`);
  return totp.generate({ timestamp: Date.now() + later });
}

async function newAdmin(
  request: APIRequestContext,
  site: RunningSite,
  name: string,
  language: Language,
): Promise<Credentials> {
  const member = await newMember(request, site, name, language);
  const { user } = await sessionOf(request, site, member);
  const promotion = { p_user_id: user.id, p_role: 'admin' };
  const token = await tokenOf(request, site, site.admin);
  await call(request, site, 'POST', '/rest/v1/rpc/bkk_admin_set_role', promotion, token);
  return member;
}

/** Sets an authenticator up on another device; gives the address that it has read. */
async function enrol(
  request: APIRequestContext,
  site: RunningSite,
  member: Credentials,
): Promise<string> {
  const token = await tokenOf(request, site, member);
  const ask = (path: string, data: object) =>
    call(request, site, 'POST', `/auth/v1/factors${path}`, data, token);
  const factor = (await ask('', { factor_type: 'totp' })) as { id: string; totp: { uri: string } };
  const challenge = (await ask(`/${factor.id}/challenge`, {})) as { id: string };
  const code = codeOf(factor.totp.uri);
  await ask(`/${factor.id}/verify`, { challenge_id: challenge.id, code });
  return factor.totp.uri;
}

const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(
    (key) =>
      (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token ??
      '',
    sessionKey,
  );

test.describe('on a phone, in Thai', () => {
  const t = textIn('th');

  test('an admin signs in with the code, and is out after a sign-out elsewhere', async ({
    browser,
    request,
    site,
  }) => {
    const admin = await newAdmin(request, site, 'authenticator', 'th');
    const uri = await enrol(request, site, admin);
    // Outside the `page` fixture: error answers of this journey are console errors.
    const context = await browser.newContext({
      baseURL: site.url,
      locale: 'th-TH',
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto('/login');
    await (await fillInSignIn(page, t, admin)).click();
    const dialog = page.getByRole('dialog', { name: t('secondFactor.codeTitle') });
    await expect(dialog.getByLabel(t('secondFactor.code'))).toBeFocused();

    // Without the code the area of the admins is closed, on the site and behind it.
    for (const path of ['/admin', '/admin/users']) {
      await page.goto(path);
      await expect(page).toHaveURL(`${site.url}/login`);
      await expect(dialog.getByLabel(t('secondFactor.code'))).toBeVisible();
    }
    const withoutCode = await headersFor(request, site, await tokenIn(page));
    const view = `${site.url}/rest/v1/bkk_users_admin_view?select=user_id`;
    expect(await (await request.get(view, { headers: withoutCode })).json()).toEqual([]);

    await dialog.getByLabel(t('secondFactor.code')).fill(codeOf(uri, period));
    await dialog.getByRole('button', { name: t('secondFactor.verify') }).click();
    await expect(page).toHaveURL(`${site.url}/dashboard`);
    await page.goto(`/admin/users?q=${encodeURIComponent(site.member.email)}`);
    const actions = t('users.actionsFor').replace('{{email}}', site.member.email);
    await expect(page.getByRole('button', { name: actions })).toBeVisible();
    const signedIn = await headersFor(request, site, await tokenIn(page));
    expect(await (await request.get(view, { headers: signedIn })).json()).not.toEqual([]);

    const elsewhere = await tokenOf(request, site, admin);
    const out = await request.post(`${site.url}/auth/v1/logout?scope=global`, {
      headers: await headersFor(request, site, elsewhere),
    });
    expect(out.ok()).toBe(true);
    const mailsBefore = (await site.mailsTo(site.member.email)).length;
    await page.getByRole('button', { name: actions }).click();
    await page.getByRole('menuitem', { name: t('users.action.resetPassword') }).click();
    await expect(page).toHaveURL(`${site.url}/login`);
    await expect(
      page.getByRole('dialog', { name: t('signIn.title') }).getByLabel(t('field.email')),
    ).toBeVisible();
    expect(await (await request.get(view, { headers: signedIn })).json()).toEqual([]);
    expect((await site.mailsTo(site.member.email)).length).toBe(mailsBefore);
    await context.close();
  });
});

for (const language of languagesInTest('en')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('an admin sets an authenticator up and removes it; axe finds nothing, and it fits', async ({
      page,
      request,
      site,
    }) => {
      const admin = await newAdmin(request, site, 'enrolling', language);
      await startSession(page, site, admin);
      await page.goto('/dashboard/profile');
      const section = page.getByRole('region', { name: t('secondFactor.title') });
      await section.getByRole('button', { name: t('secondFactor.setUp') }).click();
      const picture = section.getByRole('img', { name: t('secondFactor.qr') });
      // The content security policy lets it be shown.
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expectAccessible(page);
      const link = section.getByRole('link', { name: t('secondFactor.openApp') });
      const code = codeOf((await link.getAttribute('href')) ?? '');
      await section.getByLabel(t('secondFactor.code')).fill(code);
      await section.getByRole('button', { name: t('secondFactor.turnOn') }).click();
      await expect(page.getByText(t('secondFactor.turnedOn'), { exact: true })).toBeVisible();
      const remove = section.getByRole('button', { name: t('action.remove') });
      await expectNoViolations(page);
      await remove.click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('action.remove') }).click();
      await expect(section.getByRole('button', { name: t('secondFactor.setUp') })).toBeVisible();
      await expect(page).toHaveURL(`${site.url}/dashboard/profile`);
    });

    test('axe finds nothing on the form of the code, which fits', async ({
      page,
      request,
      site,
    }) => {
      onlyInWholeSuite();
      const member = await newMember(request, site, 'with-code', language);
      await enrol(request, site, member);
      await page.goto('/login');
      await (await fillInSignIn(page, t, member)).click();
      const dialog = page.getByRole('dialog', { name: t('secondFactor.codeTitle') });
      await dialog.getByRole('button', { name: t('secondFactor.verify') }).click();
      const missing = t('problem.auth.missing_code').replace('{{digits}}', '6');
      await expect(dialog.getByText(missing)).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('secondFactor.otherAccount') }).click();
      await expect(page.getByRole('dialog', { name: t('signIn.title') })).toBeVisible();
    });
  });
}
