import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './feedback.tsx';
import { pressRow } from './row-action.ts';
import { PageCheckBox, RowCheckBox, type RowChecks } from './table-checks.tsx';
import { TableHead, type HeadColumn, type TableSort } from './table-head.tsx';
import { headText, tableClasses, type TableClasses, type TableVariant } from './table-classes.ts';

export interface TableColumn<Row> extends HeadColumn {
  readonly cell: (row: Row) => ReactNode;
  /** In place of `cell` below the main cell, which no header names; undefined leaves it out. */
  readonly cellBelow?: (row: Row) => ReactNode;
  /** In the row of totals below dense rows, which is there if one column has a total. */
  readonly total?: ReactNode;
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
  /** Whether the rows are those of the last page or search, while the next ones load. */
  readonly stale?: boolean;
  /** By default `cards`. */
  readonly variant?: TableVariant | undefined;
  /** The key of the row that is open beside the table. */
  readonly current?: string | undefined;
  /** Check boxes in a first column. */
  readonly checks?: RowChecks<Row> | undefined;
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
          .map((other) => ({ key: other.header, content: (other.cellBelow ?? other.cell)(row) }))
          .filter(({ content }) => content !== undefined)
          .map(({ key, content }, index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              {content}
            </Fragment>
          ))}
      </span>
    </>
  );
}

interface RowsProps<Row> {
  readonly table: DataTableProps<Row>;
  readonly classes: TableClasses;
}

function Cells<Row>({
  table: { columns },
  classes,
  content,
}: RowsProps<Row> & { readonly content: (column: TableColumn<Row>) => ReactNode }) {
  return columns.map((column) =>
    column.rowHeader === true ? (
      <th key={column.header} scope="row" className={classes.cell(column, columns)}>
        {content(column)}
      </th>
    ) : (
      <td key={column.header} className={classes.cell(column, columns)}>
        {content(column)}
      </td>
    ),
  );
}

/** The cell of the check boxes; empty in a row without one. */
function CheckCell<Row>({
  table,
  classes,
  children,
}: RowsProps<Row> & { readonly children?: ReactNode }) {
  return table.checks && <td className={classes.check}>{children}</td>;
}

function BodyRow<Row>({ table, classes, row }: RowsProps<Row> & { readonly row: Row }) {
  const { columns, keyOf, current, toneOf, checks, variant = 'cards' } = table;
  const isCurrent = current !== undefined && current === keyOf(row);
  const isChecked = checks?.isChecked(row) === true;
  const ground = toneOf?.(row) === 'off' ? 'bg-sunken' : classes.ground;
  return (
    <tr
      onClick={pressRow}
      aria-current={isCurrent || undefined}
      data-checked={isChecked || undefined}
      className={classNames(
        classes.row,
        checks && classes.rowWithCheck,
        isCurrent || isChecked ? 'bg-teal-soft' : ground,
      )}
    >
      <CheckCell table={table} classes={classes}>
        {checks && <RowCheckBox checks={checks} row={row} />}
      </CheckCell>
      <Cells
        table={table}
        classes={classes}
        content={(column) =>
          variant === 'rows' ? (
            <RowCell column={column} columns={columns} row={row} />
          ) : (
            <CardCell column={column} row={row} />
          )
        }
      />
    </tr>
  );
}

/** What the columns come to, of all rows and not of those shown alone. */
function Totals<Row>({ table, classes }: RowsProps<Row>) {
  if (table.columns.every(({ total }) => total === undefined)) return null;
  return (
    <tfoot className={classes.body}>
      <tr className={classNames(classes.totals, table.checks && classes.rowWithCheck)}>
        <CheckCell table={table} classes={classes} />
        <Cells table={table} classes={classes} content={({ total }) => total} />
      </tr>
    </tfoot>
  );
}

/** The one table of rows, in the variant its list needs. Headers of cards stay as sort buttons on a phone. */
export function DataTable<Row>(table: DataTableProps<Row>) {
  const { labelledBy, rows, rowsExpected, keyOf, checks, stale = false } = table;
  const classes = tableClasses[table.variant ?? 'cards'];
  const content = (
    <table
      aria-labelledby={labelledBy}
      aria-busy={rows === undefined || stale}
      className={classNames(classes.table, stale && 'opacity-60')}
    >
      <TableHead
        columns={table.columns}
        classes={classes}
        sort={table.sort}
        onSort={table.onSort}
        waiting={rows === undefined}
        check={checks && <PageCheckBox checks={checks} rows={rows ?? []} />}
      />
      <tbody className={classes.body}>
        {rows === undefined &&
          Array.from({ length: rowsExpected }, (_, index) => (
            <tr
              key={index}
              aria-hidden
              className={classNames(classes.row, checks && classes.rowWithCheck, classes.ground)}
            >
              <CheckCell table={table} classes={classes} />
              <Cells
                table={table}
                classes={classes}
                content={() => <Skeleton className={classes.skeleton} />}
              />
            </tr>
          ))}
        {rows?.map((row) => (
          <BodyRow key={keyOf(row)} table={table} classes={classes} row={row} />
        ))}
      </tbody>
      {/* Below placeholders it would move up when fewer rows come. */}
      {rows !== undefined && <Totals table={table} classes={classes} />}
    </table>
  );
  if (classes.box === undefined) return content;
  // It takes the focus, so that it scrolls by arrow keys.
  return (
    <div role="group" aria-labelledby={labelledBy} tabIndex={0} className={classes.box}>
      {content}
    </div>
  );
}
