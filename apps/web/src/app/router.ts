import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { pageHandleOf, type PageHandle } from '#platform/page-handle.ts';
import { browserReader, routerContext } from '#platform/page-loader.ts';

function matched(routes: RouteObject[], path: string): readonly RouteObject[] {
  return (matchRoutes(routes, path) ?? []).map(({ route }) => route);
}

/**
 * The path of the browser's address. In a path that no route matches, the percent signs are escaped first: `*` matches
 * no line breaks, and the router would render nothing.
 */
export function currentPath(routes: RouteObject[]): string {
  const { pathname, search, hash } = window.location;
  if (matched(routes, pathname).length > 0) return pathname;
  const escaped = pathname.replaceAll('%', '%25');
  window.history.replaceState(window.history.state, '', escaped + search + hash);
  return escaped;
}

/**
 * Loads the lazy parts of the routes at a path, so that the first render needs no fallback and hydration finds the
 * server's markup (React Router: lazy routes with server rendering).
 *
 * @throws where a file of them could not be fetched
 */
export async function loadRoutes(routes: RouteObject[], path: string): Promise<void> {
  async function load(route: RouteObject): Promise<void> {
    const { lazy } = route;
    if (lazy === undefined) return;
    const loaded =
      typeof lazy === 'function'
        ? await lazy()
        : { loader: await lazy.loader?.(), Component: await lazy.Component?.() };
    Object.assign(route, loaded, { lazy: undefined });
  }
  await Promise.all(matched(routes, path).map(load));
}

export interface AppRouterOptions {
  readonly routes: RouteObject[];
  readonly queryClient: QueryClient;
  /** The path that the server has rendered: its loaders have run, and its scroll position is left as it is. */
  readonly renderedPath?: string | undefined;
}

/** The router over the browser's address, once the loaders of a page that the server has not rendered have started. */
export async function createAppRouter({ routes, queryClient, renderedPath }: AppRouterOptions) {
  const loaderData: Record<string, null> = {};
  for (const { id } of matched(routes, renderedPath ?? '')) if (id) loaderData[id] = null;
  const router = createBrowserRouter(routes, {
    getContext: () => routerContext(browserReader(queryClient)),
    ...(renderedPath !== undefined && { hydrationData: { loaderData } }),
  });
  if (router.state.initialized) return router;
  return new Promise<typeof router>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve(router);
    });
  });
}

/** The handle of the page at a path. */
export function handleAt(routes: RouteObject[], path: string): PageHandle | undefined {
  return pageHandleOf(matched(routes, path));
}

/** Namespaces of the texts, besides `common`, that the page at a path shows. */
export function namespacesOf(routes: RouteObject[], path: string): readonly string[] {
  const { texts, document } = handleAt(routes, path) ?? {};
  return [texts, document].flat().filter((namespace) => namespace !== undefined);
}
