import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { looks, type ColumnLayout, type TableLook } from './table-looks.ts';

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

/** The checkbox of a row, or of all rows, that may stand for some of them. On phones rows are not selected. */
export function RowCheckbox(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly some?: boolean;
  readonly onChange: () => void;
}) {
  const { label, checked, some = false, onChange } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <span className="relative mr-3 inline-grid size-4.5 align-[-4px] max-md:hidden">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-4.5 accent-teal before:absolute before:-inset-2.5 before:content-['']"
      />
    </span>
  );
}

interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly look: TableLook;
  readonly sort: TableSort | undefined;
  readonly onSort: ((column: string) => void) | undefined;
  /** In the column of row headers: the checkbox of all rows. */
  readonly selectAll: ReactNode;
}

function HeadCell({
  column,
  look,
  sort,
  onSort,
  selectAll,
}: Omit<TableHeadProps, 'columns'> & { readonly column: HeadColumn }) {
  const { header, sortBy, headerHidden = false, phone, rowHeader = false } = column;
  if (sortBy === undefined) {
    const isCorner = look === looks.rows && phone === 'corner';
    return (
      <th scope="col" className={classNames(look.headText, look.headCell(column))}>
        {rowHeader && selectAll}
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
      className={look.headCell(column)}
    >
      {rowHeader && selectAll}
      <button
        type="button"
        onClick={() => onSort?.(sortBy)}
        className={classNames(look.sortButton, sorted === undefined ? look.unsorted : look.sorted)}
      >
        {header}
        <Icon className={sorted === undefined ? look.unsortedIcon : look.sortIcon} />
      </button>
    </th>
  );
}

/** The head of a table: names of the columns, the order, and the checkbox that selects all rows. */
export function TableHead({ columns, ...head }: TableHeadProps) {
  return (
    <thead className={head.look.head}>
      <tr className={head.look.headRow}>
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} {...head} />
        ))}
      </tr>
    </thead>
  );
}
