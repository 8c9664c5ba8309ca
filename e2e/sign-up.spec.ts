import { codeIn, linkIn, mailTo, signIn } from './support/accounts.ts';
import { expect, languagesInTest, onlyInWholeSuite, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

const noCredit = { en: 'THB 0.00', th: '฿0.00' };
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

    test('a panel asks for the code of a sign-up, over pages and a reload, until it is right', async ({
      context,
      site,
    }) => {
      onlyInWholeSuite();
      // Outside the `page` fixture: the answer to a wrong code is a console error.
      const page = await context.newPage();
      await page.clock.install();
      const email = `panel-${language}@example.com`;
      await page.goto('/signup');
      await page.getByLabel(t('auth.fullName')).fill('สมหญิง Traveller');
      await page.getByLabel(t('field.email')).fill(email);
      await page.getByLabel(t('auth.password'), { exact: true }).fill('a long password');
      await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click();
      const panel = page.getByRole('region', { name: t('signUp.codeTitle') });
      await expect(panel).toContainText(email);
      const first = codeIn(await mailTo(site, email));

      await page.reload();
      await expect(panel).toContainText(email);
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('nav.about'), exact: true })
        .click();
      await expect(page).toHaveURL('/about');

      const enter = async (code: string) => {
        await panel.getByLabel(t('mailedCode.code')).fill(code);
        await panel.getByRole('button', { name: t('mailedCode.submit') }).click();
      };
      await enter(first === '000000' ? '000001' : '000000');
      await expect(panel.getByText(t('authError.otp_expired'))).toBeVisible();
      await page.clock.fastForward('01:01');
      await panel.getByRole('button', { name: t('mailedCode.resend'), exact: true }).click();
      const again = panel.getByText(t('mailedCode.resent').replace('{{email}}', email));
      await expect(again).toBeVisible();

      await enter(codeIn(await mailTo(site, email, 2)));
      await expect(page.getByText(t('signUp.confirmed'))).toBeVisible();
      await expect(panel).toBeHidden();
      await page.reload();
      await expect(
        page.getByRole('banner').getByRole('button', { name: t('nav.account') }),
      ).toBeVisible();
      await expect(panel).toBeHidden();
    });
  });
}
