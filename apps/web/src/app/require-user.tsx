import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '#platform/session.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { paths } from './paths.ts';

function AreaSkeleton() {
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

function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="wrap grid gap-6 py-12 lg:py-20">
      <p className="sr-only">{t('state.loadingPage')}</p>
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-60" />
    </div>
  );
}

/** The guard (spec §2): something in the page's place while the session loads, the sign-in without a user. */
function Guard({ waiting }: { readonly waiting: ReactNode }) {
  const { user, loading } = useSession();
  if (loading) return waiting;
  if (user === null) return <Navigate to={paths.login.href()} replace />;
  return <Outlet />;
}

/** Guards pages of the member area, which bring their own frame. */
export function Component() {
  return <Guard waiting={<AreaSkeleton />} />;
}

/** Guards pages below the top bar. */
export function RequireUserBelowBar() {
  return <Guard waiting={<PageSkeleton />} />;
}
