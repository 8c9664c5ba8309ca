import type { Page } from '@playwright/test';
import { violationsOf } from '../../e2e/support/accessibility.ts';
import { weakFocusRings } from '../../e2e/support/focus-ring.ts';
import { horizontalOverflow } from '../../e2e/support/overflow.ts';

const mostStops = 150;

/** One h1, a title, and the language of the page; axe asks for a main landmark where no dialog covers the page. */
async function structureProblems(page: Page, language: string): Promise<readonly string[]> {
  const found = await page.evaluate(() => ({
    headings: [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length,
    mains: document.querySelectorAll('main, [role=main]').length,
    language: document.documentElement.lang,
    title: document.title,
  }));
  return [
    ...(found.headings === 1 ? [] : [`${String(found.headings)} headings of level 1`]),
    ...(found.mains <= 1 ? [] : [`${String(found.mains)} main landmarks`]),
    ...(found.language === language ? [] : [`lang is ${found.language}`]),
    ...(found.title.trim() === '' ? ['no title'] : []),
  ];
}

/** Where the Tab key stops: each stop is in sight, and the keys lead out of the page again (WCAG 2.1.2, 2.4.7, 2.4.11). */
async function keyboardProblems(page: Page): Promise<readonly string[]> {
  const problems = new Set<string>();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    Object.assign(window, { firstStop: undefined });
  });
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return 'end';
      const seen = window as unknown as { firstStop: Element | undefined };
      if (seen.firstStop === focused) return 'end';
      seen.firstStop ??= focused;
      // A hidden input is drawn by its label.
      const own = focused.getBoundingClientRect();
      const drawn = own.width > 2 ? focused : (focused.closest('label') ?? focused.parentElement);
      const box = (drawn ?? focused).getBoundingClientRect();
      const what = focused.outerHTML.slice(0, 140);
      const isAround = (point: Element | null) =>
        point !== null && drawn !== null && (drawn.contains(point) || point.contains(drawn));
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
      );
      const isSeen = points.some(([x, y]) => isAround(document.elementFromPoint(x, y)));
      return isSeen ? '' : `the focus is out of sight: ${what}`;
    });
    if (found === 'end') return [...problems];
    if (found !== '') problems.add(found);
  }
  return [...problems];
}

/** Fields and switches without an edge where the system chooses the colours, which leaves no backgrounds and shadows. */
async function forcedColorProblems(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page
    .locator(
      'input:visible, textarea:visible, select:visible, [role=combobox]:visible, [role=switch]:visible, [role=checkbox]:visible, [role=radio]:visible',
    )
    .evaluateAll((controls) => {
      const hasEdge = (element: Element) => {
        const { borderTopStyle, borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
        return (
          parseFloat(borderBottomWidth) > 0 &&
          (borderTopStyle !== 'none' || borderBottomStyle !== 'none')
        );
      };
      const isSmall = (element: Element) => element.getBoundingClientRect().width <= 2;
      return controls
        .filter((control) => {
          // The system draws its own.
          if (getComputedStyle(control).appearance !== 'none') return false;
          const around = [control, control.parentElement, control.parentElement?.parentElement];
          const drawn = isSmall(control) ? [...(control.parentElement?.children ?? [])] : [];
          return ![...around, ...drawn].some((element) => element && hasEdge(element));
        })
        .map(({ outerHTML }) => `no edge in forced colours: ${outerHTML.slice(0, 140)}`);
    });
  await page.emulateMedia({ forcedColors: null });
  return found;
}

/** What still moves though the system asks for less motion. */
function motionProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration, iterations = 1 } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(duration) * iterations > 100;
      })
      .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 140) ?? '')
      .map((what) => `moves: ${what}`),
  );
}

/** Nothing lies beside the screen on the narrowest phone, and on a laptop that shows twice the size (WCAG 1.4.4, 1.4.10). */
async function narrowProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [width, height] of [
    [320, 720],
    [640, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Charts are drawn anew once they have the new width.
    const fits = page.waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      { timeout: 1000 },
    );
    await fits.catch(() => undefined);
    const beside = await horizontalOverflow(page);
    if (beside > 0) problems.push(`${String(beside)} px lie beside a screen of ${String(width)}`);
  }
  return problems;
}

export interface Appearance {
  readonly language: 'en' | 'th';
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** Everything that keeps a person from using a page as it stands. */
export async function screenProblems(
  page: Page,
  { language, theme, width }: Appearance,
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const size = { width, height: 900 };
  await page.setViewportSize(size);
  const violations = await violationsOf(page);
  const found = [
    ...violations.map(([rule, nodes]) => `axe ${rule}: ${nodes.join(' ').slice(0, 300)}`),
    ...(await structureProblems(page, language)),
    ...(await motionProblems(page)),
    ...(await keyboardProblems(page)),
    ...(await weakFocusRings(page)).map((ring) => `weak focus ring ${ring}`),
    ...(await forcedColorProblems(page)),
    ...(await narrowProblems(page)),
  ];
  await page.setViewportSize(size);
  return found;
}
