/** IATA codes of the supported airports (spec §3); their names are translations. */
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

/** IATA code of a supported airport. */
export type AirportCode = (typeof airportCodes)[number];

/** Parses an airport code, ignoring case and surrounding spaces; undefined when it is unknown. */
export function findAirport(text: string | null | undefined): AirportCode | undefined {
  const code = text?.trim().toUpperCase();
  return airportCodes.find((known) => known === code);
}

/** The search names of an airport: its city, its name and their aliases, in any language. */
export type AirportNames<Code extends string = AirportCode> = (code: Code) => readonly string[];

const separators = /[^\p{Letter}\p{Mark}\p{Number}]+/u;

/** The words of a text, without case, Latin diacritics and the Thai abbreviation mark. */
function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036fฯ]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '');
}

/** Rank of a match: 0 at the start of the name, 1 at the start of a later word, 2 inside a word; undefined for none. */
function fit(name: readonly string[], wanted: string): number | undefined {
  const whole = name.join('');
  if (whole.startsWith(wanted)) return 0;
  if (name.some((_, at) => name.slice(at).join('').startsWith(wanted))) return 1;
  return whole.includes(wanted) ? 2 : undefined;
}

function rank(code: string, names: readonly string[], wanted: string): number {
  if (code.toLowerCase().startsWith(wanted)) return -1;
  const fits = names.map((name) => fit(words(name), wanted)).filter((one) => one !== undefined);
  return Math.min(...fits, Number.POSITIVE_INFINITY);
}

/**
 * Searches airports by code, city or name, best match first. Ignores case and spaces, because Thai is written with and
 * without them. An empty text matches all.
 */
export function searchAirports<Code extends string>(
  text: string,
  namesOf: AirportNames<Code>,
  codes: readonly Code[],
): readonly Code[] {
  const wanted = words(text).join('');
  if (wanted === '') return codes;
  return codes
    .map((code) => ({ code, rank: rank(code, namesOf(code), wanted) }))
    .filter(({ rank: found }) => Number.isFinite(found))
    .sort((one, other) => one.rank - other.rank)
    .map(({ code }) => code);
}
