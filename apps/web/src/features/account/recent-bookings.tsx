import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { paths } from '#app/paths.ts';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Alert, EmptyState } from '#ui/feedback.tsx';
import { recentQuotesQuery, type RecentQuote } from './account-data.ts';
import { QuoteSkeletons, QuoteTable } from './quote-table.tsx';

function RecentTable({ quotes }: { readonly quotes: readonly RecentQuote[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <QuoteTable
      labelledBy="recent"
      dateHead={t('dashboard.column.updated')}
      quotes={quotes}
      dateOf={({ updated_at: updated }) => (
        <time dateTime={updated}>{bangkokDayText(updated, language)}</time>
      )}
    />
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
  const { data, error, errorUpdateCount, refetch, isFetching } = useQuery(
    recentQuotesQuery(userId),
  );
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
  if (data) return data.value.length > 0 ? <RecentTable quotes={data.value} /> : <NoQuotes />;
  // While it is asked again the error is forgotten; the button that asked stays.
  if (errorUpdateCount === 0) {
    return <QuoteSkeletons label={t('dashboard.recentLoading')} rows={listSizes.recentBookings} />;
  }
  return (
    <div className="p-4">
      <Alert
        title={t('dashboard.recentFailed')}
        action={
          <Button tone="secondary" size="sm" busy={isFetching} onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
