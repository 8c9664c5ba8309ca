import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, CrossButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { KeyHint } from '#ui/key-hints.tsx';
import { FactList, type Fact } from '#ui/parts/fact-list.tsx';
import type { RowChecks } from '#ui/table-checks.tsx';
import type { CheckedRows } from './use-checked-rows.ts';
import { useLetterKeys, type LetterKey } from './use-list-keys.ts';

/** What can be done with all checked rows at once. */
export interface BulkAction<Row> {
  /** The label of its button, with the number of rows that can go along. */
  readonly label: (count: number) => string;
  readonly icon?: ReactNode;
  /** The letter that runs it. */
  readonly letter?: string;
  /** Why a row cannot go along; undefined if it can. */
  readonly problemOf?: (row: Row) => string | undefined;
  /** @param rows those that can go along */
  readonly run: (rows: readonly Row[]) => void;
}

interface BulkOptions<Row> {
  /** The name of a row, such as its reference. */
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly BulkAction<Row>[];
  /** What a pane beside the list says of several checked rows. */
  readonly summary?: {
    readonly title: string;
    /** Below the title. */
    readonly text?: string;
    readonly facts: readonly Fact[];
    /** Below the facts. */
    readonly content?: ReactNode;
  };
}

/** The check boxes of a list and what they are for. */
export interface Bulk<Row> extends BulkOptions<Row> {
  readonly checked: CheckedRows<Row>;
  readonly checks: RowChecks<Row>;
  readonly hints: readonly KeyHint[];
}

/** Joins the checked rows of a list with what can be done with them. */
export function useBulk<Row>(checked: CheckedRows<Row>, options: BulkOptions<Row>): Bulk<Row> {
  const { t } = useTranslation('adminList');
  const labelOf = (row: Row) => t('check', { name: options.nameOf(row) });
  return {
    ...options,
    checked,
    checks: { ...checked, labelOf, pageLabel: t('checkPage') },
    hints: [
      { keys: ['X'], text: t('keys.check') },
      { keys: ['Shift', '↓'], text: t('keys.checkNext') },
    ],
  };
}

interface BulkProps<Row> {
  readonly bulk: Bulk<Row>;
  /** Called before the checks, and what has the focus, go away. */
  readonly onClear: () => void;
}

/** The rows that can go along. */
const possibleOf = <Row,>(
  { checked }: Pick<Bulk<Row>, 'checked'>,
  { problemOf }: Pick<BulkAction<Row>, 'problemOf'>,
): readonly Row[] => checked.rows.filter((row) => problemOf?.(row) === undefined);

/** The letters of the actions, while rows are checked. */
export function useBulkKeys<Row>(bulk: Bulk<Row> | undefined): void {
  const keys = bulk?.actions.flatMap((action): readonly LetterKey[] => {
    const { letter, run } = action;
    const possible = possibleOf(bulk, action);
    if (letter === undefined || possible.length === 0) return [];
    return [{ code: `Key${letter}`, press: () => run(possible) }];
  });
  useLetterKeys(keys ?? [], 0);
}

function ActionButton<Row>({
  bulk,
  action,
  ...button
}: Pick<BulkProps<Row>, 'bulk'> & {
  readonly action: BulkAction<Row>;
  readonly tone: 'primary' | 'secondary';
  readonly className: string;
}) {
  const { label, icon, letter, run } = action;
  const possible = possibleOf(bulk, action);
  return (
    <Button
      {...button}
      size="sm"
      aria-disabled={possible.length === 0 || undefined}
      aria-keyshortcuts={letter}
      onClick={() => run(possible)}
    >
      {icon}
      {label(possible.length)}
    </Button>
  );
}

interface BulkBarProps<Row> extends BulkProps<Row> {
  /** From edge to edge. */
  readonly wide: boolean;
}

/**
 * The number of checked rows and their actions: in place of the tabs, so that the rows do not move, and on narrow screens
 * at the foot.
 */
export function BulkBar<Row>({ bulk, onClear, wide }: BulkBarProps<Row>) {
  const { t } = useTranslation('adminList');
  const { rows, clear } = bulk.checked;
  const text = t('checked', { count: rows.length });
  return (
    <>
      <p role="status" className="sr-only">
        {rows.length > 0 && text}
      </p>
      {rows.length > 0 && (
        <div
          role="group"
          aria-label={t('bulk')}
          className={classNames(
            'flex items-center gap-2 overflow-x-auto bg-teal-soft text-sm [scrollbar-width:none] max-roomy:fixed max-roomy:inset-x-0 max-roomy:bottom-0 max-roomy:z-10 max-roomy:border-t max-roomy:border-teal max-roomy:px-5 max-roomy:pt-2 max-roomy:pb-[calc(0.5rem+env(safe-area-inset-bottom,0px))] roomy:absolute roomy:inset-y-0',
            wide ? 'roomy:-inset-x-6 roomy:px-6' : 'roomy:inset-x-0 roomy:rounded-md roomy:px-4',
          )}
        >
          <p className="num mr-1 flex-none font-strong">{text}</p>
          {bulk.actions.map((action, index) => (
            <ActionButton
              key={index}
              bulk={bulk}
              action={action}
              tone="secondary"
              className="flex-none bg-surface whitespace-nowrap max-roomy:order-1 roomy:pointer-fine:min-h-9 roomy:pointer-fine:py-0"
            />
          ))}
          <button
            type="button"
            aria-keyshortcuts="Escape"
            onClick={() => {
              onClear();
              clear();
            }}
            className="inline-flex min-h-11 flex-none items-center gap-2 px-2 font-mid text-ink-2 hover:text-ink roomy:ml-auto roomy:pointer-fine:min-h-9"
          >
            {t('clear')}
            <kbd className="hidden min-h-6 place-items-center rounded-sm border border-line-control px-1.5 [font-family:inherit] text-xs lg:pointer-fine:grid">
              Esc
            </kbd>
          </button>
        </div>
      )}
    </>
  );
}

/** The rows that cannot go along by the reason, without what an action before says of them already. */
function Problems<Row>({
  bulk: { actions, checked, nameOf },
  action,
}: Pick<BulkProps<Row>, 'bulk'> & { readonly action: BulkAction<Row> }) {
  const before = actions.slice(0, actions.indexOf(action));
  function problemOf(row: Row): string | undefined {
    const problem = action.problemOf?.(row);
    return before.some((other) => other.problemOf?.(row) === problem) ? undefined : problem;
  }
  const problems = new Set(checked.rows.map(problemOf));
  problems.delete(undefined);
  return [...problems].map((problem) => (
    <div key={problem} className="flex gap-3 rounded-md bg-gold-soft p-3 text-gold-ink">
      <Clock className="mt-0.5 size-4 flex-none" />
      <div className="min-w-0 text-ink">
        <p className="num font-strong wrap-anywhere">
          {checked.rows
            .filter((row) => problemOf(row) === problem)
            .map(nameOf)
            .join(' · ')}
        </p>
        <p className="text-xs text-ink-2">{problem}</p>
      </div>
    </div>
  ));
}

/** In place of the selected item while several rows are checked: their sums, and what can be done with how many. */
export function BulkPane<Row>({ bulk, onClear }: BulkProps<Row>) {
  const { t } = useTranslation('adminList');
  const { checked, actions, summary } = bulk;
  const first = actions.find(({ problemOf }) => problemOf !== undefined);
  return (
    <div className="grid gap-4 text-sm">
      <header className="flex items-center justify-between">
        <h2 className="num text-md tracking-normal sm:text-lg">{summary?.title}</h2>
        <CrossButton
          label={t('clearAll')}
          onClick={() => {
            onClear();
            checked.clear();
          }}
          className="-mr-2 hover:bg-sunken"
        />
      </header>
      {summary?.text !== undefined && <p className="-mt-4 text-ink-2">{summary.text}</p>}
      <FactList layout="ends" facts={summary?.facts ?? []} />
      {summary?.content}
      {actions.map(
        (action, index) =>
          action.problemOf && (
            <div key={index} className="grid gap-3 border-t border-line pt-4">
              <Problems bulk={bulk} action={action} />
              <ActionButton
                bulk={bulk}
                action={action}
                tone={action === first ? 'primary' : 'secondary'}
                className="w-full"
              />
            </div>
          ),
      )}
    </div>
  );
}
