/** The encodings that name themselves by their first bytes. */
const marks: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // No text has these characters: it is a workbook, a picture or UTF-16 without its mark.
    return /[^\P{Cc}\t\n\v\f\r]|\ufffd/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const isThaiWord = /[\u0e01-\u0e4e]{2}/;
/**
 * In Western encodings the bytes of Thai letters are accented letters, which stand beside Latin ones, and signs such as £ and ¥,
 * for which Thai has two letters that no word has any more. No Thai word begins with a mark.
 */
const isWestern =
  /[A-Za-z][\u0e01-\u0e4e]|[\u0e01-\u0e4e][A-Za-z]|(?<![\u0e01-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[ฃฅ]/;

/**
 * The text of a file that Excel or an editor has saved: UTF-8, UTF-16 with its mark, or Windows-874, in which Thai Windows saves
 * CSV files. Undefined for any other, so that no character is read as another one.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const mark = marks.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return decoded(bytes, mark.encoding);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined) return utf8;
  const thai = decoded(bytes, 'windows-874');
  return thai !== undefined && isThaiWord.test(thai) && !isWestern.test(thai) ? thai : undefined;
}
