import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { boundedCountText } from '#list/list-query.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useBaht } from '#platform/formats.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Segments } from '#ui/segments.tsx';
import {
  decideLine,
  financeKey,
  lineStates,
  pageRows,
  readLines,
  type LineDecision,
  type LinePage,
  type LineState,
  type PostedLine,
  type StatementLine,
} from './finance-data.ts';
import { useFinanceFailure } from './finance-failure.ts';
import { MoreRows } from './more-rows.tsx';
import { StatementImport } from './statement-import.tsx';
import { LineItem } from './statement-lines.tsx';

function useLines(state: LineState) {
  const query = useInfiniteQuery({
    queryKey: [...financeKey, 'lines', state],
    initialPageParam: null as StatementLine | null,
    queryFn: ({ pageParam, signal }) => readLines(state, pageParam, signal),
    getNextPageParam: ({ lines }) => (lines.length < pageRows ? undefined : lines.at(-1)),
  });
  const found = query.data?.pages;
  return { query, lines: found?.flatMap((page) => page.lines), newest: found?.[0] };
}

/** Moves the focus to the line below the one that was decided on, once that is gone. */
function useFocusOfNext(lines: readonly StatementLine[] | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<{ readonly gone: string; readonly id: string | undefined }>(undefined);
  useEffect(() => {
    const { current } = next;
    if (current === undefined || lines?.some(({ line_id: id }) => id === current.gone) === true)
      return;
    next.current = undefined;
    const line = document.querySelector<HTMLElement>(`[data-line="${current.id ?? ''}"]`);
    (line ?? heading.current)?.focus();
  }, [lines]);
  function follow(decided: StatementLine) {
    const at = lines?.findIndex(({ line_id: id }) => id === decided.line_id) ?? -1;
    next.current = { gone: decided.line_id, id: lines?.[at + 1]?.line_id };
  }
  return { heading, follow };
}

/** What is missing after a payment that was less than what is due. */
function useMissingText() {
  const { t } = useTranslation('adminFinance');
  const baht = useBaht();
  const short = useShortTime();
  return (posted: PostedLine | null): string | undefined => {
    const { missing_satang: missing = 0, missing_until: until } = posted ?? {};
    if (missing === 0) return undefined;
    const amount = baht(missing);
    return until
      ? t('line.missing', { amount, time: short.time(until) })
      : t('line.missingOpen', { amount });
  };
}

function useDecision(follow: (line: StatementLine) => void) {
  const queries = useQueryClient();
  const failureText = useFinanceFailure();
  const missingText = useMissingText();
  return useMutation({
    mutationKey: [...financeKey, 'decide'],
    mutationFn: ({ line, decision }: { line: StatementLine; decision: LineDecision }) =>
      decideLine(line.line_id, decision),
    onSuccess: (posted, { line, decision }) => {
      if (posted?.approval_id !== undefined) {
        showToast({ title: 'adminFinance:line.done.waits' });
        return;
      }
      follow(line);
      const text = missingText(posted);
      showToast({
        title: `adminFinance:line.done.${decision.kind}`,
        ...(text !== undefined && { description: { text } }),
      });
    },
    onError: (error) =>
      showToast({
        title: 'adminFinance:line.failed',
        description: { text: failureText(error) },
        tone: 'destructive',
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: financeKey }),
  });
}

interface HeadingProps {
  readonly newest: LinePage | undefined;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onImport: () => void;
}

/** How many lines wait, and which statement was read last. */
function Heading({ newest, heading, onImport }: HeadingProps) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const statement = newest?.statement;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div>
        <h2 id="bank-statement" ref={heading} tabIndex={-1} className="text-xl">
          {newest === undefined
            ? t('line.title')
            : t('line.titleWith', { count: newest.open, open: boundedCountText(newest.open) })}
        </h2>
        {statement && (
          <p className="text-sm text-ink-2">
            {t('line.last', {
              account: statement.account,
              imported: short.time(statement.imported_at),
              last: short.time(statement.last_at),
            })}
          </p>
        )}
      </div>
      <Button tone="secondary" size="sm" onClick={onImport}>
        <Upload className="size-5" />
        {t('import.open')}
      </Button>
    </div>
  );
}

/** The lines of bank statements with what they match; an admin confirms each. */
export function Statement() {
  const { t } = useTranslation('adminFinance');
  const [state, setState] = useState<LineState>('OPEN');
  const [isImporting, setIsImporting] = useState(false);
  const { query, lines, newest } = useLines(state);
  const { heading, follow } = useFocusOfNext(lines);
  const { mutate, isPending, variables } = useDecision(follow);
  return (
    <section aria-labelledby="bank-statement">
      <Heading newest={newest} heading={heading} onImport={() => setIsImporting(true)} />
      <Segments
        label={t('line.filter')}
        choices={lineStates.map((value) => ({ value, text: t(`line.state.${value}`) }))}
        chosen={state}
        onChoose={setState}
        className="flex flex-wrap gap-x-6"
      />
      {lines?.length === 0 && (
        <EmptyState title={t(`line.empty.${state}`)} text={t('line.emptyText')} />
      )}
      {lines !== undefined && lines.length > 0 && (
        <ul aria-label={t(`line.state.${state}`)}>
          {lines.map((line) => (
            <LineItem
              key={line.line_id}
              line={line}
              busy={isPending && variables.line.line_id === line.line_id}
              onDecide={(decided, decision) => mutate({ line: decided, decision })}
            />
          ))}
        </ul>
      )}
      <QueryFallback query={query} failed={t('line.loadFailed')} failedText={query.error?.message}>
        <Skeleton className="h-40" />
      </QueryFallback>
      <MoreRows query={query} />
      {isImporting && <StatementImport onClose={() => setIsImporting(false)} />}
    </section>
  );
}
