import { classNames } from './class-names.ts';

/** The layout of a column. */
export interface ColumnLayout {
  /** Makes the header a button that sorts by this. */
  readonly sortBy?: string;
  readonly align?: 'start' | 'end';
  /** Lets long text, such as email addresses, break anywhere, or end early in a row of one line: others keep their width. */
  readonly breaks?: boolean;
  /** Shown on wide screens only. */
  readonly wide?: boolean;
  /** In dense rows beside a sidebar there is no room for it below 1,200 px, nor beside a pane below 1,440 px. */
  readonly spare?: boolean;
  /** In dense rows there is no room for it beside a pane below 1,440 px. */
  readonly hiddenBesidePane?: boolean;
  /** Names its row. It stays in view in a table that scrolls by itself. */
  readonly rowHeader?: boolean;
  /**
   * The position in a row on a phone: the main line, the one below it, the corner beside both, or in a card a line with its
   * header. Without a header, one or two `brief` columns share a line, which `rest` ends. `none` has no room there.
   */
  readonly phone?: 'main' | 'below' | 'corner' | 'line' | 'brief' | 'rest' | 'none';
}

/**
 * On a phone each row is a card with a line for each column, or a row of two columns: `main` with `below`, `corner`. Dense
 * rows are for many at a glance: they scroll by themselves, and head and row headers stay in view. On a phone they are cards.
 */
export type TableVariant = 'cards' | 'rows' | 'dense';

/** The classes of a variant. */
export interface TableClasses {
  /** The box of a table that scrolls by itself. */
  readonly box?: string;
  readonly table: string;
  readonly head?: string;
  /** Hides the head while the widths of its columns are not known: they are those of the rows. */
  readonly waitingHead: string;
  readonly headRow?: string;
  readonly headText: string;
  readonly headCell: (column: ColumnLayout) => string;
  readonly sortButton: string;
  readonly sorted: string;
  readonly unsorted: string;
  readonly sortIcon: string;
  readonly unsortedIcon: string;
  readonly body?: string;
  readonly row: string;
  readonly totals?: string;
  /** The background of a row that is neither off nor selected. */
  readonly ground?: string;
  readonly cell: (column: ColumnLayout, columns: readonly ColumnLayout[]) => string;
  readonly skeleton: string;
  /** A row with a check box, which on a phone stands beside its lines. */
  readonly rowWithCheck: string;
  /** The cell of a check box. */
  readonly check: string;
  /** Also of that in the head. */
  readonly headCheck?: string;
}

export const headText = 'text-sm font-mid text-ink-2';
const positions = {
  main: 'max-md:col-span-3 max-md:col-start-1',
  below: 'max-md:col-span-3 max-md:col-start-1',
  corner: 'max-md:col-start-4 max-md:row-start-1',
  line: 'max-md:col-span-full',
  brief: 'max-md:mt-1 max-md:self-baseline',
  rest: 'max-md:mt-1 max-md:-col-end-1 max-md:self-baseline',
  none: 'max-md:hidden',
};

/** The position of a cell in a card. */
function phonePosition({ phone = 'line' }: ColumnLayout, columns: readonly ColumnLayout[]): string {
  const briefs = columns.filter((other) => other.phone === 'brief').length;
  const besideTwo = phone === 'corner' && columns.some((other) => other.phone === 'below');
  return classNames(
    positions[phone],
    besideTwo && 'max-md:row-span-2',
    phone === 'rest' && (briefs === 1 ? 'max-md:col-start-2' : 'max-md:col-start-3'),
  );
}

const wideOnly = 'hidden min-[84rem]:dense:table-cell min-[100rem]:table-cell';

/** A row that stands for its link or button, and shows the focus of that. */
const pressedRow =
  'has-data-row-action:cursor-pointer has-data-row-action:hover:bg-paper has-[[data-row-action]:focus-visible]:bg-teal-soft has-[[data-row-action]:focus-visible]:shadow-[inset_3px_0_var(--gold)]';

/** What the variants of lists share. */
const list = {
  headText,
  sortButton:
    'inline-flex min-h-11 items-center gap-1 text-left text-sm whitespace-nowrap hover:text-ink md:dense:pointer-fine:min-h-9',
  sorted: 'font-head text-ink',
  unsorted: 'font-mid text-ink-2',
  sortIcon: 'size-4 flex-none',
  unsortedIcon: 'size-4 flex-none',
  skeleton: 'my-3 h-5 w-full min-w-8 max-w-40 md:dense:my-0',
  rowWithCheck: 'max-md:relative max-md:pl-14',
  check: 'w-13 min-w-13 p-0 max-md:absolute max-md:inset-y-0 max-md:left-0 md:relative',
};

const cards: TableClasses = {
  ...list,
  table: 'w-full border-collapse max-md:block',
  head: 'max-md:block max-md:border-b max-md:border-line',
  waitingHead: 'md:invisible',
  headRow: 'max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-4',
  headCell: ({ align, sortBy, wide = false }) =>
    classNames(
      'md:px-2 lg:px-4 md:py-2 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6 md:dense:px-2.5 md:dense:py-0 md:dense:whitespace-nowrap md:dense:first:pl-4 md:dense:last:pr-3',
      wide && wideOnly,
      align === 'end' ? 'text-right' : 'text-left',
      sortBy === undefined && 'max-md:sr-only',
    ),
  body: 'max-md:block',
  row: `border-t border-line first:border-t-0 md:first:border-t max-md:grid max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-4 max-md:dense:gap-y-0 max-md:dense:py-2.5 md:dense:h-10 md:dense:pointer-coarse:h-12 ${pressedRow}`,
  cell: (column, columns) => {
    const { align, breaks, wide = false, phone } = column;
    return classNames(
      'min-w-0 align-middle max-md:wrap-anywhere md:px-2 lg:px-4 md:py-3 md:first:pl-4 md:last:pr-4 lg:first:pl-6 lg:last:pr-6',
      'max-md:dense:text-sm md:dense:px-2.5 md:dense:py-0 md:dense:first:pl-4 md:dense:last:pr-3 md:dense:text-sm md:dense:whitespace-nowrap',
      breaks && 'wrap-anywhere md:dense:max-w-0',
      breaks && (phone === 'main' ? 'md:dense:w-3/5' : 'md:dense:w-2/5'),
      wide && wideOnly,
      align === 'end' && 'num md:w-px md:text-right',
      phonePosition(column, columns),
    );
  },
};

/** On a phone the corner has no width: its content is at the end of the first line. */
function rowCellClass({ phone }: ColumnLayout): string {
  return classNames(
    'align-middle',
    phone === 'corner'
      ? 'max-sm:relative max-sm:w-0 max-sm:p-0 sm:px-4 sm:py-4 md:px-6'
      : 'px-4 py-4 md:px-6',
    phone === 'below' && 'max-sm:hidden',
  );
}

const rows: TableClasses = {
  ...list,
  table: 'w-full border-collapse',
  waitingHead: 'invisible',
  headCell: (column) => classNames('text-left', rowCellClass(column)),
  row: 'border-t border-line',
  cell: rowCellClass,
};

const denseCell =
  'whitespace-nowrap md:border-b md:border-line md:px-2 roomy:group-data-pane/list:px-1.5 roomy:max-[104rem]:group-data-pane/list:px-1';

function denseCellClass(column: ColumnLayout): string {
  const { align, wide = false, spare = false, hiddenBesidePane, rowHeader = false } = column;
  return classNames(
    denseCell,
    align === 'end' ? 'num md:text-right' : 'text-left',
    wide && 'hidden min-[104rem]:table-cell',
    !wide && spare && 'max-xl:hidden',
    (spare || hiddenBesidePane) && 'roomy:max-[90rem]:group-data-pane/list:hidden',
    // Beside check boxes it begins after them.
    rowHeader && 'md:left-0 md:pl-5! lg:pl-6! md:not-first:left-13 md:not-first:pl-0!',
  );
}

const dense: TableClasses = {
  // Positioned: the box clips hidden texts of cells too.
  box: 'relative min-h-0 overflow-auto [scrollbar-width:thin]',
  table:
    'w-full border-separate border-spacing-0 leading-[1.35] max-md:block max-md:text-sm md:text-xs',
  head: 'bg-paper max-md:block max-md:border-b max-md:border-line-control',
  headRow: 'max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-5',
  waitingHead: 'invisible',
  headText: '',
  headCell: (column) =>
    classNames(
      denseCellClass(column),
      'font-mid text-ink-2 md:sticky md:top-0 md:h-9 md:border-line-control! md:bg-paper',
      column.sortBy === undefined && 'max-md:sr-only',
      column.rowHeader === true ? 'md:z-3' : 'md:z-2',
    ),
  sortButton:
    '-my-1 inline-flex min-h-9 min-w-6 items-center gap-1 hover:text-ink pointer-coarse:min-h-11',
  sorted: 'text-ink',
  unsorted: '',
  sortIcon: 'size-3.5 flex-none',
  unsortedIcon: 'hidden',
  body: 'max-md:block',
  row: 'max-md:grid max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-5 max-md:py-2.5 not-[[aria-current],[data-checked]]:hover:bg-sunken has-data-row-action:cursor-pointer has-[[data-row-action]:focus-visible]:bg-teal-soft [&:is([aria-current],[data-checked])>:first-child]:shadow-[inset_3px_0_var(--gold)] forced-colors:[&:is([aria-current],[data-checked])>:first-child]:border-l-3',
  totals:
    'bg-paper font-strong max-md:px-5 max-md:py-2.5 max-md:flex md:*:sticky md:*:bottom-0 md:*:z-2 md:*:border-y md:*:border-t-line-control! md:*:bg-paper',
  ground: 'bg-paper',
  cell: (column, columns) =>
    classNames(
      denseCellClass(column),
      'md:h-10 md:pointer-coarse:h-12',
      phonePosition(column, columns),
      column.rowHeader === true && 'bg-inherit font-strong md:sticky md:z-1',
    ),
  skeleton: 'h-4 w-full min-w-8 max-w-40',
  rowWithCheck: list.rowWithCheck,
  check:
    'bg-inherit p-0 max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:w-14 md:sticky md:left-0 md:z-1 md:w-13 md:min-w-13 md:border-b md:border-line',
  headCheck: 'md:top-0 md:z-3! md:h-9 md:border-line-control! md:bg-paper md:pointer-coarse:h-11',
};

export const tableClasses: Record<TableVariant, TableClasses> = { cards, rows, dense };
