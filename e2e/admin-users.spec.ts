import type { Locator, Page } from '@playwright/test';
import { linkIn, mailTo, newMember, signIn } from './support/accounts.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn, type TextKey } from './support/texts.ts';

for (const language of languagesInTest('en')) {
  const t = textIn(language);
  const filled = (key: TextKey, values: Readonly<Record<string, string>>) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, value),
      t(key),
    );

  const rowOf = (page: Page, email: string): Locator =>
    page.getByRole('row').filter({ hasText: email });

  /** Chooses something from a user's menu, by keyboard alone. */
  async function choose(page: Page, email: string, action: TextKey): Promise<void> {
    const button = page.getByRole('button', { name: filled('users.actionsFor', { email }) });
    await expect(button).not.toHaveAttribute('aria-busy');
    await button.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: t(action) });
    await expect(item).toBeVisible();
    const isThere = () => item.evaluate((element) => element === document.activeElement);
    await expect(async () => {
      if (!(await isThere())) await page.keyboard.press('ArrowDown');
      expect(await isThere()).toBe(true);
    }).toPass();
    await page.keyboard.press('Enter');
    // The closed menu gives the focus back a moment later; it would take it from the next menu.
    await expect(page.locator('body')).not.toBeFocused();
  }

  const said = (page: Page, email: string) =>
    expect(page.getByText(filled('users.doneText', { email }))).toBeVisible();

  const search = async (page: Page, query: string) => {
    await page.getByRole('searchbox', { name: t('users.search') }).fill(query);
    await expect(page).toHaveURL(
      new RegExp(`q=${encodeURIComponent(query).replace('%40', '(%40|@)')}`),
    );
  };

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('an admin invites, promotes, resets and deletes a user', async ({
      page,
      browser,
      site,
    }) => {
      const email = `asked-in-${language}@example.com`;
      await signIn(page, t, site.admin);
      await page.getByRole('link', { name: t('sidebar.users'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('users.title') })).toBeFocused();
      await page.getByRole('button', { name: t('users.invite') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('field.email')).fill(email);
      await dialog.getByRole('button', { name: t('users.inviteDialog.send') }).click();
      await expect(page.getByText(t('users.inviteDialog.sent'), { exact: true })).toBeVisible();
      await search(page, email);
      await expect(rowOf(page, email)).toContainText(t('users.role.member'));

      const guest = await browser.newContext({
        baseURL: site.url,
        locale: language === 'th' ? 'th-TH' : 'en-GB',
      });
      const guestPage = await guest.newPage();
      await guestPage.goto(linkIn(await mailTo(site, email)));
      await guestPage.getByLabel(t('reset.newPassword'), { exact: true }).fill('a long password');
      await guestPage.locator('form button[type=submit]').click();
      await expect(guestPage).toHaveURL(`${site.url}/`);
      await guestPage.goto('/admin/users');
      await expect(guestPage).toHaveURL(`${site.url}/dashboard`);

      await choose(page, email, 'users.action.makeAdmin');
      await said(page, email);
      await expect(rowOf(page, email)).toContainText(t('users.role.admin'));
      await guestPage.goto('/admin/users');
      await expect(
        guestPage.getByRole('heading', { level: 1, name: t('users.title') }),
      ).toBeVisible();
      await choose(page, email, 'users.action.makeMember');
      await expect(rowOf(page, email)).toContainText(t('users.role.member'));
      await guest.close();

      await choose(page, email, 'users.action.resetPassword');
      await said(page, email);
      expect((await mailTo(site, email, 2)).text).toContain('type=recovery');

      await choose(page, email, 'action.delete');
      const question = page.getByRole('alertdialog', { name: t('users.confirm.title') });
      await expect(question).toContainText(filled('users.confirm.text', { email }));
      await expect(question.getByRole('button', { name: t('action.cancel') })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await said(page, email);
      await expect(rowOf(page, email)).toHaveCount(0);
      await expect(page.getByText(filled('list.noneFound', { search: email }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    test('a member whom an admin deactivates is out at once, in another browser', async ({
      page,
      browser,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'out', language);
      const other = await browser.newContext({
        baseURL: site.url,
        locale: language === 'th' ? 'th-TH' : 'en-GB',
      });
      const theirs = await other.newPage();
      await signIn(theirs, t, member);
      await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Malai');

      await signIn(page, t, site.admin);
      await page.goto(`/admin/users?q=${encodeURIComponent(member.email)}`);
      await choose(page, member.email, 'users.action.deactivate');
      await said(page, member.email);
      await expect(rowOf(page, member.email)).toContainText(t('users.inactive'));

      await theirs.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(theirs).toHaveURL(`${site.url}/login`);
      const dialog = theirs.getByRole('dialog');
      await dialog.getByLabel(t('field.email')).fill(member.email);
      await dialog.getByLabel(t('auth.password'), { exact: true }).fill(member.password);
      await dialog.getByRole('button', { name: t('nav.signIn'), exact: true }).click();
      await expect(dialog.getByText(t('authError.user_banned'))).toBeVisible();

      // The row changes before the response comes.
      const activated = page.waitForResponse('**/rpc/bkk_admin_toggle_active');
      await choose(page, member.email, 'users.action.activate');
      await activated;
      await expect(rowOf(page, member.email)).toContainText(t('users.active'));
      await dialog.getByRole('button', { name: t('nav.signIn'), exact: true }).click();
      await expect(theirs).toHaveURL(`${site.url}/dashboard`);
      await other.close();
    });

    test('a member who types the address of an admin page, or calls by hand, gets nowhere', async ({
      page,
      request,
      site,
    }) => {
      await signIn(page, t, site.member);
      for (const path of ['/admin', '/admin/users']) {
        await page.goto(path);
        await expect(page).toHaveURL(`${site.url}/dashboard`);
      }
      const { anonKey } = (await (await request.get(`${site.url}/config.json`)).json()) as {
        anonKey: string;
      };
      const token = await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('bkksiam-auth') ?? '{}') as {
          access_token?: string;
        };
        return kept.access_token ?? '';
      });
      const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
      const nobody = '11111111-2222-4333-8444-555555555555';
      const seen = await request.get(`${site.url}/rest/v1/bkk_users_admin_view?select=*`, {
        headers,
      });
      expect(await seen.json()).toEqual([]);
      const calls: [string, object][] = [
        ['/rest/v1/rpc/bkk_admin_set_role', { p_user_id: nobody, p_role: 'admin' }],
        ['/rest/v1/rpc/bkk_admin_toggle_active', { p_user_id: nobody, p_active: false }],
        ['/functions/v1/admin-invite-user', { email: 'x@example.com', role: 'admin' }],
        ['/functions/v1/admin-reset-password', { user_id: nobody }],
        ['/functions/v1/admin-reset-factor', { user_id: nobody }],
        ['/functions/v1/admin-delete-user', { user_id: nobody }],
        ['/functions/v1/admin-system-status', {}],
      ];
      for (const [path, data] of calls) {
        const answer = await request.post(site.url + path, { headers, data });
        expect([path, answer.status()]).toEqual([path, 403]);
        expect(await answer.text()).toContain('Only an admin can do this.');
      }
    });

    test('axe finds nothing on the dialogs of the users’ list', async ({ page, site }) => {
      await signIn(page, t, site.admin);
      await page.goto('/admin/users');
      await page.getByRole('button', { name: t('users.invite') }).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(
        page.getByRole('dialog').getByText(t('users.inviteDialog.missing')),
      ).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await choose(page, site.member.email, 'action.delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
