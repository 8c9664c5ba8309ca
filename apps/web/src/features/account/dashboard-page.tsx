import { useQuery } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import { recentRequestsQuery } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { useRequestRow } from './booking-row.ts';
import { BookingRows } from './booking-rows.tsx';
import { Dashboard } from './dashboard.tsx';

function RecentRequests({ userId }: { readonly userId: string }) {
  const query = useQuery(recentRequestsQuery(userId));
  // A missing table counts as an empty one (spec §8).
  const requests = query.data === null ? [] : query.data;
  const toRow = useRequestRow();
  return (
    <BookingRows
      query={query}
      rows={requests?.map((request) => toRow(request))}
      texts="dashboard"
      rowsExpected={listSizes.recentBookings}
      labelledBy="recent"
    />
  );
}

export const loader = pageLoader(({ userId }) =>
  userId === null ? [] : [profileQuery(userId), balanceQuery(userId), recentRequestsQuery(userId)],
);

/** The members' dashboard (spec §2). */
export function Component() {
  const user = useUser();
  return (
    user && (
      <Dashboard user={user}>
        <RecentRequests userId={user.id} />
      </Dashboard>
    )
  );
}
