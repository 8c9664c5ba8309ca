import type { RouteObject } from 'react-router';
import { pageHandle } from './page-handle.ts';
import { paths } from './paths.ts';

const leaveGuard = () => import('./leave-guard.tsx');
const placeholders = () => import('#features/pages/placeholder-pages.tsx');

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

const adminPages: RouteObject[] = [
  {
    path: paths.admin.pattern,
    lazy: () => import('#features/admin/overview-page.tsx'),
    handle: pageHandle({ title: 'title.admin' }),
  },
  {
    path: paths.adminUsers.pattern,
    lazy: () => import('#features/admin/users-page.tsx'),
    handle: pageHandle({ title: 'title.adminUsers' }),
  },
  {
    path: paths.adminRequests.pattern,
    lazy: () => import('#features/admin/requests-page.tsx'),
    handle: pageHandle({ title: 'desk.requests.title' }),
  },
  {
    lazy: leaveGuard,
    children: [
      {
        path: paths.adminNews.pattern,
        lazy: () => import('./news-center-page.tsx'),
        handle: pageHandle({ title: 'desk.news.title' }),
      },
    ],
  },
  {
    path: paths.adminLogs.pattern,
    lazy: () => import('#features/admin/logs-page.tsx'),
    handle: pageHandle({ title: 'desk.logs.title' }),
  },
];

/**
 * Every route of spec §2 behind the sign-in, by the id of the public route it is shown in: below the top bar, or in a
 * frame of its own.
 */
export const privatePages: ReadonlyMap<string, RouteObject[]> = new Map([
  [
    'bar',
    [
      {
        lazy: () =>
          import('./require-user.tsx').then(({ RequireUserBelowBar }) => ({
            Component: RequireUserBelowBar,
          })),
        children: personalPages,
      },
    ],
  ],
  [
    'site',
    [
      {
        lazy: () => import('./require-user.tsx'),
        children: [
          {
            lazy: () => import('./sidebar-layout.tsx'),
            children: [
              ...memberPages,
              { lazy: () => import('./require-admin.tsx'), children: adminPages },
            ],
          },
        ],
      },
    ],
  ],
]);

/** Puts them into the table of public routes, once. */
export function addPrivatePages(table: readonly RouteObject[]): void {
  for (const { id, children } of table) {
    if (children === undefined) continue;
    const pages = privatePages.get(id ?? '') ?? [];
    children.push(...pages.filter((page) => !children.includes(page)));
    addPrivatePages(children);
  }
}
