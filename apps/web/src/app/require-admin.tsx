import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useIsAdmin } from '#platform/admin-flag.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { paths } from './paths.ts';

/**
 * The guard of the admins' pages, behind the one for members: a skeleton while the server is asked, the dashboard for
 * whoever is no admin, or when it could not be asked (spec §8). What may be done there, the database decides.
 */
export function Component() {
  const { t } = useTranslation();
  const { isAdmin, checking } = useIsAdmin();
  if (isAdmin) return <Outlet />;
  if (!checking) return <Navigate to={paths.dashboard.href()} replace />;
  return (
    <div aria-busy="true" className="grid gap-6">
      <p className="sr-only">{t('state.loadingPage')}</p>
      <Skeleton className="h-12 max-w-80" />
      <Skeleton className="h-96" />
    </div>
  );
}
