import { expect, languagesInTest, test } from './support/fixtures.ts';
import { codeLoaded } from './support/hydration.ts';
import { textIn } from './support/texts.ts';

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a visitor is told that the network is gone, without a shift, until it is back', async ({
      page,
      context,
    }) => {
      const loaded = codeLoaded(page, /offline-notice/);
      await page.goto('/about');
      await loaded;
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.boundingBox();
      const notice = page.getByRole('status').filter({ hasText: t('state.offline') });
      await expect(notice).toHaveCount(0);
      await context.setOffline(true);
      await expect(notice).toBeVisible();
      expect(await heading.boundingBox()).toEqual(before);
      // What is below the notice still takes clicks.
      const { x = 0, y = 0 } = (await notice.boundingBox()) ?? {};
      const isNotice = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('[role=status]') !== null,
        [x + 20, y + 20] as const,
      );
      expect(isNotice).toBe(false);
      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
    });
  });
}
