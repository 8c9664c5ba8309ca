import { vi } from 'vitest';
import { forgetUnsavedChanges } from '#platform/unsaved-changes.ts';

const key = 'bkksiam-drafts';

/** The drafts in the browser's storage. */
export const storedDrafts = () => localStorage.getItem(key);

/** Hides the page, as a browser does when its tab is closed. */
export function hidePage(): void {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
}

/** Closes the page and forgets its memory, as a reload does; the storage of the browser stays. */
export function closePage(unmount: () => void): void {
  hidePage();
  const stored = storedDrafts();
  unmount();
  forgetUnsavedChanges();
  if (stored !== null) localStorage.setItem(key, stored);
}
