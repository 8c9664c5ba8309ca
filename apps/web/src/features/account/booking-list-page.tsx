import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { useRequestStatus } from '#entities/request/request-parts.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageOf, type ListPage } from '#platform/list-page.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { bookingListQuery, countedRows, type ListedBooking } from './booking-list-data.ts';
import { requestAddress, useBookingRow, type BookingRow } from './booking-row.ts';
import { BookingList } from './booking-rows.tsx';

function useRow(): (listed: ListedBooking) => BookingRow {
  const language = useLanguage();
  const statusOf = useRequestStatus();
  const hasOffers = existsWith(settings().features, pages.request);
  const bookingRow = useBookingRow();
  return ({ reference, departs_on: iso, ...listed }) => {
    const day = iso === null ? undefined : calendarDayText(iso, language);
    if (reference !== null) return bookingRow({ ...listed, reference }, iso, day);
    const { id, origin, destination, status, has_offer: hasOffer } = listed;
    return {
      id,
      route: origin === null || destination === null ? undefined : { origin, destination },
      address: requestAddress(id),
      date: iso === null ? undefined : { iso, day: day ?? iso },
      passengers: listed,
      status: statusOf(status, hasOffer || !hasOffers),
    };
  };
}

/** The position in a list that is longer than what was counted, such as '21–40 of 1,000+'. */
function useBoundedPosition(): (list: ListPage<ListedBooking>) => string | undefined {
  const { t } = useTranslation('bookings');
  return ({ page, rows, total }) => {
    if (total <= countedRows) return undefined;
    const before = (page - 1) * listSizes.bookingsPage;
    return t('list.position', { from: before + 1, to: before + rows.length, total: total - 1 });
  };
}

function MyBookings({ userId }: { readonly userId: string }) {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const query = useQuery(bookingListQuery(userId, page));
  const position = useBoundedPosition();
  return (
    <BookingList
      query={query}
      list={query.data}
      page={page}
      pageSize={listSizes.bookingsPage}
      position={query.data && position(query.data)}
      toRow={useRow()}
    />
  );
}

export const loader = pageLoader(({ userId, search }) =>
  userId === null ? [] : [bookingListQuery(userId, pageOf(search)), airportsQuery()],
);

/** My Bookings with the feature: requests and bookings in one list. */
export function Component() {
  const { t } = useTranslation(['bookings', 'common', 'travellers']);
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <PageHeader
        id="bookings"
        title={t('common:nav.bookings')}
        text={t('list.text')}
        beside={
          <Link
            to={pages.travellers.href()}
            className={buttonClass({ tone: 'link', className: 'ml-auto' })}
          >
            {t('travellers:link')}
          </Link>
        }
      />
      <MyBookings userId={user.id} />
    </>
  );
}
