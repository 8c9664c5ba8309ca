import type { Page } from '@playwright/test';

/** How many pixels of the page lie beside the screen. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
