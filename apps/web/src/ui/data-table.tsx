import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './feedback.tsx';

/** By which column the rows are ordered, and how. */
export interface TableSort<Key extends string> {
  readonly column: Key;
  readonly direction: 'asc' | 'desc';
}

export interface TableColumn<Row, Key extends string> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes its header a button that orders the rows by this. */
  readonly sortBy?: Key;
  /** The header is there for those who do not see that the column needs none. */
  readonly headerHidden?: boolean;
  /** Where figures line up at their end. */
  readonly align?: 'start' | 'end';
  /** Its words may break anywhere, such as addresses and names, so that the others keep their width. */
  readonly breaks?: boolean;
  /**
   * Where it stands on a phone, whose rows are sheets: the main line, the one below it, the corner beside both, or a line
   * with its header. What says of itself what it is needs none: one or two that are `brief` share a line, which `rest` ends.
   */
  readonly phone?: 'main' | 'below' | 'corner' | 'line' | 'brief' | 'rest';
}

export interface DataTableProps<Row, Key extends string> {
  /** The heading that names it. */
  readonly labelledBy: string;
  readonly columns: readonly TableColumn<Row, Key>[];
  /** Undefined while they load: placeholders stand for as many as `rowsExpected`. */
  readonly rows: readonly Row[] | undefined;
  readonly rowsExpected: number;
  readonly keyOf: (row: Row) => string;
  readonly sort?: TableSort<Key> | undefined;
  readonly onSort?: ((column: Key) => void) | undefined;
  /** `off` is marked as not in use; what it is must be said in a cell too. */
  readonly toneOf?: (row: Row) => 'plain' | 'off';
  /** Other rows are on their way; those on screen are the ones before them. */
  readonly stale?: boolean;
}

const headText = 'text-sm font-mid text-ink-2';
const places = {
  main: 'max-md:col-span-3 max-md:col-start-1',
  below: 'max-md:col-span-3 max-md:col-start-1',
  corner: 'max-md:col-start-4 max-md:row-start-1',
  line: 'max-md:col-span-full',
  brief: '',
  rest: 'max-md:-col-end-1',
};

function SortButton({
  header,
  sorted,
  onSort,
}: {
  readonly header: string;
  readonly sorted: 'asc' | 'desc' | undefined;
  readonly onSort: () => void;
}) {
  const Icon = sorted === undefined ? ChevronsUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1 text-left text-sm hover:text-ink',
        sorted === undefined ? 'font-mid text-ink-2' : 'font-head text-ink',
      )}
    >
      {header}
      <Icon className="size-4 flex-none" strokeWidth={1.6} aria-hidden />
    </button>
  );
}

const orders = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row, Key extends string>({
  column: { header, sortBy, headerHidden = false, align },
  sort,
  onSort,
}: Pick<DataTableProps<Row, Key>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<Row, Key>;
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
  return (
    <th scope="col" aria-sort={sorted === undefined ? 'none' : orders[sorted]} className={look}>
      <SortButton header={header} sorted={sorted} onSort={() => onSort?.(sortBy)} />
    </th>
  );
}

function cellClass<Row, Key extends string>(
  { align, breaks, phone = 'line' }: TableColumn<Row, Key>,
  columns: readonly TableColumn<Row, Key>[],
) {
  const briefs = columns.filter((other) => other.phone === 'brief').length;
  const besideTwo = phone === 'corner' && columns.some((other) => other.phone === 'below');
  return classNames(
    'min-w-0 align-middle max-md:wrap-anywhere md:px-2 lg:px-4 md:py-3 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6',
    breaks && 'wrap-anywhere',
    align === 'end' && 'num md:text-right',
    places[phone],
    besideTwo && 'max-md:row-span-2',
    phone === 'rest' && (briefs === 1 ? 'max-md:col-start-2' : 'max-md:col-start-3'),
  );
}

const rowClass =
  'border-t border-line first:border-t-0 md:first:border-t max-md:grid max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-2 lg:px-4 max-md:py-4';

function Placeholders<Row, Key extends string>({
  columns,
  count,
}: {
  readonly columns: readonly TableColumn<Row, Key>[];
  readonly count: number;
}) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden className={rowClass}>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column, columns)}>
          <Skeleton className="my-3 h-5 w-full min-w-8 max-w-40" />
        </td>
      ))}
    </tr>
  ));
}

/**
 * A table whose rows become sheets on a phone, where its headers stay as the buttons that order them.
 *
 * It says `aria-busy` while other rows are on their way.
 */
export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { columns, rows, stale = false } = props;
  return (
    <table
      aria-labelledby={props.labelledBy}
      aria-busy={rows === undefined || stale}
      className={classNames('w-full border-collapse max-md:block', stale && 'opacity-60')}
    >
      <thead className="max-md:block max-md:border-b max-md:border-line">
        <tr className="max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-2 lg:px-4">
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows === undefined && <Placeholders columns={columns} count={props.rowsExpected} />}
        {rows?.map((row) => (
          <tr
            key={props.keyOf(row)}
            className={classNames(rowClass, props.toneOf?.(row) === 'off' && 'bg-sunken')}
          >
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column, columns)}>
                {(column.phone ?? 'line') === 'line' && (
                  <span aria-hidden className={`${headText} mr-2 md:hidden`}>
                    {column.header}
                  </span>
                )}
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
