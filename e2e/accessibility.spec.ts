import { signIn } from './support/accounts.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { weakFocusRings } from './support/focus-ring.ts';
import { hydrated } from './support/hydration.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { screens, type Viewer } from './support/screens.ts';
import { textIn } from './support/texts.ts';

/** Every page, and what an address adds to one. Dialogs and forms with errors are looked at in the journeys that open them. */
const addresses: Readonly<Record<Viewer, readonly string[]>> = {
  visitor: [...screens.visitor.map(({ path }) => path), '/product/none'],
  member: screens.member.map(({ path }) => path),
  admin: [
    ...screens.admin.map(({ path }) => path),
    '/admin/requests?request=00000000-0000-4000-8001-000000000001',
    '/admin/news?item=00000000-0000-4000-8002-000000000003',
  ],
};

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    for (const viewer of ['visitor', 'member', 'admin'] as const) {
      test(`the screens of ${viewer === 'admin' ? 'an' : 'a'} ${viewer} load without a jump, fit a narrow phone, and axe finds nothing on them`, async ({
        page,
        site,
      }) => {
        test.setTimeout(600_000);
        if (viewer !== 'visitor') await signIn(page, t, site[viewer]);
        const shifts = await watchShifts(page);
        for (const address of addresses[viewer]) {
          await page.goto(address);
          await hydrated(page);
          expect(await shifts(), address).toEqual([]);
          await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
          await expectAccessible(page);
        }
      });
    }
  });
}

test('the focus ring of every control stands out from its ground in both themes', async ({
  page,
  site,
}) => {
  await signIn(page, textIn('en'), site.member);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/contact', '/search', '/store', '/dashboard']) {
      await page.goto(path);
      await hydrated(page);
      // Rings follow the keyboard.
      await page.keyboard.press('Tab');
      expect(await weakFocusRings(page), `${path} in ${colorScheme}`).toEqual([]);
    }
  }
});
