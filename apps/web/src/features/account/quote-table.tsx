import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findAirport } from '@bkksiam/domain/airports';
import { passengerCounts, quoteTone, type StoredPassengers } from '@bkksiam/domain/quotes';
import { Chip } from '#ui/chip.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';

const cell = 'px-4 py-4 align-middle sm:px-6';
const head = 'px-4 py-4 text-left text-sm font-mid text-ink-2 sm:px-6';
const wideOnly = 'hidden sm:table-cell';
// On a phone the last column has no width of its own: what it holds stands at the end of the first line.
const lastCell = 'max-sm:relative max-sm:w-0 max-sm:p-0 sm:px-6 sm:py-4';
const lastWords = 'max-sm:absolute max-sm:right-4';

/** What the lists show of a request, whichever columns were asked for. */
export interface ListedQuote extends StoredPassengers {
  readonly quote_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly status: string;
}

function usePlace() {
  const { t } = useTranslation();
  return (code: string) => {
    const known = findAirport(code);
    return known === undefined ? code : t(`airport.${known}`);
  };
}

function QuoteRow({ quote, date }: { readonly quote: ListedQuote; readonly date: ReactNode }) {
  const { t } = useTranslation();
  const place = usePlace();
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
          {date} · {passengers}
        </span>
      </td>
      <td className={`${cell} ${wideOnly} num whitespace-nowrap`}>{date}</td>
      <td className={`${cell} ${wideOnly} num`}>{passengers}</td>
      <td className={lastCell}>
        <span className={`${lastWords} max-sm:top-3`}>
          <Chip tone={quoteTone(quote.status)}>{quote.status}</Chip>
        </span>
      </td>
    </tr>
  );
}

export interface QuoteTableProps<Quote extends ListedQuote> {
  /** Id of the heading that names the table. */
  readonly labelledBy: string;
  /** What the dates are, such as 'Updated'. */
  readonly dateHead: string;
  readonly quotes: readonly Quote[];
  readonly dateOf: (quote: Quote) => ReactNode;
}

/** A member's requests; on a phone date and passengers stand below the route. */
export function QuoteTable<Quote extends ListedQuote>(props: QuoteTableProps<Quote>) {
  const { labelledBy, dateHead, quotes, dateOf } = props;
  const { t } = useTranslation();
  return (
    <table aria-labelledby={labelledBy} className="w-full border-collapse">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t('dashboard.column.route')}
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            {dateHead}
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
          <QuoteRow key={quote.quote_id} quote={quote} date={dateOf(quote)} />
        ))}
      </tbody>
    </table>
  );
}

/** Stands for a list of requests while it loads, and says so. */
export function QuoteSkeletons({ label, rows }: { readonly label: string; readonly rows: number }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
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
    </div>
  );
}
