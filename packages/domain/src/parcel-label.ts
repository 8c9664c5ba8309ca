import type { ThaiPlace } from './thai-address.ts';

/** The address of an order; in Thailand it has the first parts, abroad the last ones. SQL has the same names. */
export interface ParcelAddress {
  readonly country: string;
  readonly line: string;
  readonly postal_code?: string | undefined;
  readonly sub_district?: string | undefined;
  readonly district?: string | undefined;
  readonly province?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
}

const bangkok = 'กรุงเทพมหานคร';
const thaiLetters = /[ก-๙]/;
const prefixes = {
  subDistrict: /^(?:แขวง|ตำบล|ต\.)\s*/,
  district: /^(?:เขต|อำเภอ|อ\.)\s*/,
  province: /^(?:จังหวัด|จ\.)\s*/,
};

const filled = (lines: readonly (string | undefined)[]): readonly string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '');

/** Whether the places of an address in Thailand are written in Latin letters, and are looked up for its label. */
export const needsThaiNames = ({ country, sub_district: name = '' }: ParcelAddress): boolean =>
  country === 'TH' && !thaiLetters.test(name);

/** The Thai names of the places of an address, as far as they are known. */
export interface ThaiNames {
  readonly subDistrict?: string;
  readonly district?: string;
  readonly province?: string;
}

const isSame = (one: string, other = ''): boolean => {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain(one) === plain(other);
};

/** Finds the Thai names of an address that was written in Latin letters, by its postal code. */
export function thaiNames(places: readonly ThaiPlace[], address: ParcelAddress): ThaiNames {
  const near = places.filter(({ postalCode }) => postalCode === address.postal_code);
  const inDistrict = near.filter(({ district }) => isSame(district.en, address.district));
  const place = inDistrict.find(({ subDistrict }) => isSame(subDistrict.en, address.sub_district));
  // All places of a postal code are in one province.
  const [district, province] = [inDistrict[0]?.district.th, near[0]?.province.th];
  return {
    ...(place && { subDistrict: place.subDistrict.th }),
    ...(district !== undefined && { district }),
    ...(province !== undefined && { province }),
  };
}

/** A name with what the post writes before it; one in Latin letters stays as it is. */
function prefixed(name: string, prefix: string, kind: keyof typeof prefixes): string {
  return thaiLetters.test(name) ? `${prefix}${name.replace(prefixes[kind], '')}` : name;
}

function thaiLines(address: ParcelAddress, names: ThaiNames): readonly string[] {
  const {
    subDistrict = address.sub_district ?? '',
    district = address.district ?? '',
    province = address.province ?? '',
  } = names;
  const isBangkok = province.replace(prefixes.province, '').startsWith('กรุงเทพ');
  const places = [
    prefixed(subDistrict, isBangkok ? 'แขวง' : 'ตำบล', 'subDistrict'),
    prefixed(district, isBangkok ? 'เขต' : 'อำเภอ', 'district'),
  ];
  return filled([
    address.line,
    places.join(thaiLetters.test(places.join('')) ? ' ' : ', '),
    `${isBangkok ? bangkok : prefixed(province, 'จังหวัด', 'province')} ${address.postal_code ?? ''}`,
  ]);
}

/**
 * The lines of an address on a parcel: within Thailand as the Thai post has them, abroad with the country in English, which
 * comes last.
 *
 * @param names those of an address that `needsThaiNames`; a name that is not known stays as it was typed
 */
export function labelLines(address: ParcelAddress, names: ThaiNames = {}): readonly string[] {
  if (address.country === 'TH') return thaiLines(address, names);
  const { line, city, region, postal_code: code } = address;
  const country = new Intl.DisplayNames('en', { type: 'region' }).of(address.country);
  return filled([line, `${city ?? ''} ${code ?? ''}`, region, country?.toUpperCase()]);
}
