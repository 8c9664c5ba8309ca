/** Imports the fields of flights: a chunk of its own, so that `/` does not list the chunks which they need. */
export const flightFields = () => import('./flight-fields.tsx');
