import type { Page } from '@playwright/test';

/** Loads the lazy images of the page, as scrolling to its end does. */
export async function loadLazyImages(page: Page): Promise<void> {
  await page.locator('img[loading=lazy]').evaluateAll(async (found) => {
    const pictures = found as HTMLImageElement[];
    for (const picture of pictures) picture.loading = 'eager';
    // A picture that cannot be fetched is missing for visitors, too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}
