import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './feedback.tsx';

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export interface TableColumn<Row> {
  /** Unique in its table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the header a button that sorts by this. */
  readonly sortBy?: string;
  /** Shows the header to screen readers only. */
  readonly headerHidden?: boolean;
  readonly align?: 'start' | 'end';
  /** Lets long text, such as email addresses, break anywhere, so that other columns keep their width. */
  readonly breaks?: boolean;
  /**
   * The position in a row on a phone: the main line, the one below it, the corner beside both, or in a card a line with its
   * header. Without a header, one or two `brief` columns share a line, which `rest` ends.
   */
  readonly phone?: 'main' | 'below' | 'corner' | 'line' | 'brief' | 'rest';
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

type PhoneLayout = 'cards' | 'rows';

type Column = TableColumn<never>;

/** The classes of a layout. */
interface Look {
  readonly table?: string;
  readonly head?: string;
  readonly headRow?: string;
  readonly headCell: (column: Column) => string;
  readonly body?: string;
  readonly row: string;
  readonly cell: (column: Column, columns: readonly Column[]) => string;
}

const headText = 'text-sm font-mid text-ink-2';
const positions = {
  main: 'max-md:col-span-3 max-md:col-start-1',
  below: 'max-md:col-span-3 max-md:col-start-1',
  corner: 'max-md:col-start-4 max-md:row-start-1',
  line: 'max-md:col-span-full',
  brief: '',
  rest: 'max-md:-col-end-1',
};

const cards: Look = {
  table: 'max-md:block',
  head: 'max-md:block max-md:border-b max-md:border-line',
  headRow: 'max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-2 lg:px-4',
  headCell: ({ align, sortBy }) =>
    classNames(
      'py-1 md:px-2 lg:px-4 md:py-2 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6',
      align === 'end' ? 'text-right' : 'text-left',
      sortBy === undefined && 'max-md:sr-only',
    ),
  body: 'max-md:block',
  row: 'border-t border-line first:border-t-0 md:first:border-t max-md:grid max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-2 lg:px-4 max-md:py-4',
  cell: ({ align, breaks, phone = 'line' }, columns) => {
    const briefs = columns.filter((other) => other.phone === 'brief').length;
    const besideTwo = phone === 'corner' && columns.some((other) => other.phone === 'below');
    return classNames(
      'min-w-0 align-middle max-md:wrap-anywhere md:px-2 lg:px-4 md:py-3 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6',
      breaks && 'wrap-anywhere',
      align === 'end' && 'num md:text-right',
      positions[phone],
      besideTwo && 'max-md:row-span-2',
      phone === 'rest' && (briefs === 1 ? 'max-md:col-start-2' : 'max-md:col-start-3'),
    );
  },
};

/** On a phone the corner has no width: its content is at the end of the first line. */
function rowCellClass({ phone }: Column): string {
  return classNames(
    'align-middle',
    phone === 'corner'
      ? 'max-sm:relative max-sm:w-0 max-sm:p-0 sm:px-6 sm:py-4'
      : 'px-4 py-4 sm:px-6',
    phone === 'below' && 'max-sm:hidden',
  );
}

const rows: Look = {
  headCell: (column) => classNames('text-left', rowCellClass(column)),
  row: 'border-t border-line',
  cell: rowCellClass,
};

const looks: Record<PhoneLayout, Look> = { cards, rows };
const orders = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row>({
  column,
  look,
  sort,
  onSort,
}: Pick<DataTableProps<Row>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<Row>;
  readonly look: Look;
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
          'inline-flex min-h-11 items-center gap-1 text-left text-sm hover:text-ink',
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
  const { phone = 'line', header, cell } = column;
  return (
    <>
      {phone === 'line' && (
        <span aria-hidden className={`${headText} mr-2 md:hidden`}>
          {header}
        </span>
      )}
      {cell(row)}
    </>
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
              {other.cell(row)}
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
                <Skeleton className="my-3 h-5 w-full min-w-8 max-w-40" />
              ))}
            </tr>
          ))}
        {shown?.map((row) => (
          <tr
            key={props.keyOf(row)}
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
