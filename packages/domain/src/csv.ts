/** What makes spreadsheet programs take a file for UTF-8, so that Thai stays Thai. */
export const csvStart = '\ufeff';

// Spreadsheet programs take such a cell for a formula and run it; full-width signs count in some languages.
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20|%]|^[\t\r\n]/u;
const special = /[",\r\n]/;

function cell(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value;
  return special.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * One line of a CSV file (RFC 4180), its end included. A cell that a spreadsheet program would run as a formula gets an
 * apostrophe in front, which such programs take for 'this is text'.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
