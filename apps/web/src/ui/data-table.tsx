import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
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
   * The position in the card of a row on a phone: the main line, the one below it, the corner beside both, or a line with
   * its header. Without a header, one or two `brief` columns share a line, which `rest` ends.
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

const orders = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row>({
  column: { header, sortBy, headerHidden = false, align },
  sort,
  onSort,
}: Pick<DataTableProps<Row>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<Row>;
}) {
  const look = classNames(
    'py-1 md:px-2 lg:px-4 md:py-2 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6',
    align === 'end' ? 'text-right' : 'text-left',
  );
  if (sortBy === undefined) {
    return (
      <th scope="col" className={classNames(headText, look, 'max-md:sr-only')}>
        <span className={headerHidden ? 'sr-only' : undefined}>{header}</span>
      </th>
    );
  }
  const sorted = sort?.column === sortBy ? sort.direction : undefined;
  const Icon = sorted === undefined ? ChevronsUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={sorted === undefined ? 'none' : orders[sorted]} className={look}>
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

function cellClass<Row>(
  { align, breaks, phone = 'line' }: TableColumn<Row>,
  columns: readonly TableColumn<Row>[],
) {
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
}

const rowClass =
  'border-t border-line first:border-t-0 md:first:border-t max-md:grid max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-2 lg:px-4 max-md:py-4';

/** A table whose rows become cards on a phone, where its headers stay as sort buttons. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, stale = false } = props;
  const cells = (content: (column: TableColumn<Row>) => ReactNode) =>
    columns.map((column) => (
      <td key={column.header} className={cellClass(column, columns)}>
        {content(column)}
      </td>
    ));
  return (
    <table
      aria-labelledby={props.labelledBy}
      aria-busy={rows === undefined || stale}
      className={classNames('w-full border-collapse max-md:block', stale && 'opacity-60')}
    >
      <thead className="max-md:block max-md:border-b max-md:border-line">
        <tr className="max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-2 lg:px-4">
          {columns.map((column) => (
            <HeadCell key={column.header} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows === undefined &&
          Array.from({ length: props.rowsExpected }, (_, index) => (
            <tr key={index} aria-hidden className={rowClass}>
              {cells(() => (
                <Skeleton className="my-3 h-5 w-full min-w-8 max-w-40" />
              ))}
            </tr>
          ))}
        {rows?.map((row) => (
          <tr
            key={props.keyOf(row)}
            className={classNames(rowClass, props.toneOf?.(row) === 'off' && 'bg-sunken')}
          >
            {cells(({ phone = 'line', header, cell }) => (
              <>
                {phone === 'line' && (
                  <span aria-hidden className={`${headText} mr-2 md:hidden`}>
                    {header}
                  </span>
                )}
                {cell(row)}
              </>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
