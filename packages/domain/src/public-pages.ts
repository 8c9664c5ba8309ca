/** The pages search engines may list, by address, in the order of the site map. All others are for one person only. */
export const listedPages = [
  '/',
  '/search',
  '/packages',
  '/news',
  '/store',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
] as const;
