import { useQuery } from '@tanstack/react-query';
import { FileText, Newspaper, ScrollText, UsersRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundedCountText } from '#list/list-query.ts';
import { pages } from '#pages.ts';
import { useLanguage, type TextKey } from '#platform/i18n.ts';
import { hasFailed } from '#platform/query-fallback.tsx';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { Card } from '#ui/parts/card.tsx';
import { withWholeWords } from '#ui/phrases.tsx';
import { countedSections, countQuery, isBounded, type CountedSection } from './overview-data.ts';
import { RecentActivity } from './recent-activity.tsx';
import { SystemHealth } from './system-status.tsx';

// Browsers break within this Thai word, which is in the name of a tile.
const signIn = /(เข้าสู่ระบบ)/;

const tiles: Record<
  CountedSection,
  { readonly text: TextKey; readonly to: string; readonly Icon: LucideIcon }
> = {
  users: { text: 'sidebar.users', to: pages.adminUsers.href(), Icon: UsersRound },
  requests: { text: 'admin.requests.title', to: pages.adminRequests.href(), Icon: FileText },
  news: { text: 'admin.news.title', to: pages.adminNews.href(), Icon: Newspaper },
  logs: { text: 'admin.logs.title', to: pages.adminLogs.href(), Icon: ScrollText },
};

function Count({ of }: { readonly of: CountedSection }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery(countQuery(of));
  // A failure counts as 0 (spec §7).
  const count = hasFailed(query) ? 0 : query.data;
  if (count === undefined) {
    return (
      <Loading label={t('state.loading')} className="py-[0.1rem]">
        <Skeleton className="h-10 w-24" />
      </Loading>
    );
  }
  return (
    <span className="num block text-[2.25rem] leading-[1.2] font-strong tracking-head">
      {isBounded(of) ? boundedCountText(count) : new Intl.NumberFormat(language).format(count)}
    </span>
  );
}

function Tiles() {
  const { t } = useTranslation();
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 *:grid">
      {countedSections.map((section) => {
        const { text, to, Icon } = tiles[section];
        return (
          <li key={section}>
            <Link
              to={to}
              className="flex min-h-37 min-w-0 flex-col rounded-lg border border-line bg-surface p-4 hover:border-line-control sm:p-6"
            >
              <Icon className="size-7 flex-none text-teal" strokeWidth={1.5} />
              <span className="mt-4 block font-mid">{withWholeWords(t(text), signIn)}</span>
              <Count of={section} />
              <span className="block text-sm text-ink-2">{t(`overview.tile.${section}Text`)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The heading of the Admin Overview. */
export function OverviewHead() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-3xl">{t('title.admin')}</h1>
      <p className="mt-2 text-ink-2">{t('overview.text')}</p>
    </>
  );
}

/** Counts, latest activity and status of the system. */
export function Overview() {
  const { t } = useTranslation();
  return (
    <>
      <Tiles />
      <div className="mt-6 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card id="activity" title={t('overview.activity.title')}>
          <RecentActivity />
        </Card>
        <Card id="system" title={t('overview.system.title')}>
          <SystemHealth headingId="system" />
        </Card>
      </div>
    </>
  );
}
