import { expect, isWholeSuite, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

for (const timezoneId of ['Pacific/Kiritimati', ...(isWholeSuite ? ['Etc/GMT+8'] : [])]) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({
      timezoneId,
      locale: 'th-TH',
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });

    test('a touch chooses the day that is shown, from a calendar loaded for it', async ({
      page,
    }) => {
      const t = textIn('th');
      const loaded: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('search-calendar')) loaded.push(request.url());
      });
      await page.goto('/search');
      const field = page.getByLabel(t('search.departure'), { exact: true });
      await field.fill('2084-02-28');
      await field.blur();
      const name = t('search.calendar.open').replace('{{field}}', t('search.departure'));
      const button = page.getByRole('button', { name });
      await expect(button.locator('..').getByText('จ. 28 ก.พ. 2627')).toBeVisible();
      expect(loaded).toEqual([]);
      await button.tap();
      const days = page.getByRole('dialog').getByRole('button');
      await days.and(page.getByLabel('อังคาร 29 ก.พ. 2627')).tap();
      await expect(field).toHaveValue('2084-02-29');
      await expect(page.getByRole('dialog', { name: t('search.return') })).toBeVisible();
      await days.and(page.getByLabel(t('search.calendar.next'))).tap();
      await days.and(page.getByLabel('พฤหัส 2 มี.ค. 2627')).tap();
      await expect(page.getByLabel(t('search.return'), { exact: true })).toHaveValue('2084-03-02');
      await expect(button).toBeFocused();
      expect(loaded).not.toEqual([]);
    });
  });
}

test.describe('in English on a laptop', () => {
  test.use({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });

  test('both days are shown at the same time', async ({ page }) => {
    const t = textIn('en');
    await page.addInitScript(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      new MutationObserver(() => {
        const { length } = document.querySelectorAll('input[type=date] ~ button');
        if (!counts.includes(length)) counts.push(length);
      }).observe(document, { childList: true, subtree: true });
    });
    // Once the browser has the code, it arrives while the page is hydrated.
    for (const path of ['/', '/search']) {
      await page.goto(path);
      for (const field of [t('search.departure'), t('search.return')]) {
        const name = t('search.calendar.open').replace('{{field}}', field);
        await expect(page.getByRole('button', { name })).toBeVisible();
      }
      const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
      expect(counts).toEqual([0, 2]);
    }
  });
});
