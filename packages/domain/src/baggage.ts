import type { Baggage } from './flight-offer.ts';

/**
 * Parses the short text that `bkk_internal.baggage_text` makes of the baggage of a fare, such as `7 kg + 20 kg`. A weight alone
 * is a number of kilograms, because an admin may have written it of any bag; undefined for other texts.
 */
export function parseBaggage(text: string): Baggage | number | undefined {
  const [, cabin, checked, pieces] = /^(\d+) kg(?: \+ (?:(\d+) kg|(\d+) ×))?$/.exec(text) ?? [];
  if (cabin === undefined) return undefined;
  if (checked === undefined && pieces === undefined) return Number(cabin);
  return {
    cabinPieces: null,
    cabinKg: Number(cabin),
    checkedPieces: pieces === undefined ? null : Number(pieces),
    checkedKg: checked === undefined ? null : Number(checked),
  };
}
