import type { Page } from '@playwright/test';

/** How many pixels of the page lie beside the screen. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** How many pixels of the page lie below its root element. */
export function verticalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const height = document.getElementById('root')?.offsetHeight ?? 0;
    return scrollHeight - Math.max(clientHeight, height);
  });
}
