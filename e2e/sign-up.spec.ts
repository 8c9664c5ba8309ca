import { linkIn, mailTo, signIn } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

const noCredit = { en: 'THB 0.00', th: '฿0.00' };
const demoCredit = { en: 'THB 12,450.00', th: '฿12,450.00' };
const mailSubject = { en: /confirm/i, th: /ยืนยัน/ };

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a visitor signs up, confirms by mail, signs in, sees an empty dashboard and signs out', async ({
      page,
      site,
    }) => {
      const member = { email: `visitor-${language}@example.com`, password: 'a long password' };
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('nav.signUp') })
        .click();
      await page.getByLabel(t('auth.fullName')).fill('สมหญิง Traveller');
      await page.getByLabel(t('field.email')).fill(member.email);
      await page.getByLabel(t('auth.password'), { exact: true }).fill(member.password);
      await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click();
      await expect(page.getByText(t('signUp.created'))).toBeVisible();
      await expect(page).toHaveURL(`${site.url}/`);

      const mail = await mailTo(site, member.email);
      expect(mail.subject).toMatch(mailSubject[language]);
      await page.goto(linkIn(mail));
      const account = page.getByRole('banner').getByRole('button', { name: t('nav.account') });
      await account.click();
      const menu = page.getByRole('menu');
      await expect(menu).toContainText('สมหญิง Traveller');
      await expect(menu).toContainText(member.email);
      expect(page.url()).not.toContain('access_token');
      await page.getByRole('menuitem', { name: t('nav.logOut') }).click();
      await expect(page.getByText(t('toast.signedOut'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('toast.signedOutText'))).toBeVisible();

      await signIn(page, t, member);
      await expect(page.getByText(noCredit[language])).toBeVisible();
      await expect(page.getByText(t('dashboard.empty'))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('สมหญิง Traveller');
    });

    test('the demo member sees their credit and five recent bookings', async ({ page, site }) => {
      await signIn(page, t, site.member);
      await expect(page.getByText(demoCredit[language])).toBeVisible();
      await expect(page.getByRole('heading', { name: t('dashboard.recent') })).toBeVisible();
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 5);
      await page.reload();
      await expect(page.getByText(demoCredit[language])).toBeVisible();
    });
  });
}
