import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { findAirport } from '@bkksiam/domain/airports';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { passengerCounts, quoteTone } from '@bkksiam/domain/quotes';
import { paths } from '#app/paths.ts';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert, EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { recentQuotesQuery, type RecentQuote } from './account-data.ts';

const cell = 'px-4 py-4 align-middle sm:px-6';
const head = 'px-4 py-4 text-left text-sm font-mid text-ink-2 sm:px-6';
const wideOnly = 'hidden sm:table-cell';
// On a phone the last column has no width of its own: what it holds stands at the end of the first line.
const lastCell = 'max-sm:relative max-sm:w-0 max-sm:p-0 sm:px-6 sm:py-4';
const lastWords = 'max-sm:absolute max-sm:right-4';

function usePlace() {
  const { t } = useTranslation();
  return (code: string) => {
    const known = findAirport(code);
    return known === undefined ? code : t(`airport.${known}`);
  };
}

function QuoteRow({ quote }: { readonly quote: RecentQuote }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const place = usePlace();
  const updated = (
    <time dateTime={quote.updated_at}>{bangkokDayText(quote.updated_at, language)}</time>
  );
  const passengers = passengerCounts(quote).map(({ kind, count }, index) => (
    <Fragment key={kind}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{t(`passengers.${kind}`, { count })}</span>
    </Fragment>
  ));
  return (
    <tr className="border-t border-line">
      <td className={cell}>
        <span className="flex items-center gap-2 text-lg leading-[1.4] font-strong">
          {quote.origin}
          <ArrowRight className="size-4 text-gold-ink" strokeWidth={1.6} aria-hidden />
          <span className="sr-only">{t('dashboard.routeTo')}</span>
          {quote.destination}
        </span>
        <span className="block text-sm text-ink-2">
          <Phrases
            text={t('dashboard.places', {
              origin: place(quote.origin),
              destination: place(quote.destination),
            })}
          />
        </span>
        <span className="num mt-1 block text-sm text-ink-2 sm:hidden">
          {updated} · {passengers}
        </span>
      </td>
      <td className={`${cell} ${wideOnly} num whitespace-nowrap`}>{updated}</td>
      <td className={`${cell} ${wideOnly} num`}>{passengers}</td>
      <td className={lastCell}>
        <span className={`${lastWords} max-sm:top-3`}>
          <Chip tone={quoteTone(quote.status)}>{quote.status}</Chip>
        </span>
      </td>
    </tr>
  );
}

function QuoteTable({ quotes }: { readonly quotes: readonly RecentQuote[] }) {
  const { t } = useTranslation();
  return (
    <table aria-labelledby="recent" className="w-full border-collapse">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t('dashboard.column.route')}
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            {t('dashboard.column.updated')}
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            {t('dashboard.column.passengers')}
          </th>
          <th scope="col" className={`${lastCell} text-left text-sm font-mid text-ink-2`}>
            <span className={`${lastWords} max-sm:top-4`}>{t('dashboard.column.status')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <QuoteRow key={quote.quote_id} quote={quote} />
        ))}
      </tbody>
    </table>
  );
}

function QuoteSkeletons() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('dashboard.recentLoading')}
      </p>
      <Skeleton className="mx-6 my-5 h-4 w-2/5" />
      {Array.from({ length: listSizes.recentBookings }, (_, index) => (
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
    </div>
  );
}

function NoQuotes() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<QuietRiver className="h-auto w-56" />}
      title={t('dashboard.empty')}
      text={t('dashboard.emptyText')}
      action={
        <Link to={paths.groupRequest.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('dashboard.emptyAction')}
        </Link>
      }
    />
  );
}

/** The five requests that changed last. A missing table says so in a toast and counts as none (spec §8). */
export function RecentBookings({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(recentQuotesQuery(userId));
  useEffect(() => {
    if (data?.tableMissing) {
      showToast({ title: 'toast.bookingsSoon', description: 'toast.bookingsSoonText' });
    }
  }, [data?.tableMissing]);
  useEffect(() => {
    if (error) logFailure('the recent bookings could not be loaded', error);
  }, [error]);
  function tryAgain() {
    refetch().catch((reason: unknown) => logFailure('the bookings could not be asked for', reason));
  }
  if (data) return data.value.length > 0 ? <QuoteTable quotes={data.value} /> : <NoQuotes />;
  if (error === null) return <QuoteSkeletons />;
  return (
    <div className="p-4">
      <Alert
        title={t('dashboard.recentFailed')}
        action={
          <Button tone="secondary" size="sm" onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
