import { csvLine, utf8Bom } from '@bkksiam/domain/csv';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';

// Some browsers read the file only after a while.
const readForMs = 60_000;

/** Starts a download in the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), readForMs);
}

/** Starts a download of the file at an address of the storage service. */
export async function saveFileAt(name: string, address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  saveFile(name, await response.blob());
}

/** Starts a download of lines of CSV, in which spreadsheet programs recognize UTF-8. */
export function saveCsv(name: string, lines: readonly string[]): void {
  saveFile(name, new Blob([utf8Bom, ...lines], { type: 'text/csv;charset=utf-8' }));
}

/** A Bangkok time in a file; empty for none. */
export const csvTime = (iso: string | null): string =>
  iso === null ? '' : (bangkokTimestamp(iso) ?? iso);

/** The columns of a file: the heading, and the text of a row. */
export type CsvColumns<Row> = readonly (readonly [heading: string, textOf: (row: Row) => string])[];

/** Starts a download of rows as CSV. */
export function saveCsvRows<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): void {
  const head = csvLine(columns.map(([heading]) => heading));
  const lineOf = (row: Row) => csvLine(columns.map(([, textOf]) => textOf(row)));
  saveCsv(name, [head, ...rows.map(lineOf)]);
}
