import type { Locator, Page } from '@playwright/test';
import {
  expect,
  languagesInTest,
  onlyInWholeSuite,
  test,
  type Language,
} from './support/fixtures.ts';
import { textIn, type TextKey } from './support/texts.ts';

const localeOf = (language: Language) => (language === 'th' ? 'th-TH' : 'en-GB');

/** Goes on by the Tab key alone until something has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  const isThere = () => goal.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${goal.toString()}`);
}

function formOn(page: Page, t: (key: TextKey) => string) {
  const form = page.getByRole('main').locator('form');
  return {
    form,
    from: form.getByRole('combobox', { name: t('search.from'), exact: true }),
    to: form.getByRole('combobox', { name: t('search.to'), exact: true }),
    departure: form.getByLabel(t('search.departure'), { exact: true }),
    back: form.getByLabel(t('search.return'), { exact: true }),
    passengers: form.getByLabel(t('field.passengers')),
    cabin: form.getByLabel(t('search.cabinLabel')),
    submit: form.getByRole('button', { name: t('nav.searchFlights') }),
    type: (name: 'roundtrip' | 'oneway' | 'multicity') =>
      form.getByRole('button', { name: t(`search.type.${name}`) }),
  };
}

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: localeOf(language) });

    test('a visitor searches by the keyboard alone, finds no flight, and Back keeps the form', async ({
      page,
    }) => {
      await page.goto('/');
      const { from, to, departure, back, passengers, submit } = formOn(page, t);
      await expect(submit).toBeVisible();
      await tabTo(page, passengers);
      await page.keyboard.press('3');
      await tabTo(page, from);
      await page.keyboard.type(language === 'th' ? 'สุวรรณ ภูมิ' : 'suvarn');
      await page.keyboard.press('Enter');
      await expect(from).toHaveValue('BKK');
      await tabTo(page, to);
      await page.keyboard.type(language === 'th' ? 'โตเกียว' : 'tokyo');
      await page.keyboard.press('Tab');
      await expect(to).toHaveValue('NRT');
      await tabTo(page, departure);
      await page.keyboard.type('12122083');
      await tabTo(page, submit);
      await page.keyboard.press('Enter');
      const refused = page.getByRole('alert').getByText(t('problem.search.missing_return.title'));
      await expect(refused).toBeVisible();
      await expect(back).toBeFocused();
      await page.keyboard.type('01012084');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText(t('search.searching'))).toBeVisible();
      await expect(page.getByTestId('flight-skeleton')).toHaveCount(3);
      await expect(page).toHaveURL(/\/results$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByRole('heading', { name: t('search.results.none') })).toBeVisible();
      await expect(page).toHaveTitle(`${t('search.resultsTitle')} | BKK Siam`);
      await page.goBack();
      await expect(from).toHaveValue('BKK');
      await expect(to).toHaveValue('NRT');
      await expect(departure).toHaveValue('2083-12-12');
      await expect(back).toHaveValue('2084-01-01');
      await expect(passengers).toHaveValue('3');
      await page.reload();
      await expect(from).toHaveValue('BKK');
      await expect(back).toHaveValue('2084-01-01');
    });

    test('several cities are filled in by the keyboard alone', async ({ page }) => {
      onlyInWholeSuite();
      await page.goto('/search');
      const { form, type, submit } = formOn(page, t);
      await tabTo(page, type('multicity'));
      await page.keyboard.press('Enter');
      const leg = (number: number) =>
        form.getByRole('group', { name: t('search.leg').replace('{{leg}}', String(number)) });
      const add = form.getByRole('button', { name: t('search.addLeg') });
      await tabTo(page, leg(1).getByRole('combobox', { name: t('search.from') }));
      await page.keyboard.type('BKK');
      await page.keyboard.press('Tab');
      await page.keyboard.type('SIN');
      await tabTo(page, leg(1).getByLabel(t('search.departure'), { exact: true }));
      await page.keyboard.type('12122083');
      await tabTo(page, leg(2).getByLabel(t('search.from')));
      await expect(leg(2).getByLabel(t('search.from'))).toHaveValue('SIN');
      await page.keyboard.press('Tab');
      await page.keyboard.type('KUL');
      await tabTo(page, leg(2).getByLabel(t('search.departure'), { exact: true }));
      await page.keyboard.type('12122083');
      await tabTo(page, add);
      await page.keyboard.press('Enter');
      await expect(leg(3).getByLabel(t('search.to'))).toBeFocused();
      await expect(leg(3).getByLabel(t('search.from'))).toHaveValue('KUL');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(leg(3)).toHaveCount(0);
      await expect(leg(2).getByLabel(t('search.to'))).toBeFocused();
      await tabTo(page, submit);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/results$/);
      await expect(page.getByText('SIN – KUL')).toBeVisible();
    });
  });
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } });

  test('a touched airport is taken, and nothing that lay below the list is touched', async ({
    page,
  }) => {
    await page.goto('/search');
    const { from } = formOn(page, textIn('en'));
    await from.tap();
    const list = page.getByRole('listbox');
    // The last of them lies over the stub with the button.
    await list.getByRole('option').last().tap();
    await expect(from).toHaveValue('KUL');
    await expect(from).toBeFocused();
    await expect(list).toHaveCount(0);
    await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  });
});
