import type { Page } from '@playwright/test';
import { call, codeIn, linkIn, mailTo, newMember, signIn, tokenOf } from './support/accounts.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  const alert = (page: Page) => page.getByRole('region', { name: t('toast.region') });

  /** Whose name and address the account menu shows. */
  async function expectSignedInAs(page: Page, email: string): Promise<void> {
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('nav.account') })
      .click();
    await expect(page.getByRole('menu')).toContainText(email);
    await page.keyboard.press('Escape');
  }

  async function chooseThePassword(page: Page, password: string): Promise<void> {
    await page.getByLabel(t('reset.newPassword'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('reset.newSubmit') }).click();
    await expect(page.getByText(t('reset.updated'))).toBeVisible();
    await expect(page).toHaveURL('/');
  }

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a magic link opens the dashboard, once; used again it says so, signed in or not', async ({
      page,
      request,
      site,
    }) => {
      const { email } = await newMember(request, site, 'magic', language);
      await page.goto('/login');
      await page.getByRole('button', { name: t('signIn.withLink'), exact: true }).click();
      await page.getByLabel(t('field.email')).fill(email);
      await page.getByRole('button', { name: t('signIn.linkSubmit') }).click();
      await expect(page.getByText(t('signIn.linkSent'))).toBeVisible();
      await expectNoViolations(page);
      const link = linkIn(await mailTo(site, email));

      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Malai');
      await expect(page).toHaveURL('/dashboard');
      await page.goBack();
      expect(page.url()).not.toContain('access_token');

      await page.goto(link);
      await expect(alert(page)).toContainText(t('link.otp_expired'));
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Malai');

      await page.getByRole('button', { name: t('nav.logOut') }).click();
      await expect(page).toHaveURL('/');
      await page.goto(link);
      await expect(page.getByRole('dialog')).toContainText(t('link.otp_expired'));
      await expect(page).toHaveURL('/login');
      await expectNoViolations(page);
    });

    test('on a phone the code of the mail signs in, though a scanner has opened its link', async ({
      page,
      request,
      site,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const { email } = await newMember(request, site, 'typing', language);
      await page.goto('/login');
      await page.getByRole('button', { name: t('signIn.withLink'), exact: true }).click();
      await page.getByLabel(t('field.email')).fill(email);
      await page.getByRole('button', { name: t('signIn.linkSubmit') }).click();
      const field = page.getByLabel(t('mailedCode.code'));
      await expect(field).toBeFocused();
      await expectNoViolations(page);
      const mail = await mailTo(site, email);
      const opened = await request.get(linkIn(mail), { maxRedirects: 0 });
      expect(opened.headers().location).toContain('access_token');

      const code = codeIn(mail);
      await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Malai');
      await expect(page).toHaveURL('/dashboard');
    });

    test('a forgotten password is replaced from the mail; the older of two links has expired', async ({
      page,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'forgetful', language);
      await page.goto('/login');
      await page.getByRole('link', { name: t('signIn.forgot') }).click();
      const send = page.getByRole('button', { name: t('reset.submit') });
      // The dialog left behind has a field of the same name.
      await expect(send).toBeVisible();
      await page.getByLabel(t('field.email')).fill(member.email);
      await send.click();
      await expect(page.getByText(t('reset.sent'))).toBeVisible();
      const older = linkIn(await mailTo(site, member.email));
      await send.click();
      const newer = linkIn(await mailTo(site, member.email, 2));

      await page.goto(older);
      await expect(page.getByRole('main')).toContainText(t('link.otp_expired'));
      await expect(page).toHaveURL('/reset-password');
      await page.goto(newer);
      await expect(page.getByRole('heading', { name: t('reset.newTitle') })).toBeVisible();
      await expect(page).toHaveURL('/reset-password');
      await expectNoViolations(page);
      await page.reload();
      await chooseThePassword(page, 'quite another password');

      await page.context().clearCookies();
      await page.evaluate(() => {
        localStorage.removeItem('bkksiam-auth');
      });
      await signIn(page, t, { email: member.email, password: 'quite another password' });
    });

    test('an invitation leads to a password and a signed-in home page', async ({
      page,
      request,
      site,
    }) => {
      const email = `invited-${language}@example.com`;
      const admin = await tokenOf(request, site, site.admin);
      const invitation = { email, role: 'member' };
      await call(request, site, 'POST', '/functions/v1/admin-invite-user', invitation, admin);
      await page.goto(linkIn(await mailTo(site, email)));
      await expect(page.getByText(email)).toBeVisible();
      await chooseThePassword(page, 'my first password');
      await expectSignedInAs(page, email);
      const session = await tokenOf(request, site, { email, password: 'my first password' });
      expect(session).not.toBe('');
    });

    test('a new address counts when both mails have been answered, and shows', async ({
      page,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'moving', language);
      const email = `moved-${language}@example.com`;
      const token = await tokenOf(request, site, member);
      await call(request, site, 'PUT', '/auth/v1/user', { email }, token);
      await page.goto(linkIn(await mailTo(site, email)));
      await expect(alert(page)).toContainText(t('link.firstOfTwoText'));
      await expect(page).toHaveURL('/');
      await page.goto(linkIn(await mailTo(site, member.email)));
      await expect(alert(page)).toContainText(t('link.changed'));
      await expectSignedInAs(page, email);
    });

    test('signing up with a known address looks like signing up with a new one', async ({
      page,
      request,
      site,
    }) => {
      const known = await newMember(request, site, 'known', language);
      const seen: string[] = [];
      for (const email of [known.email, `unknown-${language}@example.com`]) {
        await page.goto('/signup');
        await page.getByLabel(t('auth.fullName')).fill('Malai');
        await page.getByLabel(t('field.email')).fill(email);
        await page.getByLabel(t('auth.password'), { exact: true }).fill('another password');
        const answered = page.waitForResponse('**/auth/v1/signup*');
        await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click();
        await expect(page.getByText(t('signUp.created'))).toBeVisible();
        await expect(page).toHaveURL('/');
        const answer = await answered;
        const body = (await answer.json()) as { identities: unknown[] };
        const shape = [answer.status(), Object.keys(body), body.identities.length];
        seen.push(`${await alert(page).innerText()} ${JSON.stringify(shape)}`);
      }
      expect(seen[0]).toBe(seen[1]);
    });
  });
}
