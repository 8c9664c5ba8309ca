import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { paths } from '#app/paths.ts';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Alert, EmptyState } from '#ui/feedback.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { allQuotesQuery, type Quote } from './account-data.ts';
import { QuoteSkeletons, QuoteTable } from './quote-table.tsx';

// A travel agent may have thousands; a screen of them at a time keeps the page quick.
const step = 100;

function Bookings({ quotes }: { readonly quotes: readonly Quote[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [limit, setLimit] = useState(step);
  const count = useRef<HTMLParagraphElement>(null);
  const shown = quotes.slice(0, limit);
  const complete = shown.length === quotes.length;
  function showMore() {
    flushSync(() => setLimit(limit + step));
    // The button goes with the last of them.
    if (limit + step >= quotes.length) count.current?.focus();
  }
  return (
    <>
      <QuoteTable
        labelledBy="bookings"
        dateHead={t('members.bookings.date')}
        quotes={shown}
        dateOf={({ dep_date: day }) => (
          <time dateTime={day}>{calendarDayText(day, language) ?? day}</time>
        )}
      />
      {quotes.length > step && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-6">
          <p ref={count} tabIndex={-1} role="status" className="num text-sm text-ink-2">
            {t('members.bookings.shown', { shown: shown.length, total: quotes.length })}
          </p>
          {!complete && (
            <Button tone="secondary" size="sm" onClick={showMore}>
              {t('members.bookings.more')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function NoBookings() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<QuietRiver className="h-auto w-56" />}
      title={t('members.bookings.empty')}
      text={t('members.bookings.emptyText')}
      action={
        <Link to={paths.groupRequest.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('members.bookings.emptyAction')}
        </Link>
      }
    />
  );
}

/** A failure is told in a toast and counts as an empty list (spec §8); the page offers to ask again. */
function Failed({ asking, onRetry }: { readonly asking: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2 p-4">
      <Alert
        title={t('members.bookings.failedText')}
        action={
          <Button tone="secondary" size="sm" busy={asking} onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        }
      />
      <p className="py-6 text-center text-ink-2">{t('members.bookings.empty')}</p>
    </div>
  );
}

function BookingList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data, error, errorUpdateCount, refetch, isFetching } = useQuery(allQuotesQuery(userId));
  useEffect(() => {
    if (error === null) return;
    showToast({
      title: 'members.bookings.failed',
      description: 'members.bookings.failedText',
      tone: 'destructive',
    });
  }, [error]);
  function tryAgain() {
    refetch().catch((reason: unknown) => logFailure('the bookings could not be asked for', reason));
  }
  if (data) return data.length > 0 ? <Bookings quotes={data} /> : <NoBookings />;
  // While it is asked again the error is forgotten; the button that asked stays.
  if (errorUpdateCount > 0) return <Failed asking={isFetching} onRetry={tryAgain} />;
  return <QuoteSkeletons label={t('members.bookings.loading')} rows={8} />;
}

/** Everything a member has asked for (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <PageHead
        id="bookings"
        title={t('members.bookings.title')}
        text={t('members.bookings.text')}
      />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <BookingList userId={user.id} />
      </div>
    </>
  );
}
