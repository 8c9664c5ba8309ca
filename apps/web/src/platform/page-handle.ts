import type { ComponentType } from 'react';
import { generatePath, useMatches, type LoaderFunction, type Params } from 'react-router';
import type { Feature } from '@bkksiam/domain/features';
import type { Namespace, NamespacedKey } from './i18n.ts';

/** What the module of a page exports. */
export interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

/** What the table of pages says of one: React Router's handle of its route. */
export interface PageHandle {
  /** The page's own part of the title. */
  readonly title: NamespacedKey;
  /** For search engines and shared links; a page without one is `noindex`. */
  readonly description?: NamespacedKey;
  /** Visitors see the guard of a page for members: the server renders nothing of the page itself. */
  readonly access?: 'members' | 'admins';
  /** Below the top bar by default; `form` and `area` have their own layouts, `none` covers the whole page. */
  readonly layout?: 'form' | 'area' | 'none';
  /** The page exists only if this feature is on, or any. */
  readonly feature?: Feature | 'any';
  /** The namespaces of its texts, besides `common`. */
  readonly texts?: Namespace | readonly Namespace[];
  /** The legal document it shows, which is a namespace of texts too. */
  readonly document?: 'terms' | 'privacy';
  /** What it announces, as the key of its texts. */
  readonly announces?: 'group' | 'payments' | 'support';
  /** The top bar lies over the picture the page begins with. */
  readonly barOverPicture?: true;
  /** Leaving the page with unsaved changes asks first. */
  readonly keepsChanges?: true;
  /** The query parameters the page reads, or all; the server renders it without any other. */
  readonly searchParams?: readonly string[] | 'all';
  /** The page renders its own `PageHead`, named after its content. */
  readonly hasOwnHead?: true;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

/** The handle of the innermost of matched routes. */
export function pageHandleOf(routes: readonly { readonly handle?: unknown }[]) {
  return routes.map(({ handle }) => handle).findLast(isPageHandle);
}

/** The path of a page, in the spelling of its pattern: routes match whatever the case of an address. */
export function pagePath(pattern: string, params: Params): string {
  return pattern === '*' ? '/*' : generatePath(pattern, params);
}

export function usePageHandle(): PageHandle | undefined {
  return pageHandleOf(useMatches());
}
