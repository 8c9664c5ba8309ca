import { useTranslation } from 'react-i18next';
import { OverviewTiles } from './overview-tiles.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SystemHealth } from './system-status.tsx';

const card = 'rounded-lg border border-line bg-surface p-5 sm:p-6';

/** The admins' first page (spec §2): what there is to do, what happened last, and whether everything works. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-3xl">{t('title.admin')}</h1>
      <p className="mt-2 text-ink-2">{t('overview.text')}</p>
      <OverviewTiles />
      <div className="mt-6 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="activity" className={card}>
          <h2 id="activity" className="mb-4 text-xl">
            {t('overview.activity.title')}
          </h2>
          <RecentActivity />
        </section>
        <section aria-labelledby="system" className={card}>
          <h2 id="system" tabIndex={-1} className="mb-4 text-xl">
            {t('overview.system.title')}
          </h2>
          <SystemHealth headingId="system" />
        </section>
      </div>
    </>
  );
}
