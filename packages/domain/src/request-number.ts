const length = 8;
const minTyped = 4;

/** The short number of a quote request, which people read out: the last eight digits of its id. */
export function requestNumber(id: string): string {
  return id.slice(-length).toUpperCase();
}

/** The number that a typed text is or begins with, at least four digits or the whole id; null for any other text. */
export function typedRequestNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s#-]/g, '').toUpperCase();
  if (!/^[\dA-F]+$/.test(digits) || digits.length < minTyped) return null;
  if (digits.length === 32) return digits.slice(-length);
  return digits.length <= length ? digits : null;
}
