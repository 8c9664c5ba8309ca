import { useQuery } from '@tanstack/react-query';
import { FileText, Newspaper, ScrollText, UsersRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { countedThings, countQuery, type CountedThing } from './overview-data.ts';

const places: Record<CountedThing, { readonly to: string; readonly Icon: LucideIcon }> = {
  users: { to: paths.adminUsers.href(), Icon: UsersRound },
  requests: { to: paths.adminRequests.href(), Icon: FileText },
  news: { to: paths.adminNews.href(), Icon: Newspaper },
  logs: { to: paths.adminLogs.href(), Icon: ScrollText },
};

function Count({ of }: { readonly of: CountedThing }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(countQuery(of));
  if (data === undefined) {
    return (
      <span aria-busy="true" className="block py-1.5">
        <span className="sr-only">{t('state.loading')}</span>
        <Skeleton className="h-10 w-24" />
      </span>
    );
  }
  return (
    <span className="num block text-[2.25rem] leading-[1.2] font-strong tracking-head">
      {new Intl.NumberFormat(language).format(data)}
    </span>
  );
}

/** The ways to what admins work on, each with how much of it there is. */
export function OverviewTiles() {
  const { t } = useTranslation();
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 *:grid">
      {countedThings.map((thing) => {
        const { to, Icon } = places[thing];
        return (
          <li key={thing}>
            <Link
              to={to}
              className="flex min-h-37 min-w-0 flex-col rounded-lg border border-line bg-surface p-4 hover:border-line-control sm:p-6"
            >
              <Icon className="mb-auto size-7 text-teal" strokeWidth={1.5} aria-hidden />
              <span className="mt-4 block font-mid">{t(`overview.tile.${thing}`)}</span>
              <Count of={thing} />
              <span className="block text-sm text-ink-2">{t(`overview.tile.${thing}Text`)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
