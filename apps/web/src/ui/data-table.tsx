import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './feedback.tsx';
import { pressRow } from './row-action.ts';
import { RowCheckbox, TableHead, type HeadColumn, type TableSort } from './table-head.tsx';
import { headText, looks, type TableLook, type TableLookName } from './table-looks.ts';

export interface TableColumn<Row> extends HeadColumn {
  readonly cell: (row: Row) => ReactNode;
  /** In place of `cell` below the main one, where no header names it. */
  readonly cellBelow?: (row: Row) => ReactNode;
  /** In the row of totals, which a table has if one of its columns has a total. */
  readonly total?: ReactNode;
}

/** The rows selected for one action on all of them, by their keys; the boxes are in the column of row headers. */
interface TableSelection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly texts: {
    readonly selectAll: string;
    readonly selectRow: (key: string) => string;
  };
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
  /** By default `cards`. */
  readonly look?: TableLookName | undefined;
  readonly selection?: TableSelection | undefined;
  /** The key of the row that is open beside the table. */
  readonly current?: string | undefined;
}

function SelectAll<Row>({
  selection: { selected, onSelect, texts },
  rows = [],
  keyOf,
}: Pick<DataTableProps<Row>, 'rows' | 'keyOf'> & { readonly selection: TableSelection }) {
  const chosen = rows.filter((row) => selected.has(keyOf(row))).length;
  const areAll = rows.length > 0 && chosen === rows.length;
  return (
    <RowCheckbox
      label={texts.selectAll}
      checked={areAll}
      some={chosen > 0 && !areAll}
      onChange={() => onSelect(new Set(areAll ? [] : rows.map(keyOf)))}
    />
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

interface RowsProps<Row> {
  readonly table: DataTableProps<Row>;
  readonly look: TableLook;
}

function Cells<Row>({
  table: { columns },
  look,
  content,
}: RowsProps<Row> & { readonly content: (column: TableColumn<Row>) => ReactNode }) {
  return columns.map((column) =>
    column.rowHeader === true ? (
      <th key={column.header} scope="row" className={look.cell(column, columns)}>
        {content(column)}
      </th>
    ) : (
      <td key={column.header} className={look.cell(column, columns)}>
        {content(column)}
      </td>
    ),
  );
}

function BodyRow<Row>({ table, look, row }: RowsProps<Row> & { readonly row: Row }) {
  const { columns, keyOf, selection, current, toneOf, look: name = 'cards' } = table;
  const key = keyOf(row);
  const isSelected = selection?.selected.has(key) ?? false;
  function toggle() {
    const next = new Set(selection?.selected);
    if (!next.delete(key)) next.add(key);
    selection?.onSelect(next);
  }
  const ground = toneOf?.(row) === 'off' ? 'bg-sunken' : look.ground;
  return (
    <tr
      onClick={pressRow}
      aria-current={current === key || undefined}
      className={classNames(look.row, isSelected || current === key ? 'bg-teal-soft' : ground)}
    >
      <Cells
        table={table}
        look={look}
        content={(column) => (
          <>
            {selection !== undefined && column.rowHeader === true && (
              <RowCheckbox
                label={selection.texts.selectRow(key)}
                checked={isSelected}
                onChange={toggle}
              />
            )}
            {name === 'cards' && <CardCell column={column} row={row} />}
            {name === 'rows' && <RowCell column={column} columns={columns} row={row} />}
            {name === 'dense' && column.cell(row)}
          </>
        )}
      />
    </tr>
  );
}

function Totals<Row>({ table: { columns }, look }: RowsProps<Row>) {
  if (columns.every(({ total }) => total === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.header} className={look.totalCell(column)}>
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** The one table of rows, in the look its list needs. Headers of cards stay as sort buttons on a phone. */
export function DataTable<Row>(table: DataTableProps<Row>) {
  const { labelledBy, rows, rowsExpected, keyOf, stale = false } = table;
  const look = looks[table.look ?? 'cards'];
  const content = (
    <table
      aria-labelledby={labelledBy}
      aria-busy={rows === undefined || stale}
      className={classNames(look.table, stale && 'opacity-60')}
    >
      <TableHead
        columns={table.columns}
        look={look}
        sort={table.sort}
        onSort={table.onSort}
        selectAll={table.selection && <SelectAll {...table} selection={table.selection} />}
      />
      <tbody className={look.body}>
        {rows === undefined &&
          Array.from({ length: rowsExpected }, (_, index) => (
            <tr key={index} aria-hidden className={classNames(look.row, look.ground)}>
              <Cells
                table={table}
                look={look}
                content={() => <Skeleton className={look.skeleton} />}
              />
            </tr>
          ))}
        {rows?.map((row) => (
          <BodyRow key={keyOf(row)} table={table} look={look} row={row} />
        ))}
      </tbody>
      <Totals table={table} look={look} />
    </table>
  );
  if (look.box === undefined) return content;
  // It takes the focus, so that it scrolls by arrow keys.
  return (
    <div role="group" aria-labelledby={labelledBy} tabIndex={0} className={look.box}>
      {content}
    </div>
  );
}
