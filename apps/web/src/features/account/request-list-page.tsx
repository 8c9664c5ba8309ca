import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { memberRequestList } from '#entities/request/request-data.ts';
import { useList } from '#list/use-list.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useUser } from '#platform/session.ts';
import { useStatus } from '#platform/status.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { requestAddress } from './booking-row.ts';
import { BookingList } from './booking-rows.tsx';

function RequestList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const statusOf = useStatus();
  const { query, params, definition } = useList(memberRequestList(userId));
  return (
    <BookingList
      query={query}
      list={query.data}
      page={params.page}
      pageSize={definition.pageSize}
      toRow={({ quote_id: id, dep_date: iso, status, ...request }) => ({
        id,
        route: request,
        address: requestAddress(id),
        date: { iso, day: calendarDayText(iso, language) ?? iso },
        passengers: request,
        status: statusOf('request', status),
      })}
      // A failure also counts as an empty list (spec §8).
      failedNote={<p className="text-sm text-ink-2">{t('members.bookings.empty')}</p>}
    />
  );
}

/** My Bookings: the member's quote requests (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <PageHeader id="bookings" title={t('nav.bookings')} text={t('members.bookings.text')} />
      <RequestList userId={user.id} />
    </>
  );
}
