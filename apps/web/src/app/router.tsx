import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { loadInnerTexts } from '#platform/i18n.ts';
import { pageHandle } from './page-handle.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { paths } from './paths.ts';
import { PublicLayout } from './public-layout.tsx';
import { reachable } from './reachable.tsx';
import { SiteFrame } from './site-frame.tsx';

const signUp = {
  lazy: () => import('#features/auth/sign-up-page.tsx'),
  handle: pageHandle({ title: 'title.signUp' }),
};

const publicPages: RouteObject[] = [
  {
    path: paths.home.pattern,
    lazy: () => import('./home-page.tsx'),
    handle: pageHandle({
      title: 'title.home',
      description: 'pages.home.description',
      barOverPicture: true,
    }),
  },
  {
    path: paths.news.pattern,
    lazy: () => import('#features/news/news-page.tsx'),
    handle: pageHandle({ title: 'pages.news.title', description: 'pages.news.description' }),
  },
  {
    path: paths.packages.pattern,
    lazy: () => import('./packages-page.tsx'),
    handle: pageHandle({
      title: 'pages.packages.title',
      description: 'pages.packages.description',
    }),
  },
  {
    path: paths.about.pattern,
    lazy: () => import('#features/pages/about-page.tsx'),
    handle: pageHandle({ title: 'pages.about.title', description: 'pages.about.description' }),
  },
  {
    path: paths.contact.pattern,
    lazy: () => import('./contact-page.tsx'),
    handle: pageHandle({ title: 'pages.contact.title', description: 'pages.contact.description' }),
  },
  {
    path: paths.terms.pattern,
    lazy: () =>
      import('#features/pages/legal-page.tsx').then(({ TermsPage }) => ({ Component: TermsPage })),
    handle: pageHandle({
      title: 'pages.terms.title',
      description: 'pages.terms.description',
      texts: 'terms',
    }),
  },
  {
    path: paths.privacy.pattern,
    lazy: () =>
      import('#features/pages/legal-page.tsx').then(({ PrivacyPage }) => ({
        Component: PrivacyPage,
      })),
    handle: pageHandle({
      title: 'pages.privacy.title',
      description: 'pages.privacy.description',
      texts: 'privacy',
    }),
  },
  {
    path: paths.search.pattern,
    lazy: () => import('#features/search/search-page.tsx'),
    handle: pageHandle({ title: 'search.pageTitle', description: 'search.description' }),
  },
  {
    path: paths.results.pattern,
    lazy: () => import('#features/search/results-page.tsx'),
    handle: pageHandle({ title: 'search.resultsTitle' }),
  },
  {
    path: paths.store.pattern,
    lazy: () => import('#features/store/store-page.tsx'),
    handle: pageHandle({ title: 'title.store', description: 'store.description' }),
  },
  {
    path: paths.product.pattern,
    lazy: () => import('#features/store/product-page.tsx'),
    handle: pageHandle({ title: 'title.product', description: 'store.productDescription' }),
  },
  {
    path: paths.success.pattern,
    lazy: () => import('#features/store/payment-success-page.tsx'),
    handle: pageHandle({ title: 'title.success' }),
  },
  {
    path: '*',
    lazy: () =>
      import('#features/pages/static-pages.tsx').then(({ NotFoundPage }) => ({
        Component: NotFoundPage,
      })),
    handle: pageHandle({ title: 'title.notFound' }),
  },
];

/**
 * The routes everybody may open (spec §2), by layout, and the places of the others. Pages come when they are asked for,
 * and those behind the sign-in by a table of their own: the first use of the site goes without.
 */
export const routes: RouteObject[] = [
  {
    id: 'site',
    Component: SiteFrame,
    HydrateFallback: PageSkeleton,
    // The router keeps a page's error to itself; the app hands it to the error box, which replaces everything.
    ErrorBoundary: () => null,
    children: [
      { id: 'bar', Component: PublicLayout, children: publicPages },
      {
        path: paths.login.pattern,
        lazy: () => import('#features/auth/sign-in-page.tsx'),
        handle: pageHandle({ title: 'title.signIn' }),
      },
      {
        lazy: () => import('./form-layout.tsx'),
        children: [
          { path: paths.register.pattern, ...signUp },
          { path: paths.signup.pattern, ...signUp },
          {
            path: paths.resetPassword.pattern,
            lazy: () => import('#features/auth/reset-password-page.tsx'),
            handle: pageHandle({ title: 'title.resetPassword' }),
          },
        ],
      },
    ],
  },
];

/** The table of the pages behind the sign-in, and their texts. */
async function privatePages() {
  const [pages] = await Promise.all([import('./private-pages.tsx'), loadInnerTexts()]);
  return pages;
}

/** Whether the table, as far as it is known, has no page at a path. */
function isUnknown(path: string): boolean {
  return matchRoutes(routes, path)?.at(-1)?.route.path === '*';
}

/**
 * Fetches the code of the page at a path, so that the router shows it at once. Routes know it from then on.
 *
 * @throws when a file of it does not come
 */
export async function loadPage(path: string): Promise<void> {
  if (isUnknown(path)) (await privatePages()).addPrivatePages(routes);
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** A page whose code does not come says so itself, so that the pages around it stay. */
function forgiving(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  const forgiven = { ...route };
  if (children !== undefined) forgiven.children = children.map(forgiving);
  if (typeof lazy === 'function') forgiven.lazy = reachable(lazy);
  return forgiven;
}

/**
 * The router over the browser's address.
 *
 * @param painted the page is there already: it is left where it has been scrolled to
 */
export function createAppRouter(painted: boolean) {
  return createBrowserRouter(routes.map(forgiving), {
    ...(painted && { hydrationData: {} }),
    async patchRoutesOnNavigation({ path, patch }) {
      if (!isUnknown(path)) return;
      for (const [place, pages] of (await privatePages()).privatePages) {
        patch(place, pages.map(forgiving));
      }
    },
  });
}
