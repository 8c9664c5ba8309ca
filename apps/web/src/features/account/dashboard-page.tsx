import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { isPending } from '@bkksiam/domain/quotes';
import { displayName } from '@bkksiam/domain/users';
import { recentRequestsQuery } from '#entities/request/request-data.ts';
import { existsWith, pages } from '#pages.ts';
import { RiverScene } from '#drawings/river-scene.tsx';
import { settings } from '#platform/env.ts';
import { loadTexts, useLanguage } from '#platform/i18n.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { fullNameOf, useUser } from '#platform/session.ts';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { balanceQuery } from './account-data.ts';
import { BookingRows, requestAddress } from './booking-rows.tsx';
import { ServiceTiles } from './service-tiles.tsx';

const UnsentBookings = lazyComponent<{ userEmail: string }>(
  async () => {
    const [part] = await Promise.all([import('./unsent-bookings.tsx'), loadTexts('hold')]);
    return part.UnsentBookings;
  },
  () => null,
);

const ChosenFlightCard = lazyComponent<object>(
  async () => {
    const [part] = await Promise.all([
      import('./chosen-flight-card.tsx'),
      loadTexts(['hold', 'flights']),
    ]);
    return part.ChosenFlightCard;
  },
  () => null,
);

function Welcome({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery(user.id));
  const recent = useQuery(recentRequestsQuery(user.id));
  const pending = recent.data?.filter(({ status }) => isPending(status)).length ?? 0;
  const name = displayName(profile.data?.full_name, fullNameOf(user));
  return (
    <div className="clip-yo relative isolate flex min-h-66 flex-col overflow-hidden bg-sky-2 p-6 text-on-night sm:min-h-60 sm:justify-center sm:p-10">
      <RiverScene
        alt=""
        className="absolute -right-38 -bottom-18 -z-20 h-72 w-auto max-w-none sm:-right-42 sm:-bottom-29 sm:h-115"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-b from-sky-1 from-24% to-transparent to-74% sm:bg-linear-to-r sm:from-[max(36%,100%-46rem)] sm:to-[max(78%,100%-18rem)]" />
      <h1 className="text-3xl wrap-anywhere sm:max-w-[62%]">{t('dashboard.greeting', { name })}</h1>
      <p className="mt-2 max-w-[16em] sm:max-w-[62%]">
        <Phrases
          text={pending > 0 ? t('dashboard.pending', { count: pending }) : t('dashboard.ready')}
        />
      </p>
    </div>
  );
}

function RecentBookings({ userId }: { readonly userId: string }) {
  const language = useLanguage();
  const statusOf = useStatus();
  const query = useQuery(recentRequestsQuery(userId));
  // A missing table counts as an empty one (spec §8).
  const requests = query.data === null ? [] : query.data;
  return (
    <BookingRows
      query={query}
      rows={requests?.map(({ quote_id: id, updated_at: iso, status, ...request }) => ({
        id,
        route: request,
        address: requestAddress(id),
        date: { iso, day: bangkokDayText(iso, language) ?? iso },
        passengers: request,
        status: statusOf('request', status),
      }))}
      texts="dashboard"
      rowsExpected={listSizes.recentBookings}
      labelledBy="recent"
    />
  );
}

function Dashboard({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  return (
    <>
      <Welcome user={user} />
      {existsWith(settings().features, pages.flightBooking) && (
        <Suspense fallback={null}>
          <ChosenFlightCard />
        </Suspense>
      )}
      {existsWith(settings().features, pages.hold) && (
        <Suspense fallback={null}>
          <UnsentBookings key={user.id} userEmail={user.email ?? ''} />
        </Suspense>
      )}
      <section aria-labelledby="services">
        <h2 id="services" className="sr-only">
          {t('dashboard.services')}
        </h2>
        <ServiceTiles userId={user.id} />
      </section>
      <section aria-labelledby="recent" className="mt-10">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <h2 id="recent" tabIndex={-1} className="text-xl">
            {t('dashboard.recent')}
          </h2>
          <Link to={pages.bookings.href()} className={buttonClass({ tone: 'link' })}>
            {t('dashboard.viewAll')}
            <ArrowRight className="size-5" />
          </Link>
        </div>
        <div className="mt-3 overflow-hidden rounded-lg border border-line bg-surface">
          <RecentBookings userId={user.id} />
        </div>
      </section>
    </>
  );
}

export const loader = pageLoader(({ userId }) =>
  userId === null ? [] : [profileQuery(userId), balanceQuery(userId), recentRequestsQuery(userId)],
);

/** The members' dashboard (spec §2). */
export function Component() {
  const user = useUser();
  return user && <Dashboard user={user} />;
}
