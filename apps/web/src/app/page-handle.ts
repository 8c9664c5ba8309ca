import type { TFunction } from 'i18next';
import { useMatches } from 'react-router';
import type { TextKey } from '#platform/i18n.ts';

/** What a route says about its page. */
export interface PageHandle {
  /** The page's own part of the title. */
  readonly title: TextKey;
  /** What search engines and shared links say about it; a page without one is for one person and not to be listed. */
  readonly description?: TextKey;
  /** The translation file its own texts are in, beside the interface's. */
  readonly texts?: 'terms' | 'privacy';
  /** The top bar lies over the picture the page begins with. */
  readonly barOverPicture?: true;
}

/** A route's handle, checked where it is written. */
export function pageHandle(handle: PageHandle): PageHandle {
  return handle;
}

/** '<page> | <brand>', the page by what it is about where that is known. */
export function pageTitle(handle: PageHandle | undefined, t: TFunction, subject?: string): string {
  return handle ? `${subject ?? t(handle.title)} | ${t('brand')}` : t('brand');
}

/** Whether a route says something about its page. */
export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

/** The handle of the page on screen. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle)
    .findLast(isPageHandle);
}
