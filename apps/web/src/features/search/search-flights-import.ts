/** Imports the search of flights: a chunk of its own, so that `/` does not list the chunks which it needs. */
export const searchFlights = () => import('./search-flights.ts');
