import { checkBirthDay, parseBirthDate } from './birth-date.ts';
import { csvRows, type CsvRow } from './csv.ts';
import type { PassengerType } from './passenger-age.ts';
import { removeInvisible } from './invisible-characters.ts';
import {
  checkPassengerName,
  normalizePassengerName,
  normalizePassengerNames,
  type PassengerNames,
} from './passenger-name.ts';
import type { Problem } from './problem.ts';
import { headedColumn, plainWord } from './table-heading.ts';

/** The columns of a passenger list, in their order without a header. */
export const passengerColumns = ['lastName', 'firstName', 'type', 'birthDate'] as const;

/** A column of a passenger list. */
export type PassengerColumn = (typeof passengerColumns)[number];

/** A passenger of a list, and the line where the text has it. */
export interface ListedPassenger extends PassengerNames {
  readonly line: number;
  /** Null where the list does not say. */
  readonly type: PassengerType | null;
  /** A calendar day; null where the list does not say. */
  readonly birthDate: string | null;
}

/** What is wrong with a line: its first problem, and the column of it. */
export interface PassengerLineError {
  readonly line: number;
  /** Null for a problem of the whole line. */
  readonly column: PassengerColumn | null;
  readonly problem: Problem;
}

/** The passengers of the valid lines and the errors of the others, both in the order of the text. */
export interface PassengerList {
  readonly passengers: readonly ListedPassenger[];
  readonly errors: readonly PassengerLineError[];
  /** The headings of columns that are not read. */
  readonly ignored: readonly string[];
}

/** Maximum number of passengers in a list. */
export const maxListedPassengers = 300;

const headers: Readonly<Record<PassengerColumn, readonly string[]>> = {
  lastName: [
    'last name',
    'surname',
    'family name',
    'นามสกุล',
    'สกุล',
    'นามสกุลภาษาอังกฤษ',
    'นามสกุลอังกฤษ',
  ],
  firstName: [
    'first name',
    'given name',
    'given names',
    'forename',
    'first and middle name',
    'ชื่อ',
    'ชื่อจริง',
    'ชื่อตัว',
    'ชื่อภาษาอังกฤษ',
    'ชื่ออังกฤษ',
  ],
  type: ['type', 'passenger type', 'ptc', 'ประเภท', 'ประเภทผู้โดยสาร'],
  birthDate: [
    'birth date',
    'date of birth',
    'dob',
    'birthday',
    'born',
    'วันเกิด',
    'วันเดือนปีเกิด',
    'วันที่เกิด',
  ],
};
/** The first name beside a column of last names, else both names together. */
const anyName = ['name', 'full name', 'passenger name', 'ชื่อสกุล', 'ชื่อนามสกุล', 'ชื่อผู้โดยสาร'];

const types: Readonly<Record<PassengerType, readonly string[]>> = {
  adult: ['adult', 'adt', 'ผู้ใหญ่'],
  child: ['child', 'chd', 'cnn', 'เด็ก'],
  infant: ['infant', 'inf', 'baby', 'ทารก'],
};

function keyOf<Key extends string>(
  names: Readonly<Record<Key, readonly string[]>>,
  keys: readonly Key[],
  text: string,
): Key | undefined {
  const word = plainWord(text);
  return keys.find((key) => names[key].some((name) => plainWord(name) === word));
}

/** The columns of a list by their position. */
interface Layout {
  readonly columns: readonly (PassengerColumn | undefined)[];
  /** How many cells a line may have, or which of them have a heading. */
  readonly isHeaded: (position: number) => boolean;
}

const withoutHeader: Layout = {
  columns: passengerColumns,
  isHeaded: (position) => position < passengerColumns.length,
};

const isAnyName = (heading: string) =>
  headedColumn(heading, (word) =>
    [...anyName, ...headers.firstName].some((name) => plainWord(name) === word)
      ? 'name'
      : undefined,
  ) !== undefined;

interface Header {
  readonly layout: Layout;
  /** The headings of columns that are not read. */
  readonly ignored: readonly string[];
  readonly missing: readonly PassengerColumn[];
}

/** What the first row names; undefined if it is a passenger. */
function readHeader({ cells }: CsvRow): Header | undefined {
  const named = cells.map((text) =>
    headedColumn(text, (word) => keyOf(headers, passengerColumns, word)),
  );
  const other = cells.findIndex(isAnyName);
  const hasNames = named.includes('lastName') || named.includes('firstName');
  const isHeader = hasNames || (other !== -1 && named.some((column) => column !== undefined));
  if (!isHeader) return undefined;
  if (named.includes('lastName') && !named.includes('firstName') && other !== -1) {
    named[other] = 'firstName';
  }
  // The second of two equal columns is not read.
  const columns = named.map((column, at) => (named.indexOf(column) === at ? column : undefined));
  return {
    layout: { columns, isHeaded: (position) => (cells[position] ?? '').trim() !== '' },
    ignored: cells
      .map((text) => text.trim())
      .filter((text, at) => text !== '' && columns[at] === undefined),
    missing: (['lastName', 'firstName'] as const).filter((column) => !columns.includes(column)),
  };
}

interface ParsedColumns {
  readonly type: PassengerType | null | undefined;
  readonly birthDate: string | null | undefined;
}

/** Whether a line has first and last name in one cell: a single name of several words is followed by a separator. */
function isUnseparated({ cells }: CsvRow): boolean {
  return cells.length === 1 && normalizePassengerName(cells[0] ?? '').includes(' ');
}

function lineProblem(
  names: PassengerNames,
  { type, birthDate }: ParsedColumns,
  today: string,
): Omit<PassengerLineError, 'line'> | null {
  const columns = (['lastName', 'firstName'] as const).filter(
    (column) => normalizePassengerName(names[column]) !== '',
  );
  if (columns.length === 0)
    return { column: 'lastName', problem: { code: 'passenger_name.empty' } };
  for (const column of columns) {
    const problem = checkPassengerName(names[column]);
    if (problem !== null) return { column, problem };
  }
  if (type === undefined) return { column: 'type', problem: { code: 'passenger_list.type' } };
  if (birthDate === undefined) {
    return { column: 'birthDate', problem: { code: 'passenger_list.birth_date' } };
  }
  const problem = birthDate === null ? null : checkBirthDay(birthDate, today);
  return problem && { column: 'birthDate', problem };
}

function parseRow(
  row: CsvRow,
  layout: Layout,
  today: string,
): ListedPassenger | PassengerLineError {
  const { line, cells, isUnclosed } = row;
  if (isUnclosed) return { line, column: null, problem: { code: 'passenger_list.quote' } };
  if (cells.some((value, at) => removeInvisible(value).trim() !== '' && !layout.isHeaded(at))) {
    return { line, column: null, problem: { code: 'passenger_list.columns' } };
  }
  const cell = (column: PassengerColumn) =>
    removeInvisible(cells[layout.columns.indexOf(column)] ?? '').trim();
  const names = { lastName: cell('lastName'), firstName: cell('firstName') };
  const type =
    cell('type') === '' ? null : keyOf(types, ['adult', 'child', 'infant'], cell('type'));
  const birthDate = cell('birthDate') === '' ? null : parseBirthDate(cell('birthDate'));
  const problem = isUnseparated(row)
    ? { column: 'firstName' as const, problem: { code: 'passenger_list.unseparated' } }
    : lineProblem(names, { type, birthDate }, today);
  if (problem !== null) return { line, ...problem };
  return {
    line,
    ...normalizePassengerNames(names),
    type: type ?? null,
    birthDate: birthDate ?? null,
  };
}

/**
 * Parses a pasted passenger list or a CSV file: last name, first name, type and birth date, or what its header names. Lines
 * after the 300th passenger are not parsed; the first of them has an error.
 *
 * @param today the calendar day after which nobody is born
 */
export function parsePassengerList(text: string, today: string): PassengerList {
  const passengers: ListedPassenger[] = [];
  const errors: PassengerLineError[] = [];
  let layout: Layout | undefined;
  let ignored: readonly string[] = [];
  for (const row of csvRows(text)) {
    if (layout === undefined) {
      const header = readHeader(row);
      layout = header?.layout ?? withoutHeader;
      ignored = header?.ignored ?? [];
      const [column] = header?.missing ?? [];
      if (column !== undefined) {
        errors.push({ line: row.line, column, problem: { code: 'passenger_list.no_column' } });
        break;
      }
      if (header !== undefined) continue;
    }
    if (passengers.length + errors.length === maxListedPassengers) {
      const problem = { code: 'passenger_list.too_long', values: { max: maxListedPassengers } };
      errors.push({ line: row.line, column: null, problem });
      break;
    }
    const parsed = parseRow(row, layout, today);
    if ('problem' in parsed) errors.push(parsed);
    else passengers.push(parsed);
  }
  return { passengers, errors, ignored };
}

/** The lines of a list: those with an error and those without, each in the order of the text. */
export interface ListedLines {
  readonly wrong: readonly PassengerLineError[];
  readonly right: readonly ListedPassenger[];
}

/** Parts the lines of a list. A passenger for whom there is no seat is one of the wrong lines. */
export function linesOfList(
  passengers: readonly ListedPassenger[],
  errors: readonly PassengerLineError[],
): ListedLines {
  const wrong = errors.toSorted((one, other) => one.line - other.line);
  const numbers = new Set(wrong.map(({ line }) => line));
  return { wrong, right: passengers.filter(({ line }) => !numbers.has(line)) };
}
