import type { Page } from '@playwright/test';

/** Lays out the whole page and loads its lazy images, as scrolling to its end does. */
export async function layOutWhole(page: Page): Promise<void> {
  await page.locator('.late').evaluateAll((parts) => {
    for (const part of parts) (part as HTMLElement).style.contentVisibility = 'visible';
  });
  await page.locator('img[loading=lazy]').evaluateAll(async (found) => {
    const pictures = found as HTMLImageElement[];
    for (const picture of pictures) picture.loading = 'eager';
    // A picture that cannot be fetched is missing for visitors, too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}
