function page<Pattern extends `/${string}`>(pattern: Pattern) {
  return { pattern, href: () => pattern } as const;
}

/** One pattern and one href builder per route (spec §2); links never hold an address of their own. */
export const paths = {
  home: page('/'),
  about: page('/about'),
  contact: page('/contact'),
  news: page('/news'),
  store: page('/store'),
  packages: page('/packages'),
  terms: page('/terms'),
  privacy: page('/privacy'),
  search: page('/search'),
  results: page('/results'),
  success: page('/success'),
  product: {
    pattern: '/product/:id',
    href: (id: string) => `/product/${encodeURIComponent(id)}`,
  },
  login: page('/login'),
  register: page('/register'),
  signup: page('/signup'),
  resetPassword: page('/reset-password'),
  profile: page('/profile'),
  orders: page('/orders'),
  booking: {
    pattern: '/booking/:id',
    href: (flightId: string) => `/booking/${encodeURIComponent(flightId)}`,
  },
  dashboard: page('/dashboard'),
  bookings: page('/dashboard/bookings'),
  groupRequest: page('/dashboard/group-request'),
  payments: page('/dashboard/payments'),
  memberProfile: page('/dashboard/profile'),
  support: page('/dashboard/support'),
  admin: page('/admin'),
  adminUsers: page('/admin/users'),
  adminRequests: page('/admin/requests'),
  adminNews: page('/admin/news'),
  adminLogs: page('/admin/logs'),
} as const;
