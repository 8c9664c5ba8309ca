import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
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

/** The narrowest width and the largest, one in each theme, axe in one or none of them; every pair with axe in the whole suite. */
function appearancesOf(widths: readonly number[], axeIn: Theme | 'none'): readonly Appearance[] {
  if (isWholeSuite)
    return widths.flatMap((width) =>
      themes.map((colorScheme) => ({ width, colorScheme, hasAxe: true })),
    );
  return [
    { width: Math.min(...widths), colorScheme: 'dark', hasAxe: axeIn === 'dark' },
    { width: Math.max(...widths), colorScheme: 'light', hasAxe: axeIn === 'light' },
  ];
}

declare const axe: typeof Axe;

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds wrong with the page as it stands: the rules, each with the elements. */
export async function violationsOf(page: Page): Promise<(readonly [string, string[]])[]> {
  await loadLazyImages(page);
  // `@axe-core/playwright` sends the source twice, with its comments: a second of each test of a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, {
      // Off by default in axe: targets of at least 24 px, or with as much space around them.
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
  });
}

/** Fails the journey over anything axe finds wrong with the page as it stands. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** Nothing of the page, and no part of a form, may lie beside the screen in any appearance; axe looks at one or none of them. */
export async function expectAccessible(
  page: Page,
  widths = [360, 720, 1440],
  axeIn: Theme | 'none' = 'dark',
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
