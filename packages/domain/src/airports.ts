import { foldText } from './fold-text.ts';

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

/**
 * The words of a text in folded form. Foreign names have several Thai spellings, which differ in tones, silent marks and the
 * length of an `a`, as in โอซากะ and โอซาก้า; these do not count.
 */
function words(text: string): string[] {
  return foldText(text)
    .replaceAll(/[\u0e47-\u0e4c]/g, '')
    .replaceAll('ะ', 'า')
    .split(separators)
    .filter((word) => word !== '');
}

/** The words of names by their text: a search compares a few hundred names at each key. */
const knownWords = new Map<string, readonly string[]>();

function wordsOf(name: string): readonly string[] {
  const known = knownWords.get(name) ?? words(name);
  knownWords.set(name, known);
  return known;
}

/** Rank of a match: 0 at the start of the name, 1 at the start of a later word, 2 inside a word; infinite for none. */
function fit(name: readonly string[], wanted: string): number {
  const whole = name.join('');
  if (whole.startsWith(wanted)) return 0;
  if (name.some((_, at) => name.slice(at).join('').startsWith(wanted))) return 1;
  return whole.includes(wanted) ? 2 : Number.POSITIVE_INFINITY;
}

const best = (names: readonly string[], wanted: string) =>
  Math.min(...names.map((name) => fit(wordsOf(name), wanted)));

/**
 * Searches airports by code, city or name, best match first. Ignores case and spaces, because Thai is written with and
 * without them. An empty text matches all.
 *
 * @param otherNamesOf names of the surroundings, such as the country, after which an airport does not come first
 */
export function searchAirports<Code extends string>(
  text: string,
  namesOf: AirportNames<Code>,
  codes: readonly Code[],
  otherNamesOf: AirportNames<Code> = () => [],
): readonly Code[] {
  const wanted = words(text).join('');
  if (wanted === '') return codes;
  const rank = (code: Code) =>
    code.toLowerCase().startsWith(wanted)
      ? -1
      : Math.min(best(namesOf(code), wanted), best(otherNamesOf(code), wanted) + 0.5);
  return codes
    .map((code) => ({ code, rank: rank(code) }))
    .filter(({ rank: found }) => Number.isFinite(found))
    .sort((one, other) => one.rank - other.rank)
    .map(({ code }) => code);
}
