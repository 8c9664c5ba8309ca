import type { User } from '@supabase/supabase-js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useIsAdmin } from '#entities/user/admin-flag.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { pages } from '#pages.ts';

/** The member area as the server renders it. The public styles have the classes of this module, not its layout's. */
export function AreaSkeleton() {
  const { t } = useTranslation();
  return (
    <main id="main" aria-busy="true" className="lg:grid lg:min-h-screen lg:grid-cols-[16rem_1fr]">
      <p className="sr-only">{t('state.loadingPage')}</p>
      <div className="on-river h-16 lg:h-auto" aria-hidden />
      <div className="grid content-start gap-6 p-5 lg:p-12">
        <Skeleton className="h-60" />
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <Skeleton className="h-40" count={4} />
        </div>
      </div>
    </main>
  );
}

function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading data-page-loading label={t('state.loadingPage')} className="grid gap-6">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-60" />
    </Loading>
  );
}

interface SignedInProps {
  /** While the session loads. */
  readonly waiting: ReactNode;
  readonly children: (user: User) => ReactNode;
}

/** What only members see; visitors are redirected to the sign-in (spec §2). */
export function SignedIn({ waiting, children }: SignedInProps) {
  const user = useUser();
  const loading = useSession(isUnknown);
  if (loading) return waiting;
  if (user !== null) return children(user);
  // The code of the sign-in is loaded meanwhile.
  return (
    <>
      {waiting}
      <Navigate to={pages.login.href()} replace />
    </>
  );
}

/** Guards pages below the top bar. */
export function RequireUser() {
  return (
    <div className="wrap py-12 lg:py-20">
      <SignedIn waiting={<PageSkeleton />}>{() => <Outlet />}</SignedIn>
    </div>
  );
}

/**
 * Guards the admin pages, inside the member area: the dashboard for other users, also if the server could not
 * be asked (spec §8). What an admin may do, the database decides.
 */
export function RequireAdmin() {
  const { t } = useTranslation();
  const { isAdmin, checking } = useIsAdmin();
  if (isAdmin) return <Outlet />;
  if (!checking) return <Navigate to={pages.dashboard.href()} replace />;
  return (
    <Loading label={t('state.loadingPage')} className="grid gap-6">
      <Skeleton className="h-12 max-w-80" />
      <Skeleton className="h-96" />
    </Loading>
  );
}
