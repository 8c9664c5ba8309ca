const thaiZero = '๐'.codePointAt(0) ?? 0;

/** A telephone number without the blanks around it, its Thai digits as Arabic ones. */
export function tidyPhone(text: string): string {
  return text
    .trim()
    .replaceAll(/[๐-๙]/g, (digit) => String((digit.codePointAt(0) ?? 0) - thaiZero));
}
