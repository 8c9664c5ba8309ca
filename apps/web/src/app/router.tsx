import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
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
    lazy: () => import('#features/contact/contact-page.tsx'),
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

const leaveGuard = () => import('./leave-guard.tsx');
const placeholders = () => import('#features/pages/placeholder-pages.tsx');

/** Behind the sign-in, below the top bar. */
const personalPages: RouteObject[] = [
  {
    path: paths.orders.pattern,
    lazy: () => import('#features/pages/orders-page.tsx'),
    handle: pageHandle({ title: 'members.orders.title' }),
  },
  {
    lazy: leaveGuard,
    children: [
      {
        path: paths.profile.pattern,
        lazy: () =>
          import('#features/account/profile-page.tsx').then(({ ProfileBelowBar }) => ({
            Component: ProfileBelowBar,
          })),
        handle: pageHandle({ title: 'members.profile.title' }),
      },
      {
        path: paths.booking.pattern,
        lazy: () => import('#features/booking/booking-page.tsx'),
        handle: pageHandle({ title: 'members.booking.title' }),
      },
    ],
  },
];

/** Behind the sign-in, beside the side panel. */
const memberPages: RouteObject[] = [
  {
    path: paths.dashboard.pattern,
    lazy: () => import('#features/account/dashboard-page.tsx'),
    handle: pageHandle({ title: 'title.dashboard' }),
  },
  {
    path: paths.bookings.pattern,
    lazy: () => import('#features/account/bookings-page.tsx'),
    handle: pageHandle({ title: 'members.bookings.title' }),
  },
  {
    path: paths.groupRequest.pattern,
    lazy: () => placeholders().then(({ GroupRequestPage }) => ({ Component: GroupRequestPage })),
    handle: pageHandle({ title: 'members.soon.group.title' }),
  },
  {
    path: paths.payments.pattern,
    lazy: () => placeholders().then(({ PaymentsPage }) => ({ Component: PaymentsPage })),
    handle: pageHandle({ title: 'members.soon.payments.title' }),
  },
  {
    path: paths.support.pattern,
    lazy: () => placeholders().then(({ SupportPage }) => ({ Component: SupportPage })),
    handle: pageHandle({ title: 'members.soon.support.title' }),
  },
  {
    lazy: leaveGuard,
    children: [
      {
        path: paths.memberProfile.pattern,
        lazy: () => import('#features/account/profile-page.tsx'),
        handle: pageHandle({ title: 'members.profile.title' }),
      },
    ],
  },
];

/** Every route of spec §2 that there is, by layout. Pages come when they are asked for. */
export const routes: RouteObject[] = [
  {
    Component: SiteFrame,
    HydrateFallback: PageSkeleton,
    // The router keeps a page's error to itself; the app hands it to the error box, which replaces everything.
    ErrorBoundary: () => null,
    children: [
      {
        Component: PublicLayout,
        children: [
          ...publicPages,
          {
            lazy: () =>
              import('./require-user.tsx').then(({ RequireUserBelowBar }) => ({
                Component: RequireUserBelowBar,
              })),
            children: personalPages,
          },
        ],
      },
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
      {
        lazy: () => import('./require-user.tsx'),
        children: [{ lazy: () => import('./sidebar-layout.tsx'), children: memberPages }],
      },
    ],
  },
];

/**
 * Fetches the code of the page at a path, so that the router shows it at once. Routes know it from then on.
 *
 * @throws when a file of it does not come
 */
export async function loadPage(path: string): Promise<void> {
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
  return createBrowserRouter(routes.map(forgiving), painted ? { hydrationData: {} } : undefined);
}
