import type { Feature } from '@bkksiam/domain/features';
import { settings } from '#platform/env.ts';
import { adminPage, page, pageWithId, type Page } from '#platform/page-entry.ts';
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
  myOrders: page('/orders', 'features/orders/orders-page', 'nav.orders', {
    ...memberArea,
    feature: 'shop',
    texts: 'orders',
    searchParams: ['page'],
  }),
  guestOrder: page('/orders/guest', 'features/orders/guest-order-page', 'orders:title', {
    feature: 'shop',
    texts: ['orders', 'refunds', 'receipts', 'requests'],
    keepsChanges: true,
  }),
  payGuestOrder: page(
    '/orders/guest/pay',
    'features/payments/pay-guest-order-page',
    'payments:title',
    {
      feature: 'shop',
      texts: ['payments', 'requests', 'orders'],
      keepsChanges: true,
    },
  ),
  order: pageWithId('/orders/:id', 'features/orders/order-page', 'orders:title', {
    ...memberArea,
    feature: 'shop',
    texts: ['orders', 'refunds', 'receipts', 'requests'],
    keepsChanges: true,
  }),
  payOrder: pageWithId('/orders/:id/pay', 'features/payments/pay-order-page', 'payments:title', {
    ...memberArea,
    feature: 'shop',
    texts: ['payments', 'requests', 'orders'],
    keepsChanges: true,
  }),
  orderPlaced: page('/success', 'features/checkout/success-page', 'checkout:placed.title', {
    feature: 'shop',
    texts: 'checkout',
  }),
  checkout: page('/checkout', 'features/checkout/checkout-page', 'checkout:title', {
    feature: 'shop',
    texts: ['checkout'],
    keepsChanges: true,
  }),
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
  adminSetup: page('/admin', 'features/admin-overview/setup-page', 'title.admin', {
    ...adminArea,
    feature: 'any',
    texts: ['adminSetup', 'adminAgency'],
  }),
  adminUsers: adminPage('users', 'users.title'),
  adminCredit: adminPage('users', 'users.title', {
    feature: 'payments',
    texts: 'adminCredit',
  }),
  adminRequests: adminPage('requests', 'admin.requests.title'),
  adminQueue: adminPage(
    'requests',
    'admin.requests.title',
    {
      feature: 'requests',
      texts: ['requests', 'offers', 'flights', 'adminList', 'assignments'],
      keepsChanges: true,
    },
    'group-requests-page',
  ),
  adminBookings: adminPage('bookings', 'adminBookings:title', {
    feature: 'bookings',
    texts: ['adminBookings', 'requests', 'flights', 'adminList', 'assignments'],
    keepsChanges: true,
  }),
  adminFlights: adminPage('flights', 'adminFlights:title', {
    feature: 'flights',
    texts: ['adminFlights', 'adminBookings', 'tableImport'],
    keepsChanges: true,
  }),
  adminProducts: adminPage('products', 'adminProducts:title', {
    feature: 'shop',
    texts: ['adminProducts', 'tableImport'],
    keepsChanges: true,
  }),
  adminSlips: adminPage('slips', 'adminSlips:title', {
    feature: 'payments',
    texts: ['adminSlips', 'adminBookings', 'requests', 'orders'],
  }),
  adminRefunds: adminPage('refunds', 'adminRefunds:title', {
    feature: 'payments',
    texts: ['adminRefunds', 'refunds', 'adminBookings', 'requests', 'adminList', 'assignments'],
    keepsChanges: true,
  }),
  adminApprovals: adminPage('approvals', 'adminApprovals:title', {
    feature: 'payments',
    texts: ['adminApprovals', 'adminList'],
    keepsChanges: true,
  }),
  adminReceipts: adminPage('receipts', 'adminReceipts:title', {
    feature: 'payments',
    texts: ['adminReceipts', 'receipts', 'adminList'],
    keepsChanges: true,
  }),
  adminFinance: adminPage('finance', 'adminFinance:title', {
    feature: 'payments',
    texts: 'adminFinance',
  }),
  adminAgency: adminPage('agency', 'adminAgency:title', {
    feature: 'any',
    texts: 'adminAgency',
    keepsChanges: true,
  }),
  adminOrders: adminPage('orders', 'adminOrders:title', {
    feature: 'shop',
    texts: ['adminOrders', 'orders', 'receipts', 'adminList'],
    keepsChanges: true,
  }),
  adminDelivery: adminPage(
    'orders/delivery',
    'adminOrders:rates.title',
    { feature: 'shop', texts: 'adminOrders', keepsChanges: true },
    'delivery-page',
  ),
  adminSupport: adminPage('support', 'adminSupport:title', {
    feature: 'support',
    texts: ['adminSupport', 'support', 'requests', 'adminList', 'assignments'],
    keepsChanges: true,
  }),
  adminAnswers: adminPage(
    'support/answers',
    'adminSupport:prepared.title',
    { feature: 'support', texts: 'adminSupport', keepsChanges: true },
    'answers-page',
  ),
  adminNews: adminPage('news', 'admin.news.title', { keepsChanges: true }, 'news-center-page'),
  adminLogs: adminPage('logs', 'admin.logs.title'),
  adminSignIns: adminPage('logs', 'admin.logs.title', {
    feature: 'payments',
    texts: 'adminRefunds',
  }),
  adminOpenings: adminPage(
    'logs/accounts',
    'adminRefunds:openings.title',
    {
      feature: 'payments',
      texts: 'adminRefunds',
    },
    'openings-page',
  ),
  adminMessages: adminPage('messages', 'messages:title', {
    feature: 'notifications',
    texts: 'messages',
  }),
} as const;

/** Whether a page exists: the page of a feature does where the feature is on. */
export function existsWith(features: readonly Feature[], { feature }: Page): boolean {
  return feature === undefined || features.some((on) => feature === 'any' || feature === on);
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
