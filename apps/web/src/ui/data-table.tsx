import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './feedback.tsx';
import { pressRow } from './row-action.ts';
import {
  headText,
  looks,
  rows,
  type ColumnLayout,
  type PhoneLayout,
  type TableLook,
} from './table-looks.ts';

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export interface TableColumn<Row> extends ColumnLayout {
  /** Unique in its table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** In place of `cell` below the main one, where no header names it. */
  readonly cellBelow?: (row: Row) => ReactNode;
  /** Shows the header to screen readers only. */
  readonly headerHidden?: boolean;
}

export interface DataTableProps<Row> {
  readonly labelledBy: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined while loading: `rowsExpected` placeholders are shown. */
  readonly rows: readonly Row[] | undefined;
  readonly rowsExpected: number;
  readonly keyOf: (row: Row) => string;
  readonly sort?: TableSort | undefined;
  readonly onSort?: ((column: string) => void) | undefined;
  /** `off` gives the row another background; a cell must state the same. */
  readonly toneOf?: ((row: Row) => 'plain' | 'off') | undefined;
  /** The rows are the previous ones while others load. */
  readonly stale?: boolean;
  /** On a phone each row is a card with a line for each column, or a row of two columns: `main` with `below`, `corner`. */
  readonly phoneLayout?: PhoneLayout | undefined;
}

const orders = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row>({
  column,
  look,
  sort,
  onSort,
}: Pick<DataTableProps<Row>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<Row>;
  readonly look: TableLook;
}) {
  const { header, sortBy, headerHidden = false, phone } = column;
  if (sortBy === undefined) {
    const isCorner = look === rows && phone === 'corner';
    return (
      <th scope="col" className={classNames(headText, look.headCell(column))}>
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
      <button
        type="button"
        onClick={() => onSort?.(sortBy)}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1 text-left text-sm whitespace-nowrap hover:text-ink md:dense:pointer-fine:min-h-9',
          sorted === undefined ? 'font-mid text-ink-2' : 'font-head text-ink',
        )}
      >
        {header}
        <Icon className="size-4 flex-none" />
      </button>
    </th>
  );
}

/** The content of a cell in a card, with its header on a phone. */
function CardCell<Row>({ column, row }: { readonly column: TableColumn<Row>; readonly row: Row }) {
  const { phone = 'line', header, cell, breaks = false } = column;
  const content = (
    <>
      {phone === 'line' && (
        <span aria-hidden className={`${headText} mr-2 md:hidden`}>
          {header}
        </span>
      )}
      {cell(row)}
    </>
  );
  return breaks ? (
    <div className="md:dense:line-clamp-1 md:dense:whitespace-normal">{content}</div>
  ) : (
    content
  );
}

/** The content of a cell in a row. On a phone the main one has those `below` too. */
function RowCell<Row>({
  column: { phone, cell },
  columns,
  row,
}: {
  readonly column: TableColumn<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly row: Row;
}) {
  if (phone === 'corner') {
    return <span className="max-sm:absolute max-sm:top-3 max-sm:right-4">{cell(row)}</span>;
  }
  if (phone !== 'main') return cell(row);
  return (
    <>
      {cell(row)}
      <span className="mt-1 block text-sm text-ink-2 sm:hidden">
        {columns
          .filter((other) => other.phone === 'below')
          .map((other, index) => (
            <Fragment key={other.header}>
              {index > 0 && ' · '}
              {(other.cellBelow ?? other.cell)(row)}
            </Fragment>
          ))}
      </span>
    </>
  );
}

/** A table whose rows become cards on a phone, where its headers stay as sort buttons, or stay rows of two columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows: shown, stale = false, phoneLayout = 'cards' } = props;
  const look = looks[phoneLayout];
  const cells = (content: (column: TableColumn<Row>) => ReactNode) =>
    columns.map((column) => (
      <td key={column.header} className={look.cell(column, columns)}>
        {content(column)}
      </td>
    ));
  return (
    <table
      aria-labelledby={props.labelledBy}
      aria-busy={shown === undefined || stale}
      className={classNames('w-full border-collapse', look.table, stale && 'opacity-60')}
    >
      <thead className={look.head}>
        <tr className={look.headRow}>
          {columns.map((column) => (
            <HeadCell
              key={column.header}
              column={column}
              look={look}
              sort={props.sort}
              onSort={props.onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody className={look.body}>
        {shown === undefined &&
          Array.from({ length: props.rowsExpected }, (_, index) => (
            <tr key={index} aria-hidden className={look.row}>
              {cells(() => (
                <Skeleton className="my-3 h-5 w-full min-w-8 max-w-40 md:dense:my-0" />
              ))}
            </tr>
          ))}
        {shown?.map((row) => (
          <tr
            key={props.keyOf(row)}
            onClick={pressRow}
            className={classNames(look.row, props.toneOf?.(row) === 'off' && 'bg-sunken')}
          >
            {cells((column) =>
              phoneLayout === 'cards' ? (
                <CardCell column={column} row={row} />
              ) : (
                <RowCell column={column} columns={columns} row={row} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
