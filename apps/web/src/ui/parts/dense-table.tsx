import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { TableSort } from '../data-table.tsx';

export interface DenseColumn<Row> {
  /** Unique in its table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortBy?: string;
  readonly align?: 'start' | 'end';
  /** On phones reference, route, deadline and status have room; the widest screens have room for more. */
  readonly from?: 'phone' | 'tablet' | 'wide';
  /** In the totals row. */
  readonly total?: ReactNode;
}

export interface DenseTableProps<Row> {
  readonly label: string;
  /** The first names its row and stays in view. */
  readonly columns: readonly DenseColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** The row that is open beside the table. */
  readonly current?: string | undefined;
  readonly sort?: TableSort | undefined;
  readonly onSort?: ((column: string) => void) | undefined;
  readonly texts: {
    readonly selectAll: string;
    readonly selectRow: (key: string) => string;
  };
}

const cellClass = 'h-12 border-b border-line px-2 whitespace-nowrap md:h-10';
const headClass = `${cellClass} h-9! sticky top-0 z-2 border-line-control bg-paper font-mid text-ink-2`;
const firstClass = 'sticky left-0 z-1 bg-inherit pl-4 text-left md:pl-6';
const ends = { phone: '', tablet: 'max-md:hidden', wide: 'hidden min-[104rem]:table-cell' };
const orders = { asc: 'ascending', desc: 'descending' } as const;

function columnClass<Row>({ align, from = 'tablet' }: DenseColumn<Row>, isFirst: boolean): string {
  return classNames(align === 'end' ? 'num text-right' : 'text-left', !isFirst && ends[from]);
}

/** A checkbox that may stand for some of what it selects. */
function Checkbox(props: {
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

function HeadText<Row>({
  column: { header, sortBy },
  sort,
  onSort,
}: Pick<DenseTableProps<Row>, 'sort' | 'onSort'> & { readonly column: DenseColumn<Row> }) {
  if (sortBy === undefined) return header;
  const Icon = sort?.direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => onSort?.(sortBy)}
      className="-my-1 inline-flex min-h-9 min-w-6 items-center gap-1 hover:text-ink pointer-coarse:min-h-11"
    >
      {header}
      {sort?.column === sortBy && <Icon className="size-3.5 flex-none" />}
    </button>
  );
}

function Head<Row>(props: DenseTableProps<Row>) {
  const { columns, rows, keyOf, selected, onSelect, sort, texts } = props;
  const chosen = rows.filter((row) => selected.has(keyOf(row))).length;
  const areAll = rows.length > 0 && chosen === rows.length;
  return (
    <thead className="bg-paper">
      <tr className="bg-paper">
        {columns.map((column, index) => (
          <th
            key={column.header}
            scope="col"
            aria-sort={
              column.sortBy === undefined
                ? undefined
                : sort?.column === column.sortBy
                  ? orders[sort.direction]
                  : 'none'
            }
            className={classNames(
              headClass,
              columnClass(column, index === 0),
              index === 0 && `${firstClass} z-3!`,
            )}
          >
            {index === 0 && (
              <Checkbox
                label={texts.selectAll}
                checked={areAll}
                some={chosen > 0 && !areAll}
                onChange={() => onSelect(new Set(areAll ? [] : rows.map(keyOf)))}
              />
            )}
            <HeadText column={column} sort={sort} onSort={props.onSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function BodyRow<Row>(props: DenseTableProps<Row> & { readonly row: Row }) {
  const { columns, row, keyOf, selected, onSelect, current, texts } = props;
  const key = keyOf(row);
  const isSelected = selected.has(key);
  function toggle() {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect(next);
  }
  const [first, ...others] = columns;
  return (
    <tr
      aria-current={current === key || undefined}
      className={classNames(
        'group hover:bg-sunken',
        isSelected || current === key ? 'bg-teal-soft' : 'bg-paper',
      )}
    >
      <th
        scope="row"
        className={classNames(
          cellClass,
          firstClass,
          'font-strong',
          current === key && 'border-l-3 border-l-gold',
        )}
      >
        <Checkbox label={texts.selectRow(key)} checked={isSelected} onChange={toggle} />
        {first?.cell(row)}
      </th>
      {others.map((column) => (
        <td key={column.header} className={classNames(cellClass, columnClass(column, false))}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Many rows at a glance: head, first column and totals stay in view, and rows are selected for one action on all of them. */
export function DenseTable<Row>(props: DenseTableProps<Row>) {
  const { label, columns, rows, keyOf } = props;
  const hasTotals = columns.some(({ total }) => total !== undefined);
  return (
    <div role="group" aria-label={label} tabIndex={0} className="min-h-0 overflow-auto">
      <table
        aria-label={label}
        className="w-full border-separate border-spacing-0 text-xs leading-[1.35]"
      >
        <Head {...props} />
        <tbody>
          {rows.map((row) => (
            <BodyRow key={keyOf(row)} {...props} row={row} />
          ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr className="bg-paper">
              {columns.map((column, index) => (
                <td
                  key={column.header}
                  className={classNames(
                    cellClass,
                    'border-t border-b-0 border-t-line-control bg-paper font-strong md:sticky md:bottom-0 md:z-2',
                    columnClass(column, index === 0),
                    index === 0 && 'left-0 pl-4 md:z-3! md:pl-6',
                  )}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
