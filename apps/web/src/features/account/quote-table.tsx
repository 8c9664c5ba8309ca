import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { paths } from '#paths.ts';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import {
  Passengers,
  RequestStatusChip,
  RouteCodes,
  useRouteText,
} from '#entities/request/request-summary.tsx';
import { TryAgain } from '#platform/query-fallback.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Alert, EmptyState, Loading, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';

const cell = 'px-4 py-4 align-middle sm:px-6';
const head = 'px-4 py-4 text-left text-sm font-mid text-ink-2 sm:px-6';
const wideOnly = 'hidden sm:table-cell';
// On a phone the last column has no width: its content is at the end of the first row.
const lastCell = 'max-sm:relative max-sm:w-0 max-sm:p-0 sm:px-6 sm:py-4';
const lastText = 'max-sm:absolute max-sm:right-4';

/** The columns that the table shows. */
export interface ListedQuote extends StoredPassengers {
  readonly quote_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly status: string;
}

function QuoteRow({ quote, date }: { readonly quote: ListedQuote; readonly date: ReactNode }) {
  const routeText = useRouteText();
  const passengers = <Passengers quote={quote} />;
  return (
    <tr className="border-t border-line">
      <td className={cell}>
        <RouteCodes route={quote} className="text-lg leading-[1.4]" />
        <span className="block text-sm text-ink-2">
          <Phrases text={routeText(quote)} />
        </span>
        <span className="num mt-1 block text-sm text-ink-2 sm:hidden">
          {date} · {passengers}
        </span>
      </td>
      <td className={`${cell} ${wideOnly} num whitespace-nowrap`}>{date}</td>
      <td className={`${cell} ${wideOnly} num`}>{passengers}</td>
      <td className={lastCell}>
        <span className={`${lastText} max-sm:top-3`}>
          <RequestStatusChip status={quote.status} />
        </span>
      </td>
    </tr>
  );
}

/** The key of the texts. */
type Texts = 'dashboard' | 'members.bookings';

export interface QuoteTableProps<Quote extends ListedQuote> {
  readonly query: Pick<UseQueryResult, 'refetch' | 'isFetching' | 'errorUpdateCount'>;
  /** Null while the table is missing, which counts as empty (spec §8). */
  readonly quotes: readonly Quote[] | null | undefined;
  readonly texts: Texts;
  /** Below the alert. */
  readonly failedText?: ReactNode;
  /** The number of skeletons while loading. */
  readonly rowsExpected: number;
  /** Id of the heading that names the table. */
  readonly labelledBy: string;
  readonly dateOf: (quote: Quote) => ReactNode;
}

function NoQuotes({ texts }: { readonly texts: Texts }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<QuietRiver className="h-auto w-56" />}
      title={t(`${texts}.empty`)}
      text={t(`${texts}.emptyText`)}
      action={
        <Link to={paths.groupRequest.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('members.bookings.emptyAction')}
        </Link>
      }
    />
  );
}

function Skeletons({ label, rows }: { readonly label: string; readonly rows: number }) {
  return (
    <Loading label={label} announced>
      <Skeleton className="mx-6 my-5 h-4 w-2/5" />
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex items-center justify-between gap-6 border-t border-line px-4 py-4 sm:px-6"
        >
          <div className="w-1/2 py-0.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 h-4 max-w-48" />
          </div>
          <Skeleton className="h-7 w-24 rounded-pill" />
        </div>
      ))}
    </Loading>
  );
}

/** A member's quote requests, or their loading, error or empty state; on a phone date and passengers are below the route. */
export function QuoteTable<Quote extends ListedQuote>(props: QuoteTableProps<Quote>) {
  const { query, quotes, texts, dateOf } = props;
  const { t } = useTranslation();
  if (quotes === undefined) {
    // A refetch clears the error: the alert stays until there is data.
    return query.errorUpdateCount === 0 ? (
      <Skeletons label={t('members.bookings.loading')} rows={props.rowsExpected} />
    ) : (
      <div className="grid gap-2 p-4">
        <Alert title={t(`${texts}.failedText`)} action={<TryAgain query={query} />} />
        {props.failedText}
      </div>
    );
  }
  if (quotes === null || quotes.length === 0) return <NoQuotes texts={texts} />;
  return (
    <table aria-labelledby={props.labelledBy} className="w-full border-collapse">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t('field.route')}
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            {t(`${texts}.date`)}
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            {t('field.passengers')}
          </th>
          <th scope="col" className={`${lastCell} text-left text-sm font-mid text-ink-2`}>
            <span className={`${lastText} max-sm:top-4`}>{t('field.status')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <QuoteRow key={quote.quote_id} quote={quote} date={dateOf(quote)} />
        ))}
      </tbody>
    </table>
  );
}
