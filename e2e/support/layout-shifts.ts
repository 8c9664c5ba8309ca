import type { Page } from '@playwright/test';

/** A layout shift above this is one of the page: smaller ones come with the fonts of a busy machine. */
const leastShift = 0.005;

interface Watched {
  shifts: { at: number; value: number; afterInput: boolean; what: string }[];
  /** When glyphs of a loaded font were last drawn, in ms of the page's clock. */
  fontsAt: number;
}

/**
 * Records the layout shifts of the pages that are opened from now on. The result gives those of the page at hand, from the
 * last loaded font on: a fallback font wraps long texts elsewhere.
 *
 * @param leastAfterInput the least shift within half a second of a press or key; by default none of those is given
 */
export async function watchShifts(
  page: Page,
  leastAfterInput = Infinity,
): Promise<() => Promise<Watched['shifts']>> {
  await page.addInitScript(() => {
    const watched: Watched = { shifts: [], fontsAt: 0 };
    Object.assign(window, { watched });
    document.fonts.addEventListener('loadingdone', () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          watched.fontsAt = performance.now();
        }),
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        const what = sources.map(
          ({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML,
        );
        watched.shifts.push({
          at: startTime,
          value,
          afterInput: hadRecentInput,
          what: what.join(' ').slice(0, 300),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      ([least, leastAfter]) => {
        const { watched } = window as unknown as { watched: Watched };
        return watched.shifts.filter(
          ({ at, value, afterInput }) =>
            at > watched.fontsAt && value > (afterInput ? leastAfter : least),
        );
      },
      [leastShift, leastAfterInput] as const,
    );
}
