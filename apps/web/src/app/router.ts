import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import type { PageHandle } from '#platform/page-handle.ts';
import { browserReader, routerContext } from '#platform/page-loader.ts';

const matched = (routes: RouteObject[], path: string): readonly RouteObject[] =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route);

/**
 * The routes at the browser's address. In a path that no route matches, the percent signs are escaped first: `*` matches no
 * line breaks, and the router would render nothing.
 */
export function currentRoutes(routes: RouteObject[]): readonly RouteObject[] {
  const { pathname, search, hash } = window.location;
  const found = matched(routes, pathname);
  if (found.length > 0) return found;
  const escaped = pathname.replaceAll('%', '%25');
  window.history.replaceState(window.history.state, '', escaped + search + hash);
  return matched(routes, escaped);
}

/**
 * Loads the lazy parts of matched routes, so that the first render needs no fallback and hydration finds the
 * server's markup (React Router: lazy routes with server rendering).
 *
 * @throws if a file of them could not be fetched
 */
export async function loadRoutes(routes: readonly RouteObject[]): Promise<void> {
  async function load(route: RouteObject): Promise<void> {
    const { lazy } = route;
    if (lazy === undefined) return;
    const loaded =
      typeof lazy === 'function'
        ? await lazy()
        : { loader: await lazy.loader?.(), Component: await lazy.Component?.() };
    Object.assign(route, loaded, { lazy: undefined });
  }
  await Promise.all(routes.map(load));
}

export interface AppRouterOptions {
  readonly routes: RouteObject[];
  readonly queryClient: QueryClient;
  /** The routes that the server has rendered: their loaders have run, and the scroll position is left as it is. */
  readonly rendered?: readonly RouteObject[] | undefined;
}

/** The router over the browser's address, once the loaders of a page that the server has not rendered have started. */
export async function createAppRouter({ routes, queryClient, rendered }: AppRouterOptions) {
  const loaderData: Record<string, null> = {};
  for (const { id } of rendered ?? []) if (id) loaderData[id] = null;
  const router = createBrowserRouter(routes, {
    getContext: () => routerContext(browserReader(queryClient)),
    ...(rendered && { hydrationData: { loaderData } }),
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

/** Namespaces of the texts, besides `common`, that a page shows. */
export const namespacesOf = ({ texts, document }: Partial<PageHandle> = {}): readonly string[] =>
  [texts, document].flat().filter((namespace) => namespace !== undefined);
