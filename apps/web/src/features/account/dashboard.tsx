import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isPending } from '@bkksiam/domain/quotes';
import { displayName, nameAfterKhun } from '@bkksiam/domain/users';
import { recentRequestsQuery } from '#entities/request/request-data.ts';
import { pages } from '#pages.ts';
import { RiverScene } from '#drawings/river-scene.tsx';
import { profileQuery } from '#entities/user/profile-data.ts';
import { useLanguage } from '#platform/i18n.ts';
import { fullNameOf } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { ServiceTiles } from './service-tiles.tsx';

function Welcome({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery(user.id));
  const recent = useQuery(recentRequestsQuery(user.id));
  const pending = recent.data?.filter(({ status }) => isPending(status)).length ?? 0;
  const language = useLanguage();
  const name = displayName(profile.data?.full_name, fullNameOf(user));
  return (
    <div className="clip-yo relative isolate flex min-h-66 flex-col overflow-hidden bg-sky-2 p-6 text-on-night sm:min-h-60 sm:justify-center sm:p-10">
      <RiverScene
        alt=""
        className="absolute -right-38 -bottom-18 -z-20 h-72 w-auto max-w-none sm:-right-42 sm:-bottom-29 sm:h-115"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-b from-sky-1 from-24% to-transparent to-74% sm:bg-linear-to-r sm:from-[max(36%,100%-46rem)] sm:to-[max(78%,100%-18rem)]" />
      <h1 className="text-3xl wrap-anywhere sm:max-w-[62%]">
        {t('dashboard.greeting', { name: nameAfterKhun(name, language) })}
      </h1>
      <p className="mt-2 max-w-[16em] sm:max-w-[62%]">
        <Phrases
          text={pending > 0 ? t('dashboard.pending', { count: pending }) : t('dashboard.ready')}
        />
      </p>
    </div>
  );
}

/** The members' dashboard: greeting, services and what they have booked or asked for last. */
export function Dashboard({
  user,
  cards,
  children,
}: {
  readonly user: User;
  /** What the member can continue with, below the greeting. */
  readonly cards?: ReactNode;
  /** The recent bookings. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Welcome user={user} />
      {cards}
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
          {children}
        </div>
      </section>
    </>
  );
}
