import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { startDevelopmentSite, type DevelopmentSite } from './support/development-site.ts';
import { expect, isWholeSuite, languagesInTest, test as base } from './support/fixtures.ts';
import { hydrated, waitForHydration } from './support/hydration.ts';
import { horizontalOverflow } from './support/overflow.ts';
import { sharedSite } from './support/shared-sites.ts';

let development: DevelopmentSite;
const opened = new Map<string, Page>();

/** The gallery is in no build: the development server shows it. It loads once in each language, as that takes seconds. */
const test = base.extend<{ gallery: Page }>({
  gallery: async ({ browser, locale, viewport }, use) => {
    let page = opened.get(locale ?? '');
    if (page === undefined) {
      page = await (
        await browser.newContext({ viewport, ...(locale !== undefined && { locale }) })
      ).newPage();
      opened.set(locale ?? '', page);
      waitForHydration(page);
      await page.goto(`${development.url}/gallery`);
    } else if (viewport !== null) {
      await page.setViewportSize(viewport);
    }
    await hydrated(page);
    await use(page);
  },
});

test.use({ locale: 'th-TH' });
test.setTimeout(120_000);
// In one worker: each would start a development server, which compiles the whole gallery.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  development = await startDevelopmentSite(sharedSite('none').url);
});

test.afterAll(async () => {
  for (const page of opened.values()) await page.context().close();
  await development.stop();
});

for (const language of languagesInTest('th')) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a printed sheet is one page of A4 on white with nothing around it', async ({
      gallery: page,
    }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark';
      });
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
      expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
      await page.emulateMedia({ media: 'print' });
      const shown = await page.evaluate(() =>
        ['header', 'footer', 'h1', '.sticky-bar', '.print-sheet'].filter(
          (selector) => document.querySelector(selector)?.checkVisibility() === true,
        ),
      );
      expect(shown).toEqual(['.print-sheet']);
      const scheme = await page.evaluate(() => getComputedStyle(document.body).colorScheme);
      expect(scheme).toBe('light');
      await page.emulateMedia({ colorScheme: null, media: null });
      await page.evaluate(() => {
        delete document.documentElement.dataset.theme;
      });
    });

    test.describe('on a phone', () => {
      const viewport = { width: 320, height: 640 };
      test.use({ viewport });

      test('the bar with the total covers neither the focus nor the end of the page', async ({
        gallery: page,
      }) => {
        expect(await horizontalOverflow(page)).toBe(0);
        const bar = await page.locator('.sticky-bar').boundingBox();
        expect(bar && Math.round(bar.y + bar.height)).toBe(viewport.height);
        // Each control of the flights in turn: the one that has the focus is above the bar or in it.
        const covered = await page.evaluate(() => {
          const top = document.querySelector('.sticky-bar')?.getBoundingClientRect().top ?? 0;
          const controls = document.querySelectorAll<HTMLElement>(
            'section[aria-labelledby=flights] :is(a, button, input)',
          );
          return [...controls].filter((control) => {
            if (!control.checkVisibility() || control.closest('.sticky-bar') !== null) return false;
            control.focus();
            return control.getBoundingClientRect().bottom > top;
          }).length;
        });
        expect(covered).toBe(0);
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const footer = await page.locator('footer').boundingBox();
        expect(footer && bar && footer.y + footer.height).toBeLessThanOrEqual(bar?.y ?? 0);
        await page.setViewportSize({ width: 768, height: 1024 });
        await expect(page.locator('.sticky-bar')).toBeHidden();
      });
    });
  });
}

test('axe finds nothing on the gallery of parts', async ({ gallery }) => {
  test.setTimeout(300_000);
  await expectAccessible(gallery);
});

for (const width of isWholeSuite ? [320, 768, 1440] : [320]) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('what a late source has found moves no flight that is shown', async ({
      gallery: page,
    }) => {
      if (isWholeSuite) await page.reload();
      const cards = page.locator('section[aria-labelledby=flights] article');
      const tops = () =>
        cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).offsetTop));
      const [first, second] = await tops();
      await page.getByRole('button', { name: 'Show 1 more' }).click();
      await expect(page.getByRole('button', { name: 'Show 1 more' })).toBeHidden();
      const after = await tops();
      expect(after.slice(0, 2)).toEqual([first, second]);
      expect(after.length).toBe(4);
    });
  });
}
