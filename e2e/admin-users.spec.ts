import {
  call,
  fillInSignIn,
  headersFor,
  newMember,
  sessionOf,
  startSession,
  tokenOf,
} from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

for (const language of languagesInTest('en')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a member whom an admin deactivates is out at once, in another browser', async ({
      context,
      request,
      site,
    }) => {
      const member = await newMember(request, site, 'out', language);
      // Outside the `page` fixture: the rejected sign-in is a console error.
      const page = await context.newPage();
      await startSession(page, site, member);
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Malai');

      const admin = await tokenOf(request, site, site.admin);
      const { user } = await sessionOf(request, site, member);
      const setActive = (active: boolean) => {
        const path = '/rest/v1/rpc/bkk_admin_toggle_active';
        const data = { p_user_id: user.id, p_active: active };
        return call(request, site, 'POST', path, data, admin);
      };
      await setActive(false);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(page).toHaveURL('/login');
      const submit = await fillInSignIn(page, t, member);
      await submit.click();
      await expect(page.getByRole('dialog').getByText(t('authError.user_banned'))).toBeVisible();
      await setActive(true);
      await submit.click();
      await expect(page).toHaveURL('/dashboard');
    });

    test('a member who types the address of an admin page, or calls by hand, gets nowhere', async ({
      page,
      request,
      site,
    }) => {
      await startSession(page, site, site.member);
      for (const path of ['/admin', '/admin/users']) {
        await page.goto(path);
        await expect(page).toHaveURL(`${site.url}/dashboard`);
      }
      const token = await tokenOf(request, site, site.member);
      const headers = await headersFor(request, site, token);
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
  });
}
