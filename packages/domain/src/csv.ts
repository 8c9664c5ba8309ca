/** The byte order mark, by which spreadsheet programs recognize UTF-8. */
export const utf8Bom = '\ufeff';

// Cells that spreadsheet programs evaluate as a formula; some locales accept full-width signs.
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20|%]|^[\t\r\n]/u;
const special = /[",\r\n]/;

function cell(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value;
  return special.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * One line of a CSV file (RFC 4180) with its line break. A cell that looks like a formula is prefixed with an
 * apostrophe, which marks it as text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
