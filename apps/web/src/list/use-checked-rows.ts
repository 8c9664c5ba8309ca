import { useState } from 'react';
import type { List } from './use-list.ts';

/** The rows of a list whose check boxes are on. */
export interface CheckedRows<Row> {
  /** In the order in which they were checked, also those of other pages. Those on screen are as they are now. */
  readonly rows: readonly Row[];
  readonly isChecked: (row: Row) => boolean;
  /** @param isRange also every row from the last one that was changed */
  readonly toggle: (row: Row, isRange: boolean) => void;
  /** Checks all rows of the page, or none of them if they are checked. */
  readonly togglePage: () => void;
  /** Checks these rows and no others. */
  readonly checkOnly: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

interface Checked<Row> {
  /** The filter and the search they were checked in. */
  readonly within: string;
  readonly rows: ReadonlyMap<string, Row>;
  /** The row that was changed last. */
  readonly last?: string;
}

/** The rows from the last one that was changed to this one, in either direction. */
function rangeTo<Row>(
  page: readonly Row[],
  keyOf: (row: Row) => string,
  row: Row,
  last: string | undefined,
): readonly Row[] {
  const from = page.findIndex((other) => keyOf(other) === last);
  const to = page.indexOf(row);
  return from === -1 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The checked rows of a list. They stay through its pages and orders, until its filter or its search is another. */
export function useCheckedRows<Row, Filter extends string>({
  definition: { keyOf },
  params: { filter, search },
  query,
}: List<Row, Filter>): CheckedRows<Row> {
  const within = JSON.stringify([filter, search]);
  const none: Checked<Row> = { within, rows: new Map() };
  const [state, setState] = useState(none);
  const { rows } = state.within === within ? state : none;
  const page = query.data?.rows ?? [];
  function change(next: (checked: Checked<Row>) => Omit<Checked<Row>, 'within'>) {
    // The rows on screen are those of the last filter or page until the next ones have come.
    if (query.isPlaceholderData) return;
    setState((now) => ({ ...next(now.within === within ? now : none), within }));
  }
  const without = (from: ReadonlyMap<string, Row>, removed: readonly Row[]) =>
    new Map([...from].filter(([key]) => !removed.some((row) => keyOf(row) === key)));
  const withAll = (from: ReadonlyMap<string, Row>, added: readonly Row[]) =>
    new Map([...from, ...added.map((row) => [keyOf(row), row] as const)]);
  return {
    rows: [...rows].map(([key, row]) => page.find((shown) => keyOf(shown) === key) ?? row),
    isChecked: (row) => rows.has(keyOf(row)),
    toggle: (row, isRange) =>
      change(({ rows: checked, last }) => {
        const range = isRange ? rangeTo(page, keyOf, row, last) : [row];
        const changed = checked.has(keyOf(row)) ? without : withAll;
        return { rows: changed(checked, range), last: keyOf(row) };
      }),
    togglePage: () =>
      change(({ rows: checked }) => {
        const isWhole = page.every((row) => checked.has(keyOf(row)));
        return { rows: (isWhole ? without : withAll)(checked, page) };
      }),
    checkOnly: (left) => setState({ within, rows: withAll(new Map(), left) }),
    clear: () => setState(none),
  };
}
