import type { RouteObject } from 'react-router';
import type { Product } from '@bkksiam/domain/catalog';
import { lazyPage, PageError, type LoadRoute } from '#app/page-error.tsx';
import { isPageHandle, type PageHandle } from '#app/page-head.ts';
import { PublicLayout, SiteLayout } from '#app/site-layout.tsx';
import { paths } from '#paths.ts';
import { pageOf } from '#platform/list-page.ts';

const leaveGuard = lazyPage(() => import('#app/leave-guard.tsx'));
const guards = () => import('#app/guards.tsx');
const profilePage = () => import('#features/account/profile-page.tsx');
const emptyPages = () => import('#features/pages/empty-pages.tsx');
const newsQueries = () => import('#entities/news/news-data.ts');
const storeQueries = () => import('#features/store/store-data.ts');

interface PagePath {
  readonly pattern: string;
}

function page({ pattern }: PagePath, load: LoadRoute, handle: PageHandle): RouteObject {
  return { path: pattern, lazy: lazyPage(load), handle };
}

function legalPage(path: PagePath, name: 'terms' | 'privacy'): RouteObject {
  async function load() {
    const { LegalPage } = await import('#features/pages/legal-page.tsx');
    return { Component: () => <LegalPage name={name} /> };
  }
  return page(path, load, {
    title: `pages.${name}.title`,
    description: `pages.${name}.description`,
    texts: name,
  });
}

function soonPage(path: PagePath, name: 'group' | 'payments' | 'support'): RouteObject {
  async function load() {
    const { SoonPage } = await emptyPages();
    return { Component: () => <SoonPage page={name} /> };
  }
  return page(path, load, { title: `members.soon.${name}.title` });
}

const signUpPage = () => import('#features/auth/sign-up-page.tsx');

const publicPages: RouteObject[] = [
  page(paths.home, () => import('#app/home-page.tsx'), {
    title: 'title.home',
    description: 'pages.home.description',
    barOverPicture: true,
    prefetch: async () => [(await newsQueries()).latestNewsQuery({ signedIn: false })],
  }),
  page(paths.news, () => import('#features/news/news-page.tsx'), {
    title: 'pages.news.title',
    description: 'pages.news.description',
    searchParams: ['page'],
    prefetch: async ({ search }) => [
      (await newsQueries()).newsQuery({ signedIn: false, page: pageOf(search) }),
    ],
  }),
  page(paths.packages, () => import('#app/packages-page.tsx'), {
    title: 'pages.packages.title',
    description: 'pages.packages.description',
  }),
  page(paths.about, () => import('#features/pages/about-page.tsx'), {
    title: 'pages.about.title',
    description: 'pages.about.description',
  }),
  {
    lazy: leaveGuard,
    children: [
      page(paths.contact, () => import('#features/contact/contact-page.tsx'), {
        title: 'pages.contact.title',
        description: 'pages.contact.description',
      }),
    ],
  },
  legalPage(paths.terms, 'terms'),
  legalPage(paths.privacy, 'privacy'),
  page(paths.search, () => import('#features/search/search-page.tsx'), {
    title: 'search.pageTitle',
    description: 'search.description',
  }),
  page(paths.results, () => import('#features/search/results-page.tsx'), {
    title: 'search.resultsTitle',
  }),
  page(paths.store, () => import('#features/store/store-page.tsx'), {
    title: 'title.store',
    description: 'store.description',
    searchParams: ['page', 'q', 'sort'],
    prefetch: async ({ search }) => {
      const { readStoreSearch } = await import('#features/store/store-search.ts');
      return [(await storeQueries()).productsQuery(readStoreSearch(search))];
    },
  }),
  page(paths.product, () => import('#features/store/product-page.tsx'), {
    title: 'title.product',
    description: 'store.productDescription',
    resource: async ({ params: { id = '' } }) => (await storeQueries()).productQuery(id),
    prefetch: async (_location, product) =>
      product ? [(await storeQueries()).relatedQuery(product as Product)] : [],
  }),
  page(paths.success, () => import('#features/store/payment-success-page.tsx'), {
    title: 'title.success',
  }),
  page({ pattern: '*' }, async () => ({ Component: (await emptyPages()).NotFoundPage }), {
    title: 'title.notFound',
  }),
];

const accountPages: RouteObject[] = [
  page(paths.orders, async () => ({ Component: (await emptyPages()).OrdersPage }), {
    title: 'members.orders.title',
  }),
  {
    lazy: leaveGuard,
    children: [
      page(paths.profile, profilePage, { title: 'members.profile.title' }),
      page(paths.booking, () => import('#features/booking/booking-page.tsx'), {
        title: 'members.booking.title',
      }),
    ],
  },
];

const dashboardPages: RouteObject[] = [
  page(paths.dashboard, () => import('#features/account/dashboard-page.tsx'), {
    title: 'title.dashboard',
  }),
  page(paths.bookings, () => import('#features/account/bookings-page.tsx'), {
    title: 'members.bookings.title',
  }),
  soonPage(paths.groupRequest, 'group'),
  soonPage(paths.payments, 'payments'),
  soonPage(paths.support, 'support'),
  {
    lazy: leaveGuard,
    children: [page(paths.memberProfile, profilePage, { title: 'members.profile.title' })],
  },
];

const adminPages: RouteObject[] = [
  page(paths.admin, () => import('#features/admin/overview-page.tsx'), { title: 'title.admin' }),
  page(paths.adminUsers, () => import('#features/admin/users-page.tsx'), {
    title: 'title.adminUsers',
  }),
  page(paths.adminRequests, () => import('#features/admin/requests-page.tsx'), {
    title: 'admin.requests.title',
  }),
  {
    lazy: leaveGuard,
    children: [
      page(paths.adminNews, () => import('#features/admin/news-center.tsx'), {
        title: 'admin.news.title',
      }),
    ],
  },
  page(paths.adminLogs, () => import('#features/admin/logs-page.tsx'), {
    title: 'admin.logs.title',
  }),
];

const guardIds = ['account', 'dashboard'];

/** Whether a route guards pages behind the sign-in. */
export function isGuard({ id }: RouteObject): boolean {
  return id !== undefined && guardIds.includes(id);
}

/**
 * Every route of spec §2: path, layout, page, title, and what the server prefetches for it. Feeds the router of the
 * browser, the server renderer and the site map.
 */
export const routes: RouteObject[] = [
  {
    Component: SiteLayout,
    ErrorBoundary: PageError,
    children: [
      {
        Component: PublicLayout,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              ...publicPages,
              {
                id: 'account',
                lazy: lazyPage(async () => ({ Component: (await guards()).RequireUser })),
                children: accountPages,
              },
            ],
          },
        ],
      },
      page(paths.login, () => import('#features/auth/sign-in-page.tsx'), { title: 'title.signIn' }),
      {
        lazy: lazyPage(() => import('#app/form-layout.tsx')),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              page(paths.register, signUpPage, { title: 'title.signUp' }),
              page(paths.signup, signUpPage, { title: 'title.signUp' }),
              page(paths.resetPassword, () => import('#features/auth/reset-password-page.tsx'), {
                title: 'title.resetPassword',
              }),
            ],
          },
        ],
      },
      {
        id: 'dashboard',
        lazy: lazyPage(() => import('#app/sidebar-layout.tsx')),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              ...dashboardPages,
              {
                lazy: lazyPage(async () => ({ Component: (await guards()).RequireAdmin })),
                children: [{ ErrorBoundary: PageError, children: adminPages }],
              },
            ],
          },
        ],
      },
    ],
  },
];

function allBelow(table: readonly RouteObject[]): RouteObject[] {
  return table.flatMap((route) => [route, ...allBelow(route.children ?? [])]);
}

function pathOf({ path }: RouteObject): readonly string[] {
  return path === undefined ? [] : [path];
}

/** The paths of the site map: pages with a description, without those of products. */
export const listedPaths = allBelow(routes)
  .filter(({ handle }) => isPageHandle(handle) && handle.description !== undefined)
  .flatMap(pathOf)
  .filter((path) => !path.includes(':'));

/** Path patterns of the pages behind the sign-in. */
export const privatePaths = allBelow(allBelow(routes).filter(isGuard)).flatMap(pathOf);
