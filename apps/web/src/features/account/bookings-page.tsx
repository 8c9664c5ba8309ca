import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { memberRequestList } from '#entities/request/request-data.ts';
import { PageLinks } from '#list/page-links.tsx';
import { useList } from '#list/use-list.ts';
import { useLanguage } from '#platform/i18n.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { useUser } from '#platform/session.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { RequestRows } from './request-rows.tsx';

function BookingList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { query, params, definition } = useList(memberRequestList(userId));
  const { data } = query;
  useChange(params.page, focusHeading);
  return (
    <>
      <RequestRows
        query={query}
        rows={data?.rows}
        texts="members.bookings"
        // A failure also counts as an empty list (spec §8).
        failedNote={<p className="text-sm text-ink-2">{t('members.bookings.empty')}</p>}
        rowsExpected={8}
        labelledBy="bookings"
        dateOf={({ dep_date: iso }) => ({ iso, day: calendarDayText(iso, language) ?? iso })}
      />
      {data && data.total > definition.pageSize && (
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <PageLinks list={data} size={definition.pageSize} />
        </div>
      )}
    </>
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
