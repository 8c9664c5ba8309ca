import type { CsvRow } from './csv.ts';
import { parseSatang, parseWholeNumber, satangText } from './number-input.ts';
import type { Problem } from './problem.ts';
import { headedColumn, plainWord } from './table-heading.ts';

/** How a value stands in a cell of a CSV file. */
export interface CellFormat<Value> {
  readonly write: (value: Value) => string;
  /** Undefined for a text that is no such value. */
  readonly parse: (text: string) => Value | undefined;
}

export const textCell: CellFormat<string> = {
  write: (value) => value,
  // The mark of a letter that another program could not read.
  parse: (value) => (value.includes('\ufffd') ? undefined : value),
};

/** An amount of baht, in satang. */
export const amountCell: CellFormat<number | null> = {
  write: (value) => (value === null ? '' : satangText(value).replaceAll(',', '')),
  parse: (value) => (value === '' ? null : parseSatang(value)),
};

export const wholeCell: CellFormat<number | null> = {
  write: (value) => (value === null ? '' : String(value)),
  parse: (value) => (value === '' ? null : parseWholeNumber(value)),
};

const yes = ['yes', 'true', 'y', 'ได้', 'ใช่'];
const no = ['no', 'false', 'n', 'ไม่ได้', 'ไม่ใช่', 'ไม่'];

/** Null for an empty cell. */
export const yesNoCell: CellFormat<boolean | null> = {
  write: (value) => (value === null ? '' : value ? 'yes' : 'no'),
  parse(value) {
    const word = value.toLowerCase();
    if (word === '') return null;
    return yes.includes(word) ? true : no.includes(word) ? false : undefined;
  },
};

/** What is wrong with a line, and the column of it; null for a problem of the whole line. */
export interface LineError {
  readonly line: number;
  readonly column: string | null;
  readonly problem: Problem;
}

/** An item of a file, and what an import would do with it. */
export interface ImportedItem {
  /** The first line of the item. */
  readonly line: number;
  readonly change: 'new' | 'changed' | 'unchanged';
  /** The names of its changed fields; none for a new item. */
  readonly fields: readonly string[];
}

/** What a file says, in the order of its lines. */
export interface ImportTable<Item extends ImportedItem> {
  readonly items: readonly Item[];
  readonly errors: readonly LineError[];
  /** The headings of columns that are not read. */
  readonly ignored: readonly string[];
}

/** Most lines of a file, and most items that one import changes. */
export const importLimits = { maxLines: 3000, maxItems: 300 } as const;

/** A text as it was before `csvLine` marked it as no formula. */
const unmarked = (value: string) => value.trim().replace(/^'(?=[\s]*[=+\-@|%])/, '');

/** The columns of a file. */
export interface TableHeader {
  /** In the order of the file: '' for one that is not read, undefined for one without a heading. */
  readonly columns: readonly (string | undefined)[];
  readonly ignored: readonly string[];
}

function readHeader(cells: readonly string[], known: readonly string[]): TableHeader {
  const byWord = new Map(known.map((column) => [plainWord(column), column]));
  const named = cells.map((text) => headedColumn(text, (word) => byWord.get(word)));
  const columns = cells.map((text, at) => {
    const column = named[at];
    if (text.trim() === '') return undefined;
    return column !== undefined && named.indexOf(column) === at ? column : '';
  });
  return {
    columns,
    ignored: cells.map((text) => text.trim()).filter((_, at) => columns[at] === ''),
  };
}

/** A line whose cells are asked for by their columns. */
export interface TableLine {
  readonly line: number;
  /** The text of a cell; empty if the file has no such column. */
  readonly cell: (column: string) => string;
  /** Problems of the line as such. */
  readonly errors: readonly LineError[];
}

function lineOf({ line, cells, isUnclosed }: CsvRow, { columns }: TableHeader): TableLine {
  const errors: LineError[] = [];
  const fail = (code: string) => errors.push({ line, column: null, problem: { code } });
  if (isUnclosed) fail('table.quote');
  if (cells.some((value, at) => value.trim() !== '' && columns[at] === undefined)) {
    fail('table.columns');
  }
  return { line, errors, cell: (column) => unmarked(cells[columns.indexOf(column)] ?? '') };
}

/** The lines of a file under its heading, or the one problem because of which it is not read. */
export function readTable(
  rows: Iterable<CsvRow>,
  known: readonly string[],
  needed: readonly string[],
): {
  readonly header: TableHeader;
  readonly lines: readonly TableLine[];
  readonly failure?: LineError;
} {
  const [first, ...rest] = rows;
  const header = readHeader(first?.cells ?? [], known);
  const failed = (line: number, problem: Problem) => ({
    header,
    lines: [],
    failure: { line, column: null, problem },
  });
  const missing = needed.filter((column) => !header.columns.includes(column));
  if (missing.length > 0) {
    const values = { missing: missing.join(', ') };
    return failed(first?.line ?? 1, { code: 'table.header', values });
  }
  const { maxLines } = importLimits;
  if (rest.length > maxLines) {
    return failed(rest[maxLines]?.line ?? 1, { code: 'table.lines', values: { max: maxLines } });
  }
  return { header, lines: rest.map((row) => lineOf(row, header)) };
}

/** The lines of each item by its key, in the order of the first ones. */
export function linesByKey<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
): readonly (readonly Line[])[] {
  const byKey = new Map<string, Line[]>();
  for (const line of lines) {
    const key = keyOf(line);
    byKey.set(key, [...(byKey.get(key) ?? []), line]);
  }
  return [...byKey.values()];
}

/** The table of what was read, with an error if more items change than one import takes. */
export function importTable<Item extends ImportedItem>(
  { ignored }: TableHeader,
  items: readonly Item[],
  errors: readonly LineError[],
): ImportTable<Item> {
  const { maxItems } = importLimits;
  const tooMany = items.filter(({ change }) => change !== 'unchanged')[maxItems];
  const problem = { code: 'table.items', values: { max: maxItems } };
  const all = tooMany ? [...errors, { line: tooMany.line, column: null, problem }] : errors;
  return { items, errors: all.toSorted((one, other) => one.line - other.line), ignored };
}
