import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { requestsQuery } from '#entities/request/request-data.ts';
import { useLanguage } from '#platform/i18n.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { pageOf } from '#platform/list-page.ts';
import { PageLinks } from '#platform/page-links.tsx';
import { useUser } from '#platform/session.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { QuoteTable } from './quote-table.tsx';

function BookingList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search] = useSearchParams();
  const page = pageOf(search);
  const query = useQuery(requestsQuery(userId, page));
  const { data } = query;
  useChange(page, focusHeading);
  return (
    <div aria-busy={query.isPlaceholderData}>
      <QuoteTable
        query={query}
        quotes={data?.rows}
        texts="members.bookings"
        // A failure also counts as an empty list (spec §8).
        failedText={<p className="py-6 text-center text-ink-2">{t('members.bookings.empty')}</p>}
        rowsExpected={8}
        labelledBy="bookings"
        dateOf={({ dep_date: day }) => (
          <time dateTime={day}>{calendarDayText(day, language) ?? day}</time>
        )}
      />
      {data && data.total > listSizes.bookingsPage && (
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <PageLinks list={data} size={listSizes.bookingsPage} />
        </div>
      )}
    </div>
  );
}

/** My Bookings (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <PageHeader id="bookings" title={t('nav.bookings')} text={t('members.bookings.text')} />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <BookingList userId={user.id} />
      </div>
    </>
  );
}
