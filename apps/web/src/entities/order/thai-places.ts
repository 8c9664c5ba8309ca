import { queryOptions } from '@tanstack/react-query';
import { searchedPlaces, type ThaiPlace } from '@bkksiam/domain/thai-address';

/** English names of provinces that the package writes as one word, and of districts in which it has lost letters. */
const corrected: Readonly<Record<string, string>> = {
  Nakhonratchasima: 'Nakhon Ratchasima',
  Nakhonsawan: 'Nakhon Sawan',
  Suphanburi: 'Suphan Buri',
  Satn: 'Sathon',
  'Snam Chai Khet': 'Sanam Chai Khet',
  Upnnat: 'Ubolratana',
};

/** The syllables of the Royal Thai General System of Transcription. */
const initial =
  '(?:khr|khl|khw|phr|phl|thr|kr|kl|kw|pr|pl|tr|kh|ph|th|ch|ng|k|t|p|b|d|n|m|y|r|l|w|s|h|f|j)';
const rhyme =
  '(?:ueai|uea|iao|uai|oei|aeo|ia|ua|ue|ae|oe|ai|ao|ui|oi|io|eo|a|i|u|e|o)(?:ng|k|t|p|m|n)?';
const transcribed = new RegExp(`^${initial}?${rhyme}(?:${initial}${rhyme})*$`, 'i');

/** In 2 % of the names of sub-districts the package has lost letters, such as Sinm for Si Lom: they stay in Thai. */
const englishOr = (thai: string, english: string): string =>
  english.split(/[ ().-]+/).every((word) => word === '' || transcribed.test(word)) ? english : thai;

/** The sub-districts of Thailand with their postal codes, without islands that have none. */
async function readPlaces(): Promise<readonly ThaiPlace[]> {
  const { getDatabase, preload, setEngMode } = await import('thai-address-universal');
  await preload({ language: 'both' });
  // Both lists have the same order.
  await setEngMode(true);
  const english = getDatabase();
  await setEngMode(false);
  return getDatabase().flatMap((th, index) => {
    const en = english[index];
    const { postal_code: postalCode } = th;
    if (en === undefined || !/^[1-9]\d{4}$/.test(postalCode)) return [];
    return {
      subDistrict: { en: englishOr(th.sub_district, en.sub_district), th: th.sub_district },
      district: { en: corrected[en.district] ?? en.district, th: th.district },
      province: { en: corrected[en.province] ?? en.province, th: th.province },
      postalCode,
    };
  });
}

/** The places that a search of an address looks in, 90 kB. */
export function thaiPlacesQuery() {
  return queryOptions({
    queryKey: ['thai-places'],
    queryFn: async () => searchedPlaces(await readPlaces()),
    staleTime: Infinity,
  });
}
