import type { Problem } from './problem.ts';

/** What an admin says of a parcel. The link may have `{number}`, which stands for the number of the parcel. */
export interface ParcelInput {
  readonly carrier: string;
  readonly number: string;
  readonly link: string;
}

/** Characters at most. */
export const parcelLimits = { carrier: 60, number: 60, link: 500 } as const;

const placeholder = '{number}';

/** The link to follow a parcel; empty for none. */
export function parcelLink(link: string, number: string): string {
  return link.replaceAll(placeholder, encodeURIComponent(number.replaceAll(/\s/g, '')));
}

/** Checks the carrier and the link of parcels. */
export function checkCarrier({
  carrier,
  link,
}: Omit<ParcelInput, 'number'>): Readonly<Partial<Record<'carrier' | 'link', Problem>>> {
  const { carrier: maxCarrier, link: maxLink, number } = parcelLimits;
  const tooLong = (max: number): Problem => ({ code: 'parcel.too_long', values: { max } });
  const carrierProblem =
    carrier === ''
      ? ({ code: 'parcel.carrier' } as const)
      : carrier.length > maxCarrier
        ? tooLong(maxCarrier)
        : undefined;
  // The longest number may take its place.
  const longest = link.includes(placeholder) ? maxLink - number : maxLink;
  const linkProblem =
    link !== '' && !/^https:\/\/\S+$/.test(link)
      ? ({ code: 'parcel.link' } as const)
      : link.length > longest
        ? tooLong(longest)
        : undefined;
  return {
    ...(carrierProblem && { carrier: carrierProblem }),
    ...(linkProblem && { link: linkProblem }),
  };
}

/** Checks the number of a parcel, which some carriers do not give. */
export function checkParcelNumber(number: string): Problem | null {
  const { number: max } = parcelLimits;
  return number.length > max ? { code: 'parcel.too_long', values: { max } } : null;
}

/** Checks the numbers of several parcels by their position: each has one, and none is there twice. */
export function checkParcelNumbers(numbers: readonly string[]): readonly (Problem | null)[] {
  const plain = numbers.map((number) => number.replaceAll(/\s/g, '').toUpperCase());
  return numbers.map((number, index) => {
    if (number === '') return { code: 'parcel.number' };
    if (plain.indexOf(plain[index] ?? '') < index) return { code: 'parcel.twice' };
    return checkParcelNumber(number);
  });
}
