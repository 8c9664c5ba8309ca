/**
 * The place the search takes before anything is chosen, the same for the form and for what holds its place: paper and
 * stub below each other, side by side where there is room; no lower than the form is in either language.
 */
export const searchPlace =
  'grid min-h-[38rem] grid-rows-[1fr_minmax(13.75rem,auto)] sm:min-h-[41.25rem] sm:grid-rows-[1fr_minmax(15.25rem,auto)] lg:min-h-104 lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-1 xl:min-h-63';
