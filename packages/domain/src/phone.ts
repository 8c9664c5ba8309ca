const thaiZero = '๐'.codePointAt(0) ?? 0;

/** The text with its Thai digits as Arabic ones. */
export function arabicDigits(text: string): string {
  return text.replaceAll(/[๐-๙]/g, (digit) => String((digit.codePointAt(0) ?? 0) - thaiZero));
}

/** A telephone number without the blanks around it, its Thai digits as Arabic ones. */
export function tidyPhone(text: string): string {
  return arabicDigits(text.trim());
}
