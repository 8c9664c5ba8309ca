// The encoding of payment QR codes (EMVCo): a tag of two digits, a length of two digits, a value.

/** The longest text that is read; a payment QR has about 100 characters. */
export const maxQrLength = 512;
const readable = new RegExp(`^[\\x20-\\x7e]{4,${String(maxQrLength)}}$`);

/**
 * The values of a text by their tags, or null where it is none of the kind: too long, other characters, a length that is no two
 * digits or reaches past the end, or a repeated tag.
 */
export function readTags(text: string): ReadonlyMap<string, string> | null {
  if (!readable.test(text)) return null;
  const values = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const [, tag = '', length = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(length);
    if (length === '' || end > text.length || values.has(tag)) return null;
    values.set(tag, text.slice(at + 4, end));
    at = end;
  }
  return values;
}

/** A tag with its value, of at most 99 characters. */
export function writeTag(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

/** The CRC-16 of an ASCII text (polynomial 1021, start FFFF), as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= (character.codePointAt(0) ?? 0) << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
