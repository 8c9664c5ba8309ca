import { createBrowserRouter, matchRoutes } from 'react-router';
import { routes } from '../routes.tsx';
import { isPageHandle } from './page-head.ts';

/**
 * The path of the browser's address. In a path that no route matches, the percent signs are escaped first: `*` matches
 * no line breaks, and the router would render nothing.
 */
export function currentPath(): string {
  const { pathname, search, hash } = window.location;
  if (matchRoutes(routes, pathname) !== null) return pathname;
  const escaped = pathname.replaceAll('%', '%25');
  window.history.replaceState(window.history.state, '', escaped + search + hash);
  return escaped;
}

/**
 * Loads the code of the routes at a path, so that the first render needs no fallback and hydration finds the server's
 * markup (React Router: lazy routes with server rendering).
 *
 * @throws where a file of them could not be fetched
 */
export async function loadRoutes(path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/**
 * The router over the browser's address.
 *
 * @param isRendered the server rendered the page: its scroll position is left as it is
 */
export function createAppRouter(isRendered: boolean) {
  return createBrowserRouter(routes, isRendered ? { hydrationData: {} } : {});
}

/** Namespaces of the texts, besides `common`, that the page at a path shows. */
export function namespacesOf(path: string): readonly string[] {
  const handles = (matchRoutes(routes, path) ?? []).map(({ route }): unknown => route.handle);
  return handles.flatMap((handle) =>
    isPageHandle(handle) && handle.texts !== undefined ? [handle.texts] : [],
  );
}
