/** Whether a text is the number of a Thai citizen or taxpayer: 13 digits, the last of which checks the others. */
export function isThaiId(digits: string): boolean {
  if (!/^\d{13}$/.test(digits)) return false;
  const weighted = Array.from(digits.slice(0, 12), (digit, at) => Number(digit) * (13 - at));
  const sum = weighted.reduce((total, value) => total + value, 0);
  return String((11 - (sum % 11)) % 10) === digits.slice(12);
}
