/** A name in both languages. */
interface Name {
  readonly en: string;
  readonly th: string;
}

/** A sub-district of Thailand with a postal code; some have several codes. */
export interface ThaiPlace {
  readonly subDistrict: Name;
  readonly district: Name;
  readonly province: Name;
  readonly postalCode: string;
}

/** A place with what searches look in. */
export interface SearchedPlace {
  readonly place: ThaiPlace;
  readonly text: string;
}

// As people write them before the names.
const prefixes = /แขวง|ตำบล|ต\.|เขต|อำเภอ|อ\.|จังหวัด|จ\./g;

const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(prefixes, ' ');

/** Prepares places for {@link findPlaces}. */
export function searchedPlaces(places: readonly ThaiPlace[]): readonly SearchedPlace[] {
  return places.map((place) => {
    const { subDistrict, district, province, postalCode } = place;
    const names = [subDistrict, district, province].flatMap(({ en, th }) => [en, th]);
    return { place, text: ` ${[postalCode, ...names].join(' ').toLowerCase()}` };
  });
}

/** How well a place fits: its postal code or its sub-district begins with a word, then the others. */
function rankOf(
  { place: { postalCode, subDistrict } }: SearchedPlace,
  [first = '']: readonly string[],
) {
  if (postalCode.startsWith(first)) return 0;
  if (subDistrict.th.startsWith(first) || subDistrict.en.toLowerCase().startsWith(first)) return 1;
  return 2;
}

/**
 * The places in which each word of a text is found, in either language or as a postal code; best first.
 *
 * @param most how many of them
 */
export function findPlaces(
  places: readonly SearchedPlace[],
  typed: string,
  most: number,
): readonly ThaiPlace[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: SearchedPlace[][] = [[], [], []];
  for (const one of places) {
    if (!words.every((word) => one.text.includes(word))) continue;
    found[rankOf(one, words)]?.push(one);
  }
  return found
    .flat()
    .slice(0, most)
    .map(({ place }) => place);
}
