import { bangkokIso } from './bangkok.ts';
import { parseBirthDate } from './birth-date.ts';
import { csvRows } from './csv.ts';
import { parseSignedSatang } from './number-input.ts';
import { headedColumn, plainWord } from './table-heading.ts';

// Banks publish no description of their files, and change them. So a layout is recognized by its headings alone, as far as they are
// known, and everything else is read with columns that the admin picks.

/** What a column of a statement has. */
export const statementColumns = [
  'date',
  'time',
  'amount',
  'credit',
  'debit',
  'description',
  'channel',
  'reference',
  'balance',
] as const;

export type StatementColumn = (typeof statementColumns)[number];

/** The index of each column, from 0. */
export type StatementColumns = Readonly<Partial<Record<StatementColumn, number>>>;

/** The bank whose headings a file has, `headings` for others that are known, `picked` for columns that an admin has picked. */
export type StatementForm = 'scb' | 'kbank' | 'krungthai' | 'headings' | 'picked';

/** A line of a statement. Amounts are in satang; a positive one came in. */
export interface BankLine {
  readonly at: string;
  /** False if the file tells the day alone; `at` is its midnight in Bangkok then. */
  readonly has_time: boolean;
  readonly amount_satang: number;
  readonly description: string;
  readonly reference: string | null;
  readonly balance_satang: number | null;
  /** The number of the line among equal ones of its file, from 1. */
  readonly occurrence: number;
}

export interface BankStatement {
  /** Null if the columns are not known: an admin has to pick them. */
  readonly form: StatementForm | null;
  readonly columns: StatementColumns;
  readonly lines: readonly BankLine[];
  /** Numbers of lines that have a day and an unreadable amount, or an amount and an unreadable day. */
  readonly unread: readonly number[];
  /** The first rows, to pick columns by. */
  readonly sample: readonly (readonly string[])[];
  /** The file has more lines than are read. */
  readonly isTooLong: boolean;
}

/** The most lines that are read of a file. */
export const maxStatementLines = 20_000;
const maxDescription = 500;
const maxReference = 100;
/** Files begin with the name and the account of the customer. */
const maxLinesAbove = 40;
const sampleRows = 8;

const headings: Readonly<Record<StatementColumn, readonly string[]>> = {
  date: [
    'date',
    'transaction date',
    'txn date',
    'tran date',
    'trans date',
    'posting date',
    'date time',
    'วันที่',
    'วันที่ทำรายการ',
    'วันที่รายการ',
    'วันทำรายการ',
    'วันเดือนปี',
    'วันเวลา',
    'วันที่เวลา',
  ],
  time: [
    'time',
    'transaction time',
    'txn time',
    'time eff date',
    'เวลา',
    'เวลาทำรายการ',
    'เวลาวันที่มีผล',
  ],
  amount: ['amount', 'amount thb', 'transaction amount', 'จำนวนเงิน', 'จำนวนเงินบาท'],
  credit: [
    'credit',
    'credit amount',
    'deposit',
    'deposits',
    'deposit amount',
    'money in',
    'เครดิต',
    'ฝาก',
    'ฝากเงิน',
    'เงินฝาก',
    'รายการฝาก',
    'จำนวนเงินฝาก',
    'เงินเข้า',
  ],
  debit: [
    'debit',
    'debit amount',
    'withdrawal',
    'withdrawals',
    'withdrawal amount',
    'money out',
    'เดบิต',
    'ถอน',
    'ถอนเงิน',
    'เงินถอน',
    'รายการถอน',
    'จำนวนเงินถอน',
    'เงินออก',
  ],
  description: [
    'description',
    'descriptions',
    'transaction description',
    'details',
    'detail',
    'particulars',
    'narrative',
    'note',
    'รายละเอียด',
    'รายละเอียดรายการ',
    'คำอธิบาย',
    'คำอธิบายรายการ',
    'รายการ',
    'บันทึก',
  ],
  channel: ['channel', 'transaction channel', 'ช่องทาง', 'ช่องทางทำรายการ'],
  reference: [
    'reference',
    'reference no',
    'reference number',
    'ref',
    'ref no',
    'ref 1',
    'เลขที่อ้างอิง',
    'หมายเลขอ้างอิง',
    'รหัสอ้างอิง',
    'อ้างอิง',
  ],
  balance: [
    'balance',
    'balance amount',
    'outstanding balance',
    'ledger balance',
    'running balance',
    'ยอดคงเหลือ',
    'คงเหลือ',
    'ยอดเงินคงเหลือ',
    'จำนวนเงินคงเหลือ',
  ],
};

const columnOfWord = new Map(
  statementColumns.flatMap((column) =>
    headings[column].map((word) => [plainWord(word), column] as const),
  ),
);

/** Headings by which a bank is recognized: one of each group. */
const marks: readonly (readonly [StatementForm, readonly (readonly string[])[]])[] = [
  [
    'scb',
    [
      ['transaction code', 'รหัสรายการ'],
      ['debit amount', 'เดบิต'],
      ['channel', 'ช่องทาง'],
    ],
  ],
  [
    'kbank',
    [
      ['outstanding balance', 'time eff date', 'เวลาวันที่มีผล'],
      ['withdrawal', 'ถอนเงิน'],
    ],
  ],
  [
    'krungthai',
    [
      ['init br', 'teller id', 'สาขาที่ทำรายการ', 'รหัสพนักงาน'],
      ['balance', 'ยอดคงเหลือ', 'คงเหลือ'],
    ],
  ],
];

function formOf(cells: readonly string[]): StatementForm {
  const words = new Set(cells.map(plainWord));
  const isForm = (groups: readonly (readonly string[])[]) =>
    groups.every((group) => group.some((word) => words.has(plainWord(word))));
  return marks.find(([, groups]) => isForm(groups))?.[0] ?? 'headings';
}

function headedColumns(cells: readonly string[]): StatementColumns | undefined {
  const columns: Partial<Record<StatementColumn, number>> = {};
  for (const [index, cell] of cells.entries()) {
    const column = headedColumn(cell, (word) => columnOfWord.get(word));
    if (column !== undefined) columns[column] ??= index;
  }
  return areEnough(columns) ? columns : undefined;
}

/** Whether lines can be read with these columns: a day and an amount. */
export const areEnough = ({ date, amount, credit, debit }: StatementColumns): boolean =>
  date !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined);

/**
 * Parses an amount as banks print it, such as `1,234.50`, `-1,234.50`, `(1,234.50)`, `1,234.50-`, `+500` or `500.00 DR`, into satang.
 * Zero for an empty cell or a dash; undefined for another text.
 */
export function parseBankAmount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s'"]/g, '').replace(/^(?:฿|THB)|(?:฿|THB|บาท)$/gi, '');
  if (/^[-–−]?$/.test(plain)) return 0;
  const [, sign = '', bracket = '', digits = '', after = ''] =
    /^([-+–−]?)(\(?)([^()]*?)\)?([-–−]|CR|DR)?$/i.exec(plain) ?? [];
  const satang = parseSignedSatang(digits);
  if (satang === undefined) return undefined;
  const isNegative = /[-–−]/.test(sign) || bracket !== '' || /^(?:[-–−]|DR)$/i.test(after);
  return isNegative && satang !== 0 ? -satang : satang;
}

const shortYear = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2})$/;

/** A day with a year of two digits, CE or BE: the one that is nearer to today. */
function shortDay(text: string, today: string): string | undefined {
  const [, day = '', month = '', year] = shortYear.exec(text) ?? [];
  if (year === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const [nearest = 0] = [2000 + Number(year), 1957 + Number(year)].toSorted(
    (one, other) => Math.abs(one - thisYear) - Math.abs(other - thisYear),
  );
  return parseBirthDate(`${day}/${month}/${String(nearest)}`);
}

const clock = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?$/;

/** `13:10` or `13:10:05` of a time; undefined for another text. */
function parseClock(text: string): string | undefined {
  const [, hours, minutes = '', seconds = '00'] = clock.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

interface Moment {
  readonly day: string;
  readonly clock: string | undefined;
}

/** A day of Bangkok, perhaps with its time in the same cell. */
function parseMoment(text: string, today: string): Moment | undefined {
  const plain = text.replaceAll(/[\s']+/g, ' ').trim();
  const [, first = '', last = ''] = /^(.+?)(?: |T)(\S+)$/.exec(plain) ?? [];
  const time = parseClock(last);
  const days = time === undefined ? plain : first;
  const day = shortDay(days, today) ?? parseBirthDate(days);
  return day === undefined ? undefined : { day, clock: time };
}

interface RowContext {
  readonly columns: StatementColumns;
  readonly today: string;
}

/** A line, `skip` for a row that is none, such as a sum, or `unread`. */
function readRow(
  cells: readonly string[],
  { columns, today }: RowContext,
): Omit<BankLine, 'occurrence'> | 'skip' | 'unread' {
  const cell = (column: StatementColumn) => {
    const index = columns[column];
    return (index === undefined ? undefined : cells[index])?.trim() ?? '';
  };
  const moment = parseMoment(cell('date'), today);
  const amounts = (['amount', 'credit', 'debit'] as const).map((name) =>
    parseBankAmount(cell(name)),
  );
  const [amount, credit, debit] = amounts;
  if (amount === undefined || credit === undefined || debit === undefined)
    return moment === undefined ? 'skip' : 'unread';
  const satang = amount + credit - Math.abs(debit);
  if (satang === 0) return 'skip';
  // Sums below the lines have no day; other text in its place would be lost.
  if (moment === undefined)
    return cell('date') === '' || /\p{L}/u.test(cell('date')) ? 'skip' : 'unread';
  const time = moment.clock ?? parseClock(cell('time'));
  const at = bangkokIso(`${moment.day}T${(time ?? '00:00').slice(0, 5)}`);
  if (at === undefined) return 'unread';
  const description = [cell('description'), cell('channel')].filter(Boolean).join(' · ');
  const balance = cell('balance') === '' ? undefined : parseBankAmount(cell('balance'));
  return {
    at: at.replace(/:00\.000Z$/, `:${time?.slice(6) ?? '00'}Z`),
    has_time: time !== undefined,
    amount_satang: satang,
    description: description.replaceAll(/\s+/g, ' ').slice(0, maxDescription),
    reference: cell('reference').slice(0, maxReference) || null,
    balance_satang: balance ?? null,
  };
}

/** Numbers lines that are equal, so that two transfers of the same amount count twice. */
function numbered(lines: readonly Omit<BankLine, 'occurrence'>[]): readonly BankLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { at, amount_satang: satang, description, reference } = line;
    const key = JSON.stringify([at, satang, description, reference]);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...line, occurrence };
  });
}

export interface StatementOptions {
  /** Bangkok's day: years of two digits are near it. */
  readonly today: string;
  /** The columns that an admin has picked. */
  readonly picked?: StatementColumns;
}

/**
 * Reads a CSV file of a bank statement: by its headings, which may stand below other lines, or by picked columns. Never throws:
 * what cannot be read is in `unread`.
 */
export function parseBankStatement(
  text: string,
  { today, picked }: StatementOptions,
): BankStatement {
  const sample: (readonly string[])[] = [];
  const lines: Omit<BankLine, 'occurrence'>[] = [];
  const unread: number[] = [];
  let columns = picked !== undefined && areEnough(picked) ? picked : undefined;
  let form: StatementForm | null = columns === undefined ? null : 'picked';
  let isTooLong = false;
  let rows = 0;
  for (const { cells, line } of csvRows(text)) {
    rows += 1;
    if (sample.length < sampleRows && cells.length > 1) sample.push(cells);
    if (columns === undefined) {
      if (picked !== undefined || rows > maxLinesAbove) break;
      columns = headedColumns(cells);
      form = columns === undefined ? null : formOf(cells);
      continue;
    }
    const read = readRow(cells, { columns, today });
    isTooLong = lines.length + unread.length >= maxStatementLines;
    if (isTooLong) break;
    if (read === 'unread') unread.push(line);
    else if (read !== 'skip') lines.push(read);
  }
  return { form, columns: columns ?? {}, lines: numbered(lines), unread, sample, isTooLong };
}
