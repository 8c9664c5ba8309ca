import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Waits until the application has taken every part of the painted page over: from then on its links are its own,
 * while before they lead to another painted page.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const knows = (part: Element | null, mark: string) =>
      part !== null && Object.keys(part).some((key) => key.startsWith(mark));
    const parts = [...document.querySelectorAll('#root :is(a, button):not([data-painted] *)')];
    return (
      knows(document.querySelector('#root'), '__reactContainer$') &&
      parts.every((part) => knows(part, '__reactFiber$'))
    );
  });
  await page.waitForLoadState('networkidle');
}

/** Waits until the application knows one part of the painted page. */
export async function known(part: Locator): Promise<void> {
  await expect
    .poll(() => part.evaluate((element) => Object.keys(element).join(' ')))
    .toContain('__reactFiber$');
}
