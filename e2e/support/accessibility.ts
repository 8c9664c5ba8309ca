import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isWholeSuite } from './fixtures.ts';
import { horizontalOverflow } from './overflow.ts';
import { loadLazyImages } from './lazy-images.ts';

type Theme = 'light' | 'dark';

interface Appearance {
  readonly width: number;
  readonly colorScheme: Theme;
  readonly hasAxe: boolean;
}

const themes = ['light', 'dark'] as const;

/** The narrowest width and the largest, one in each theme, axe in one of them; every pair with axe in the whole suite. */
function appearancesOf(widths: readonly number[], axeIn: Theme): readonly Appearance[] {
  if (isWholeSuite)
    return widths.flatMap((width) =>
      themes.map((colorScheme) => ({ width, colorScheme, hasAxe: true })),
    );
  return [
    { width: Math.min(...widths), colorScheme: 'dark', hasAxe: axeIn === 'dark' },
    { width: Math.max(...widths), colorScheme: 'light', hasAxe: axeIn === 'light' },
  ];
}

/** What axe finds wrong with the page as it stands: the rules, each with the elements. */
export async function violationsOf(page: Page): Promise<(readonly [string, string[]])[]> {
  await loadLazyImages(page);
  // Off by default in axe: targets of at least 24 px, or with as much space around them.
  const rules = { 'target-size': { enabled: true } };
  // One frame is tested in the page itself: the other mode opens a second page, which takes as long again.
  const axe = new AxeBuilder({ page })
    .options({ rules, resultTypes: ['violations'] })
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Fails the journey over anything axe finds wrong with the page as it stands. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** Nothing of the page, and no part of a form, may lie beside the screen in any appearance; axe looks at one of them. */
export async function expectAccessible(
  page: Page,
  widths = [360, 720, 1440],
  axeIn: Theme = 'dark',
): Promise<void> {
  for (const { width, colorScheme, hasAxe } of appearancesOf(widths, axeIn)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (hasAxe) await expectNoViolations(page);
    const where = `${page.url()} at ${String(width)} px`;
    expect(await horizontalOverflow(page), where).toBe(0);
    const cutOff = await page
      .locator('form *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().right > window.innerWidth)
          .map(({ outerHTML }) => outerHTML),
      );
    expect(cutOff, where).toEqual([]);
  }
}
