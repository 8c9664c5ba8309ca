import { queryOptions } from '@tanstack/react-query';
import { searchedPlaces, type ThaiPlace } from '@bkksiam/domain/thai-address';

/** Provinces whose English name the package writes as one word. */
const provinces: Readonly<Record<string, string>> = {
  Nakhonratchasima: 'Nakhon Ratchasima',
  Nakhonsawan: 'Nakhon Sawan',
  Suphanburi: 'Suphan Buri',
};

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
      subDistrict: { en: en.sub_district, th: th.sub_district },
      district: { en: en.district, th: th.district },
      province: { en: provinces[en.province] ?? en.province, th: th.province },
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
