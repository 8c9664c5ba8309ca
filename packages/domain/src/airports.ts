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

/** What an airport is looked for by: its city, its own name and what else people call them, in any language. */
export type AirportNames = (code: AirportCode) => readonly string[];

const blanksAndMarks = /[^\p{Letter}\p{Mark}\p{Number}]+/u;

/** The words of a text without case, accents of Latin letters or the Thai sign of abbreviation. */
function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036fฯ]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(blanksAndMarks)
    .filter((word) => word !== '');
}

/** How well a name fits: 0 when it begins so, 1 when a later word does, 2 when it only holds it; else undefined. */
function fit(name: readonly string[], wanted: string): number | undefined {
  const whole = name.join('');
  if (whole.startsWith(wanted)) return 0;
  if (name.some((_, at) => name.slice(at).join('').startsWith(wanted))) return 1;
  return whole.includes(wanted) ? 2 : undefined;
}

function rank(code: AirportCode, names: readonly string[], wanted: string): number {
  if (code.toLowerCase().startsWith(wanted)) return -1;
  const fits = names.map((name) => fit(words(name), wanted)).filter((one) => one !== undefined);
  return Math.min(...fits, Number.POSITIVE_INFINITY);
}

/**
 * The airports a person may mean, best first: by code, city or name, in any case, with blanks or without (Thai is
 * written both ways). All of them while nothing is typed.
 */
export function searchAirports(text: string, namesOf: AirportNames): readonly AirportCode[] {
  const wanted = words(text).join('');
  if (wanted === '') return airportCodes;
  return airportCodes
    .map((code) => ({ code, rank: rank(code, namesOf(code), wanted) }))
    .filter(({ rank: found }) => Number.isFinite(found))
    .sort((one, other) => one.rank - other.rank)
    .map(({ code }) => code);
}
