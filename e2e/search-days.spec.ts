import { expect, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

for (const timezoneId of ['Etc/GMT+8', 'Pacific/Kiritimati']) {
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
      await field.fill('2028-02-28');
      await field.blur();
      const name = t('search.calendar.open').replace('{{field}}', t('search.departure'));
      const button = page.getByRole('button', { name });
      await expect(button.locator('..').getByText('จ. 28 ก.พ. 2571')).toBeVisible();
      expect(loaded).toEqual([]);
      await button.tap();
      await page.getByRole('dialog').getByRole('button', { name: 'อังคาร 29 ก.พ. 2571' }).tap();
      await expect(field).toHaveValue('2028-02-29');
      await expect(button).toBeFocused();
      expect(loaded).not.toEqual([]);
    });
  });
}
