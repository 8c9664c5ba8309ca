import type { Page } from '@playwright/test';

/** Has all of the page laid out and its pictures fetched, as if somebody had read it to its end. */
export async function layOutWhole(page: Page): Promise<void> {
  await page.locator('.late').evaluateAll((parts) => {
    for (const part of parts) (part as HTMLElement).style.contentVisibility = 'visible';
  });
  await page.locator('img[loading=lazy]').evaluateAll(async (found) => {
    const pictures = found as HTMLImageElement[];
    for (const picture of pictures) picture.loading = 'eager';
    // One that cannot be fetched stays away from readers, too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}
