import type common from '../public/locales/en/common.json';
import type privacy from '../public/locales/en/privacy.json';
import type terms from '../public/locales/en/terms.json';
import type { PageHandle } from '#platform/page-handle.ts';

// The keys of texts are typed from the English files. A feature adds its namespace.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof common; terms: typeof terms; privacy: typeof privacy };
  }
}

interface PageOptions extends PageHandle {
  /** The module with its `Component` and, for data, its `loader`; without `.tsx`. */
  readonly module: string;
}

function page<Pattern extends string>(pattern: Pattern, options: PageOptions) {
  return { ...options, pattern, href: () => pattern };
}

const members = { access: 'members' } as const;
const memberArea = { layout: 'area', access: 'members' } as const;
const adminArea = { layout: 'area', access: 'admins' } as const;

/**
 * Every page of spec §2, a line each: pattern, builder of its address, title, who sees it. Feeds the router of the browser,
 * the server renderer, the site map and the journeys; links never hold an address of their own.
 */
export const paths = {
  home: page('/', {
    module: 'app/home-page',
    title: 'title.home',
    description: 'pages.home.description',
    barOverPicture: true,
  }),
  news: page('/news', {
    module: 'features/news/news-page',
    title: 'pages.news.title',
    description: 'pages.news.description',
    searchParams: ['page'],
  }),
  packages: page('/packages', {
    module: 'app/packages-page',
    title: 'nav.packages',
    description: 'pages.packages.description',
  }),
  about: page('/about', {
    module: 'features/pages/about-page',
    title: 'pages.about.title',
    description: 'pages.about.description',
  }),
  contact: page('/contact', {
    module: 'features/contact/contact-page',
    title: 'nav.contact',
    description: 'pages.contact.description',
    keepsChanges: true,
  }),
  terms: page('/terms', {
    module: 'features/pages/legal-page',
    title: 'pages.terms.title',
    description: 'pages.terms.description',
    document: 'terms',
  }),
  privacy: page('/privacy', {
    module: 'features/pages/legal-page',
    title: 'pages.privacy.title',
    description: 'pages.privacy.description',
    document: 'privacy',
  }),
  search: page('/search', {
    module: 'features/search/search-page',
    title: 'nav.searchFlights',
    description: 'search.description',
  }),
  results: page('/results', {
    module: 'features/search/results-page',
    title: 'search.resultsTitle',
  }),
  store: page('/store', {
    module: 'features/store/store-page',
    title: 'nav.store',
    description: 'store.description',
    searchParams: ['page', 'q', 'sort'],
  }),
  product: {
    ...page('/product/:id', {
      module: 'features/store/product-page',
      title: 'title.product',
      description: 'store.productDescription',
      hasOwnHead: true,
    }),
    href: (id: string) => `/product/${encodeURIComponent(id)}`,
  },
  success: page('/success', {
    module: 'features/store/payment-success-page',
    title: 'title.success',
  }),
  notFound: page('*', { module: 'features/pages/not-found-page', title: 'title.notFound' }),
  login: page('/login', {
    module: 'features/auth/sign-in-page',
    title: 'nav.signIn',
    layout: 'none',
  }),
  register: page('/register', {
    module: 'features/auth/sign-up-page',
    title: 'title.signUp',
    layout: 'form',
  }),
  signup: page('/signup', {
    module: 'features/auth/sign-up-page',
    title: 'title.signUp',
    layout: 'form',
  }),
  resetPassword: page('/reset-password', {
    module: 'features/auth/reset-password-page',
    title: 'title.resetPassword',
    layout: 'form',
  }),
  orders: page('/orders', {
    ...members,
    module: 'features/pages/orders-page',
    title: 'nav.orders',
  }),
  profile: page('/profile', {
    ...members,
    module: 'features/account/profile-page',
    title: 'nav.profile',
    keepsChanges: true,
  }),
  booking: {
    ...page('/booking/:id', {
      ...members,
      module: 'features/booking/booking-page',
      title: 'members.booking.title',
      keepsChanges: true,
    }),
    href: (flightId: string) => `/booking/${encodeURIComponent(flightId)}`,
  },
  dashboard: page('/dashboard', {
    ...memberArea,
    module: 'features/account/dashboard-page',
    title: 'nav.dashboard',
  }),
  bookings: page('/dashboard/bookings', {
    ...memberArea,
    module: 'features/account/bookings-page',
    title: 'nav.bookings',
  }),
  groupRequest: page('/dashboard/group-request', {
    ...memberArea,
    module: 'features/pages/soon-page',
    title: 'members.soon.group.title',
    announces: 'group',
  }),
  payments: page('/dashboard/payments', {
    ...memberArea,
    module: 'features/pages/soon-page',
    title: 'members.soon.payments.title',
    announces: 'payments',
  }),
  support: page('/dashboard/support', {
    ...memberArea,
    module: 'features/pages/soon-page',
    title: 'members.soon.support.title',
    announces: 'support',
  }),
  memberProfile: page('/dashboard/profile', {
    ...memberArea,
    module: 'features/account/profile-page',
    title: 'nav.profile',
    keepsChanges: true,
  }),
  admin: page('/admin', {
    ...adminArea,
    module: 'features/admin/overview-page',
    title: 'title.admin',
  }),
  adminUsers: page('/admin/users', {
    ...adminArea,
    module: 'features/admin/users-page',
    title: 'users.title',
  }),
  adminRequests: page('/admin/requests', {
    ...adminArea,
    module: 'features/admin/requests-page',
    title: 'admin.requests.title',
  }),
  adminNews: page('/admin/news', {
    ...adminArea,
    module: 'features/admin/news-center-page',
    title: 'admin.news.title',
    keepsChanges: true,
  }),
  adminLogs: page('/admin/logs', {
    ...adminArea,
    module: 'features/admin/logs-page',
    title: 'admin.logs.title',
  }),
} as const;

/** A page of the table. */
export interface Page extends PageOptions {
  /** React Router's syntax. */
  readonly pattern: string;
}
