import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '#platform/session.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { paths } from './paths.ts';

function MemberSkeleton() {
  const { t } = useTranslation();
  return (
    <main id="main" aria-busy="true" className="lg:grid lg:min-h-screen lg:grid-cols-[16rem_1fr]">
      <p className="sr-only">{t('state.loadingPage')}</p>
      <div className="on-river h-16 lg:h-auto" aria-hidden />
      <div className="grid content-start gap-6 p-5 lg:p-12">
        <Skeleton className="h-60" />
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </main>
  );
}

/** The guard (spec §2): a skeleton while the session loads, the sign-in in its place without a user. */
export function RequireUser() {
  const { user, loading } = useSession();
  if (loading) return <MemberSkeleton />;
  if (user === null) return <Navigate to={paths.login.href()} replace />;
  return <Outlet />;
}
