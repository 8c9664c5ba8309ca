import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { tableClasses, type ColumnLayout, type TableClasses } from './table-classes.ts';

/** A column as its head shows it. */
export interface HeadColumn extends ColumnLayout {
  /** Unique in its table. */
  readonly header: string;
  /** Shows the header to screen readers only. */
  readonly headerHidden?: boolean;
}

/** The column and the direction that the rows are in. */
export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

const orders = { asc: 'ascending', desc: 'descending' } as const;

interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly classes: TableClasses;
  readonly sort: TableSort | undefined;
  readonly onSort: ((column: string) => void) | undefined;
  /** Before the first rows. */
  readonly waiting: boolean;
  /** Over the check boxes of rows. */
  readonly check?: ReactNode;
}

function HeadCell({
  column,
  classes,
  sort,
  onSort,
}: Omit<TableHeadProps, 'columns' | 'waiting' | 'check'> & { readonly column: HeadColumn }) {
  const { header, sortBy, headerHidden = false, phone } = column;
  if (sortBy === undefined) {
    const isCorner = classes === tableClasses.rows && phone === 'corner';
    return (
      <th scope="col" className={classNames(classes.headText, classes.headCell(column))}>
        <span
          className={classNames(
            headerHidden && 'sr-only',
            isCorner && 'max-sm:absolute max-sm:top-4 max-sm:right-4',
          )}
        >
          {header}
        </span>
      </th>
    );
  }
  const sorted = sort?.column === sortBy ? sort.direction : undefined;
  const Icon = sorted === undefined ? ChevronsUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === undefined ? 'none' : orders[sorted]}
      className={classes.headCell(column)}
    >
      <button
        type="button"
        onClick={() => onSort?.(sortBy)}
        className={classNames(
          classes.sortButton,
          sorted === undefined ? classes.unsorted : classes.sorted,
        )}
      >
        {header}
        <Icon className={sorted === undefined ? classes.unsortedIcon : classes.sortIcon} />
      </button>
    </th>
  );
}

/** The head of a table: names of the columns and the order. */
export function TableHead({ columns, waiting, check, ...head }: TableHeadProps) {
  const { head: shown, waitingHead, headRow, rowWithCheck, check: cell, headCheck } = head.classes;
  return (
    <thead className={classNames(shown, waiting && waitingHead)}>
      <tr className={classNames(headRow, check !== undefined && rowWithCheck)}>
        {check !== undefined && <td className={classNames(cell, headCheck)}>{check}</td>}
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} {...head} />
        ))}
      </tr>
    </thead>
  );
}
