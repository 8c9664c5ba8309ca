import type { Feature } from '@bkksiam/domain/features';
import { settings } from '#platform/env.ts';
import { page, pageWithId, type Page } from '#platform/page-entry.ts';
import type {} from './text-namespaces.ts';

export type { Page };

const members = { access: 'members' } as const;
const memberArea = { layout: 'area', access: 'members' } as const;
const adminArea = { layout: 'area', access: 'admins' } as const;

/**
 * Every page of spec §2: pattern, module, title, and what else is known of it. Feeds links, the router of the browser, the
 * server renderer, the site map and the journeys.
 */
export const pages = {
  home: page('/', 'app/home-page', 'title.home', {
    description: 'pages.home.description',
    barOverPicture: true,
  }),
  news: page('/news', 'features/news/news-page', 'pages.news.title', {
    description: 'pages.news.description',
    searchParams: ['page'],
  }),
  packages: page('/packages', 'app/packages-page', 'nav.packages', {
    description: 'pages.packages.description',
  }),
  about: page('/about', 'features/pages/about-page', 'pages.about.title', {
    description: 'pages.about.description',
  }),
  contact: page('/contact', 'features/contact/contact-page', 'nav.contact', {
    description: 'pages.contact.description',
    searchParams: ['subject'],
    keepsChanges: true,
  }),
  contactThread: page('/contact', 'features/contact/contact-page', 'nav.contact', {
    feature: 'support',
    texts: 'support',
    description: 'pages.contact.description',
    searchParams: ['subject'],
    keepsChanges: true,
  }),
  help: page('/help', 'features/support/help-page', 'support:help.title', {
    feature: 'support',
    texts: 'support',
    description: 'support:help.description',
  }),
  ticket: page('/support/ticket', 'features/support/ticket-page', 'support:ticket.title', {
    feature: 'support',
    texts: ['support', 'requests'],
    keepsChanges: true,
  }),
  terms: page('/terms', 'features/pages/legal-page', 'pages.terms.title', {
    description: 'pages.terms.description',
    document: 'terms',
  }),
  privacy: page('/privacy', 'features/pages/legal-page', 'pages.privacy.title', {
    description: 'pages.privacy.description',
    document: 'privacy',
  }),
  search: page('/search', 'features/search/search-page', 'nav.searchFlights', {
    description: 'search.description',
  }),
  flightSearch: page('/search', 'features/search/search-page', 'nav.searchFlights', {
    feature: 'flights',
    description: 'search.descriptionOfAll',
  }),
  results: page('/results', 'features/search/results-page', 'search.resultsTitle'),
  flights: page('/results', 'features/flights/flights-page', 'search.resultsTitle', {
    feature: 'flights',
    texts: 'flights',
    searchParams: 'all',
  }),
  store: page('/store', 'features/store/store-page', 'nav.store', {
    description: 'store.description',
    searchParams: ['page', 'q', 'sort'],
  }),
  product: pageWithId('/product/:id', 'features/store/product-page', 'title.product', {
    description: 'store.productDescription',
    hasOwnHead: true,
  }),
  success: page('/success', 'features/store/payment-success-page', 'title.success'),
  notFound: page('*', 'features/pages/not-found-page', 'title.notFound'),
  login: page('/login', 'features/auth/sign-in-page', 'nav.signIn', { layout: 'none' }),
  register: page('/register', 'features/auth/sign-up-page', 'title.signUp', { layout: 'form' }),
  signup: page('/signup', 'features/auth/sign-up-page', 'title.signUp', { layout: 'form' }),
  resetPassword: page(
    '/reset-password',
    'features/auth/reset-password-page',
    'title.resetPassword',
    { layout: 'form' },
  ),
  orders: page('/orders', 'features/pages/orders-page', 'nav.orders', members),
  profile: page('/profile', 'features/account/profile-page', 'nav.profile', {
    ...members,
    keepsChanges: true,
  }),
  booking: pageWithId('/booking/:id', 'features/reserve/reserve-page', 'members.booking.title', {
    ...members,
    keepsChanges: true,
  }),
  hold: pageWithId('/booking/:id', 'features/reserve/reserve-page', 'members.booking.title', {
    ...members,
    feature: 'bookings',
    texts: ['hold', 'bookings', 'travellers'],
    keepsChanges: true,
  }),
  flightBooking: pageWithId(
    '/booking/:id',
    'features/reserve/reserve-flight-page',
    'members.booking.title',
    {
      ...members,
      feature: 'flights',
      texts: ['hold', 'bookings', 'flights', 'travellers'],
      keepsChanges: true,
    },
  ),
  dashboard: page('/dashboard', 'features/account/dashboard-page', 'nav.dashboard', memberArea),
  bookingDashboard: page('/dashboard', 'features/account/booking-dashboard-page', 'nav.dashboard', {
    ...memberArea,
    feature: 'bookings',
    texts: ['bookings', 'hold', 'flights', 'requests'],
  }),
  bookings: page(
    '/dashboard/bookings',
    'features/account/request-list-page',
    'nav.bookings',
    memberArea,
  ),
  groupRequest: page(
    '/dashboard/group-request',
    'features/account/soon-page',
    'members.soon.group.title',
    { ...memberArea, announces: 'group' },
  ),
  requestForm: page(
    '/dashboard/group-request',
    'features/requests/request-form-page',
    'requests:form.title',
    { ...memberArea, feature: 'requests', texts: 'requests', keepsChanges: true },
  ),
  request: pageWithId(
    '/dashboard/requests/:id',
    'features/requests/request-page',
    'requests:title',
    {
      ...memberArea,
      feature: 'requests',
      texts: ['requests', 'flights'],
      keepsChanges: true,
    },
  ),
  myBookings: page('/dashboard/bookings', 'features/account/booking-list-page', 'nav.bookings', {
    ...memberArea,
    feature: 'bookings',
    texts: ['bookings', 'travellers'],
  }),
  memberBooking: pageWithId(
    '/dashboard/bookings/:id',
    'features/trips/booking-page',
    'bookings:title',
    {
      ...memberArea,
      feature: 'bookings',
      texts: ['bookings', 'requests', 'flights', 'travellers'],
      keepsChanges: true,
    },
  ),
  payableBooking: pageWithId(
    '/dashboard/bookings/:id',
    'features/trips/booking-page',
    'bookings:title',
    {
      ...memberArea,
      feature: 'payments',
      texts: ['bookings', 'requests', 'flights', 'travellers', 'payments', 'refunds'],
      keepsChanges: true,
    },
  ),
  travellers: page('/dashboard/travellers', 'features/trips/travellers-page', 'travellers:title', {
    ...memberArea,
    feature: 'bookings',
    texts: ['travellers', 'bookings'],
    keepsChanges: true,
  }),
  payments: page(
    '/dashboard/payments',
    'features/account/soon-page',
    'members.soon.payments.title',
    {
      ...memberArea,
      announces: 'payments',
    },
  ),
  myPayments: page(
    '/dashboard/payments',
    'features/payments/payments-page',
    'members.soon.payments.title',
    {
      ...memberArea,
      feature: 'payments',
      texts: ['payments', 'requests', 'refunds', 'receipts'],
      keepsChanges: true,
    },
  ),
  topUp: page(
    '/dashboard/payments/top-up',
    'features/payments/top-up-page',
    'payments:topUp.title',
    {
      ...memberArea,
      feature: 'payments',
      texts: ['payments', 'requests'],
      keepsChanges: true,
    },
  ),
  pay: pageWithId('/booking/:id/pay', 'features/payments/pay-page', 'payments:title', {
    ...memberArea,
    feature: 'payments',
    texts: ['payments', 'requests'],
    keepsChanges: true,
  }),
  support: page('/dashboard/support', 'features/account/soon-page', 'members.soon.support.title', {
    ...memberArea,
    announces: 'support',
  }),
  myThreads: page('/dashboard/support', 'features/support/threads-page', 'support:title', {
    ...memberArea,
    feature: 'support',
    texts: 'support',
    keepsChanges: true,
  }),
  myThread: pageWithId('/dashboard/support/:id', 'features/support/thread-page', 'support:one', {
    ...memberArea,
    feature: 'support',
    texts: ['support', 'requests'],
    keepsChanges: true,
  }),
  memberProfile: page('/dashboard/profile', 'features/account/profile-page', 'nav.profile', {
    ...memberArea,
    keepsChanges: true,
  }),
  admin: page('/admin', 'features/admin-overview/overview-page', 'title.admin', adminArea),
  adminUsers: page('/admin/users', 'features/admin-users/users-page', 'users.title', adminArea),
  adminCredit: page('/admin/users', 'features/admin-users/users-page', 'users.title', {
    ...adminArea,
    feature: 'payments',
    texts: 'adminCredit',
  }),
  adminRequests: page(
    '/admin/requests',
    'features/admin-requests/requests-page',
    'admin.requests.title',
    adminArea,
  ),
  adminQueue: page(
    '/admin/requests',
    'features/admin-requests/group-requests-page',
    'admin.requests.title',
    {
      ...adminArea,
      feature: 'requests',
      texts: ['requests', 'offers', 'flights', 'adminList', 'assignments'],
      keepsChanges: true,
    },
  ),
  adminBookings: page(
    '/admin/bookings',
    'features/admin-bookings/bookings-page',
    'adminBookings:title',
    {
      ...adminArea,
      feature: 'bookings',
      texts: ['adminBookings', 'requests', 'flights', 'adminList', 'assignments'],
      keepsChanges: true,
    },
  ),
  adminFlights: page(
    '/admin/flights',
    'features/admin-flights/flights-page',
    'adminFlights:title',
    {
      ...adminArea,
      feature: 'flights',
      texts: ['adminFlights', 'adminBookings'],
      keepsChanges: true,
    },
  ),
  adminSlips: page('/admin/slips', 'features/admin-slips/slips-page', 'adminSlips:title', {
    ...adminArea,
    feature: 'payments',
    texts: ['adminSlips', 'adminBookings', 'requests'],
  }),
  adminRefunds: page(
    '/admin/refunds',
    'features/admin-refunds/refunds-page',
    'adminRefunds:title',
    {
      ...adminArea,
      feature: 'payments',
      texts: ['adminRefunds', 'refunds', 'adminBookings', 'requests', 'adminList', 'assignments'],
      keepsChanges: true,
    },
  ),
  adminApprovals: page(
    '/admin/approvals',
    'features/admin-approvals/approvals-page',
    'adminApprovals:title',
    {
      ...adminArea,
      feature: 'payments',
      texts: ['adminApprovals', 'adminList'],
      keepsChanges: true,
    },
  ),
  adminReceipts: page(
    '/admin/receipts',
    'features/admin-receipts/receipts-page',
    'adminReceipts:title',
    {
      ...adminArea,
      feature: 'payments',
      texts: ['adminReceipts', 'receipts', 'adminList'],
      keepsChanges: true,
    },
  ),
  adminFinance: page(
    '/admin/finance',
    'features/admin-finance/finance-page',
    'adminFinance:title',
    {
      ...adminArea,
      feature: 'payments',
      texts: 'adminFinance',
    },
  ),
  adminAgency: page('/admin/agency', 'features/admin-agency/agency-page', 'adminAgency:title', {
    ...adminArea,
    feature: 'payments',
    texts: 'adminAgency',
    keepsChanges: true,
  }),
  adminSupport: page(
    '/admin/support',
    'features/admin-support/support-page',
    'adminSupport:title',
    {
      ...adminArea,
      feature: 'support',
      texts: ['adminSupport', 'support', 'requests', 'adminList', 'assignments'],
      keepsChanges: true,
    },
  ),
  adminAnswers: page(
    '/admin/support/answers',
    'features/admin-support/answers-page',
    'adminSupport:prepared.title',
    { ...adminArea, feature: 'support', texts: 'adminSupport', keepsChanges: true },
  ),
  adminNews: page('/admin/news', 'features/admin-news/news-center-page', 'admin.news.title', {
    ...adminArea,
    keepsChanges: true,
  }),
  adminLogs: page('/admin/logs', 'features/admin-logs/logs-page', 'admin.logs.title', adminArea),
  adminSignIns: page('/admin/logs', 'features/admin-logs/logs-page', 'admin.logs.title', {
    ...adminArea,
    feature: 'payments',
    texts: 'adminRefunds',
  }),
  adminOpenings: page(
    '/admin/logs/accounts',
    'features/admin-logs/openings-page',
    'adminRefunds:openings.title',
    { ...adminArea, feature: 'payments', texts: 'adminRefunds' },
  ),
  adminMessages: page(
    '/admin/messages',
    'features/admin-messages/messages-page',
    'messages:title',
    {
      ...adminArea,
      feature: 'notifications',
      texts: 'messages',
    },
  ),
} as const;

/** Whether a page exists: the page of a feature does where the feature is on. */
export function existsWith(features: readonly Feature[], { feature }: Page): boolean {
  return feature === undefined || features.includes(feature);
}

/** The links of a list whose pages exist on this site, with their addresses. */
export function shownLinks<Link extends { readonly page: Page }>(
  links: readonly Link[],
  features = settings().features,
) {
  return links
    .filter(({ page: linked }) => existsWith(features, linked))
    .map((link) => ({ ...link, to: link.page.pattern }));
}

/** The address of the contact page with the subject of the message filled in. */
export const contactAbout = (subject: string) =>
  `${pages.contact.href()}?subject=${encodeURIComponent(subject)}`;
