import type { Request } from '@playwright/test';
import { newMember, signIn, startSession } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

/** What follows the data API's address: the table and the question. */
function question(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return decodeURIComponent(pathname.replace('/rest/v1/', '') + search);
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a member walks through their pages from the side panel and the menu', async ({
      page,
      request,
      site,
    }) => {
      await startSession(page, site, await newMember(request, site, 'walking', language));
      await page.goto('/dashboard');
      const area = page.getByRole('navigation', { name: t('sidebar.memberArea') });
      for (const [link, title] of [
        ['nav.bookings', 'nav.bookings'],
        ['sidebar.groupRequest', 'members.soon.group.title'],
        ['members.soon.payments.title', 'members.soon.payments.title'],
        ['nav.profile', 'nav.profile'],
        ['sidebar.support', 'members.soon.support.title'],
      ] as const) {
        await area.getByRole('link', { name: t(link), exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: t(title) })).toBeFocused();
        await expect(page).toHaveTitle(`${t(title)} | BKK Siam`);
        await expect(area.locator('[aria-current=page]')).toHaveText(t(link));
      }
      const panel = await page.getByRole('complementary').boundingBox();
      expect(panel?.width).toBe(16 * 16);
      await page.goto('/');
      for (const title of ['nav.orders', 'nav.profile'] as const) {
        await page.getByRole('button', { name: t('nav.account') }).click();
        await page.getByRole('menuitem', { name: t(title) }).click();
        await expect(page.getByRole('heading', { level: 1, name: t(title) })).toBeVisible();
      }
      await page.getByLabel(t('members.profile.fullName')).fill('Not saved');
      await page.goBack();
      const question = page.getByRole('alertdialog', { name: t('members.leave.title') });
      await question.getByRole('button', { name: t('members.leave.stay') }).click();
      await expect(page).toHaveURL('/profile');
      await expect(page.getByLabel(t('members.profile.fullName'))).toHaveValue('Not saved');
      await page.goBack();
      await question.getByRole('button', { name: t('members.leave.leave') }).click();
      await expect(page).toHaveURL('/orders');
    });
  });
}

test('the pages ask what the specification says, and a sign-in is recorded once', async ({
  page,
  request,
  site,
}) => {
  const t = textIn('en');
  const asked: Request[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/rest/v1/') && sent.method() !== 'OPTIONS') asked.push(sent);
  });
  const to = (method: string, table: string) =>
    asked.filter((sent) => sent.method() === method && question(sent).startsWith(table));
  const last = (method: string, table: string) => {
    const sent = to(method, table).at(-1);
    return sent === undefined ? '' : question(sent).replace(/eq\.[0-9a-f-]{36}/, 'eq.me');
  };
  await signIn(page, t, await newMember(request, site, 'asking', 'en'));
  await expect(page.getByText('THB 0.00')).toBeVisible();
  await expect.poll(() => to('POST', 'bkk_login_logs').length).toBe(1);
  await expect
    .poll(() => last('POST', 'bkk_user_profiles'))
    .toBe('bkk_user_profiles?on_conflict=user_id');
  await expect.poll(() => to('POST', 'rpc/bkk_touch_last_login').length).toBe(1);
  expect(last('GET', 'bkk_credit_accounts')).toBe(
    'bkk_credit_accounts?select=balance&user_id=eq.me',
  );
  expect(last('GET', 'bkk_quote_requests')).toBe(
    'bkk_quote_requests?select=quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at' +
      '&user_id=eq.me&order=updated_at.desc&limit=5',
  );

  await page.goto('/dashboard/bookings');
  await expect(page.getByText(t('members.bookings.empty'))).toBeVisible();
  expect(last('GET', 'bkk_quote_requests')).toBe(
    'bkk_quote_requests?select=*&user_id=eq.me&order=created_at.desc,quote_id.desc&offset=0&limit=20',
  );

  await page.goto('/profile');
  await page.getByLabel(t('members.profile.phone')).fill('081 234 5678');
  expect(last('GET', 'bkk_user_profiles')).toBe(
    'bkk_user_profiles?select=full_name,phone&user_id=eq.me',
  );
  await page.getByRole('button', { name: t('members.profile.save') }).click();
  await expect(page.getByText(t('members.profile.saved'))).toBeVisible();
  const [change, ...others] = to('PATCH', 'bkk_user_profiles');
  expect(others).toEqual([]);
  expect(last('PATCH', 'bkk_user_profiles')).toBe('bkk_user_profiles?user_id=eq.me');
  expect(change?.postDataJSON()).toEqual({
    full_name: 'Malai Jaidee',
    phone: '081 234 5678',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
  });

  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.reload();
  await expect(page.getByLabel(t('members.profile.phone'))).toHaveValue('081 234 5678');
  expect(to('POST', 'bkk_login_logs')).toHaveLength(1);
});
