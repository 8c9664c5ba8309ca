/** IATA codes of the airports the product flies between (spec §3); their names are texts. */
export const airportCodes = [
  'BKK',
  'DMK',
  'CNX',
  'HKT',
  'KBV',
  'USM',
  'NRT',
  'ICN',
  'SIN',
  'KUL',
] as const;

/** IATA code of an airport the product flies between. */
export type AirportCode = (typeof airportCodes)[number];

/** The code a text holds, in any case and with blanks around it; undefined when it is none of ours. */
export function findAirport(text: string | null | undefined): AirportCode | undefined {
  const code = text?.trim().toUpperCase();
  return airportCodes.find((known) => known === code);
}
