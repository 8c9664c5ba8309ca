import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useIsAdmin } from '#platform/admin-flag.ts';
import { useSession } from '#platform/session.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { paths } from '#paths.ts';

function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading data-page-loading label={t('state.loadingPage')} className="grid gap-6">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-60" />
    </Loading>
  );
}

/** Guards pages below the top bar: a skeleton while the session loads, the sign-in for visitors (spec §2). */
export function RequireUser() {
  const { user, loading } = useSession();
  if (!loading && user === null) return <Navigate to={paths.login.href()} replace />;
  return <div className="wrap py-12 lg:py-20">{loading ? <PageSkeleton /> : <Outlet />}</div>;
}

/**
 * Guards the admin pages, inside the member area: the dashboard for other users, also where the server could not
 * be asked (spec §8). What an admin may do, the database decides.
 */
export function RequireAdmin() {
  const { t } = useTranslation();
  const { isAdmin, checking } = useIsAdmin();
  if (isAdmin) return <Outlet />;
  if (!checking) return <Navigate to={paths.dashboard.href()} replace />;
  return (
    <Loading label={t('state.loadingPage')} className="grid gap-6">
      <Skeleton className="h-12 max-w-80" />
      <Skeleton className="h-96" />
    </Loading>
  );
}
