import { useQuery } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { recentRequestsQuery } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { openOffersQuery, recentBookingsQuery, recentOf } from './booking-list-data.ts';
import { useBookingRow, useRequestRow } from './booking-row.ts';
import { BookingRows } from './booking-rows.tsx';
import { ChosenFlightCard } from './chosen-flight-card.tsx';
import { Dashboard } from './dashboard.tsx';
import { BegunRequestCard } from './begun-request-card.tsx';
import { UnsentBookings } from './unsent-bookings.tsx';

function RecentBookings({ userId }: { readonly userId: string }) {
  const language = useLanguage();
  const bookings = useQuery(recentBookingsQuery(userId));
  const requests = useQuery(recentRequestsQuery(userId));
  const bookingRow = useBookingRow();
  const requestRow = useRequestRow();
  // A missing table counts as an empty one (spec §8).
  const listed = requests.data === null ? [] : requests.data;
  const quoted = listed?.filter(({ status }) => status === 'QUOTED') ?? [];
  const offers = useQuery({
    ...openOffersQuery(
      userId,
      quoted.map(({ quote_id: id }) => id),
    ),
    enabled: quoted.length > 0 && existsWith(settings().features, pages.request),
  });
  const rows =
    bookings.data &&
    listed &&
    !offers.isLoading &&
    recentOf(bookings.data, listed).map((item) =>
      'reference' in item
        ? bookingRow(item, item.updated_at, bangkokDayText(item.updated_at, language))
        : requestRow(item, offers.data?.includes(item.quote_id)),
    );
  return (
    <BookingRows
      query={bookings.data === undefined ? bookings : requests}
      rows={rows === false ? undefined : rows}
      texts="dashboard"
      rowsExpected={listSizes.recentBookings}
      labelledBy="recent"
    />
  );
}

export const loader = pageLoader(({ userId }) =>
  userId === null
    ? []
    : [
        profileQuery(userId),
        balanceQuery(userId),
        recentRequestsQuery(userId),
        recentBookingsQuery(userId),
        airportsQuery(),
      ],
);

/** The members' dashboard with the feature: bookings come first, and what was begun is continued. */
export function Component() {
  const user = useUser();
  const { features } = settings();
  if (user === null) return null;
  return (
    <Dashboard
      user={user}
      cards={
        <>
          {existsWith(features, pages.flightBooking) && <ChosenFlightCard />}
          {existsWith(features, pages.requestForm) && <BegunRequestCard />}
          <UnsentBookings key={user.id} userEmail={user.email ?? ''} />
        </>
      }
    >
      <RecentBookings userId={user.id} />
    </Dashboard>
  );
}
