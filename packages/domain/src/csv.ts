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

/** A row of a delimited text. */
export interface CsvRow {
  /** Number of the line where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quoted cell is never closed, so it has the rest of the text. */
  readonly isUnclosed: boolean;
}

/** The delimiter of a text by its first line: copied cells have tabs, and in some locales files have semicolons. */
function delimiterOf(text: string): string {
  const first = (/\S.*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  if (first.includes('\t')) return '\t';
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

/** A first line that names the delimiter to Excel and is no row, such as `sep=;`. */
const separatorLine = /^(?:sep=([,;|\t])|"sep=([,;|\t])")[ ,;\t]*(?:\r\n?|\n|$)/i;

/** Index of the quote that closes a cell, or -1. A doubled quote is a part of the cell. */
function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

interface Cell {
  readonly value: string;
  /** Index of the delimiter or line break that ends it. */
  readonly end: number;
  readonly isUnclosed: boolean;
}

function readCell(text: string, start: number, delimiter: string): Cell {
  const cellEnd = new RegExp(`[${delimiter}\\r\\n]|$`, 'g');
  const endFrom = (from: number) => {
    cellEnd.lastIndex = from;
    return cellEnd.exec(text)?.index ?? text.length;
  };
  const opening = / *"/y;
  opening.lastIndex = start;
  if (!opening.test(text)) {
    const end = endFrom(start);
    return { value: text.slice(start, end), end, isUnclosed: false };
  }
  const from = opening.lastIndex;
  const quote = closingQuote(text, from);
  const isUnclosed = quote === -1;
  const to = isUnclosed ? text.length : quote;
  const end = isUnclosed ? text.length : endFrom(quote + 1);
  const value = text.slice(from, to).replaceAll('""', '"') + text.slice(to + 1, end);
  return { value, end, isUnclosed };
}

/**
 * Parses copied cells or a CSV file with commas, tabs or semicolons. Rows are read one by one, so a caller with a limit
 * stops early. A quote inside an unquoted cell is text, and blank lines are skipped, as is a first line `sep=;`.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith(utf8Bom) ? utf8Bom.length : 0;
  const [separator = '', bare, quoted] = separatorLine.exec(text.slice(at)) ?? [];
  at += separator.length;
  const delimiter = bare ?? quoted ?? delimiterOf(text.slice(at));
  let line = separator === '' ? 1 : 2;
  while (at < text.length) {
    const start = at;
    const cells: Cell[] = [];
    do {
      const cell = readCell(text, at, delimiter);
      cells.push(cell);
      at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    } while (text[at - 1] === delimiter);
    if (cells.some(({ value }) => value.trim() !== '')) {
      yield {
        line,
        cells: cells.map(({ value }) => value),
        isUnclosed: cells.some(({ isUnclosed }) => isUnclosed),
      };
    }
    line += text.slice(start, at).match(/\r\n?|\n/g)?.length ?? 0;
  }
}
