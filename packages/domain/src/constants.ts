/** The product's name in storage keys and settings. */
export const productSlug = 'bkksiam';

/** Storage key of the chosen theme, and the name of its cookie. */
export const themeKey = `${productSlug}-theme`;

/** Limits of the flight search form (spec §9): legs of a multi-city trip and passengers. */
export const flightSearchLimits = { minLegs: 2, maxLegs: 6, minPassengers: 1, maxPassengers: 9 };

/** Durations of toasts in milliseconds; those of forms are shorter. */
export const toastDurations = { standard: 5000, search: 2000, formError: 3000 };

/** Simulated delays in milliseconds. */
export const simulatedDelays = { searchRedirect: 1500, searchResults: 1500, ticketSubmit: 1000 };

/** Number of items a list shows, or of placeholders while it loads. */
export const listSizes = {
  recentBookings: 5,
  bookingsPage: 20,
  newsSkeletons: 6,
  latestNews: 6,
  newsPage: 24,
  storePage: 24,
  adminUsersPage: 10,
  adminPage: 20,
  requestHistory: 100,
};

/** Hours a booking without payment is held. */
export const bookingHoldHours = 48;

/** Largest accepted payment slip, in bytes. */
export const maxSlipBytes = 5 * 1024 * 1024;

/** Digits of a code from an authenticator app. */
export const oneTimeCodeDigits = 6;

/** Minimum length of a password. */
export const minPasswordLength = 6;

/** The travel-insurance offer to members, in percent. */
export const insuranceOffer = { commissionPercent: 16, discountPercent: 15 };

/** Maximum length of a news item's title and excerpt. */
export const newsLimits = { maxTitle: 200, maxExcerpt: 2000 };

/** Maximum sign-ins in an exported file, and the page size of its requests. */
export const signInExport = { maxRows: 100_000, pageRows: 1000 };
