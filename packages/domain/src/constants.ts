/** What the product is called in storage keys and settings. */
export const productSlug = 'bkksiam';

/** Under this key the browser remembers the chosen theme, and mirrors it in a cookie. */
export const themeKey = `${productSlug}-theme`;

/** Limits of the flight search form (spec §9): legs of a multi-city trip and passengers. */
export const flightSearchLimits = { minLegs: 2, maxLegs: 6, minPassengers: 1, maxPassengers: 9 };

/** How long a toast stays, in milliseconds: every toast but those of the forms, which are shorter. */
export const toastDurations = { standard: 5000, search: 2000, formError: 3000 };

/** Deliberate waits of the simulated parts, in milliseconds. */
export const simulatedDelays = { searchRedirect: 1500, searchResults: 1500, ticketSubmit: 1000 };

/** How many entries a list shows, or how many placeholders stand for it while it loads. */
export const listSizes = {
  recentBookings: 5,
  newsSkeletons: 6,
  adminUsersPage: 10,
  deskPage: 20,
  requestHistory: 100,
};

/** A booking without payment is held for this many hours. */
export const bookingHoldHours = 48;

/** Largest accepted payment slip, in bytes. */
export const maxSlipBytes = 5 * 1024 * 1024;

/** Digits of a code from an authenticator. */
export const oneTimeCodeDigits = 6;

/** Fewest characters of a password. */
export const minPasswordLength = 6;

/** The travel-insurance offer to members, in percent. */
export const insuranceOffer = { commissionPercent: 16, discountPercent: 15 };

/** Most characters of a news item's title and excerpt. */
export const newsLimits = { maxTitle: 200, maxExcerpt: 2000 };

/** Most sign-ins in one exported file, and how many are asked for at once. */
export const signInExport = { maxRows: 100_000, pageRows: 1000 };
