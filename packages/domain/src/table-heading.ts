import { foldText } from './fold-text.ts';
import type { Language } from './languages.ts';
import { listText } from './list-text.ts';

/** A text without case, spaces and punctuation, so that `Last name` and `LAST_NAME` are the same. */
export function plainWord(text: string): string {
  return foldText(text).replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '');
}

// Excel has a second line or language in the same cell.
const partings = /[/|\r\n]+/;
const remark = /[([{（［][^)\]}）］]*[)\]}）］]/g;

/**
 * The column that a heading of a table names, with or without a remark in brackets, such as `Date of birth (DD/MM/YYYY)`, or in
 * two languages, as in `Surname / นามสกุล`. Undefined if a part of it is unknown or names another column.
 */
export function headedColumn<Column>(
  heading: string,
  columnOf: (word: string) => Column | undefined,
): Column | undefined {
  const withoutRemarks = heading.replaceAll(remark, ' ');
  const whole = columnOf(plainWord(heading)) ?? columnOf(plainWord(withoutRemarks));
  if (whole !== undefined) return whole;
  const parts = withoutRemarks.split(partings).map(plainWord);
  const columns = new Set(parts.filter((part) => part !== '').map(columnOf));
  return columns.size === 1 ? [...columns][0] : undefined;
}

/** Headings in quotation marks, to be named in a sentence; Thai has no commas between them. */
export function quotedList(headings: readonly string[], language: Language): string {
  return listText(
    headings.map((heading) => `“${heading}”`),
    language,
  );
}
