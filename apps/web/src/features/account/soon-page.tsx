import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { contactAbout } from '#pages.ts';
import { usePageHandle } from '#platform/page-handle.ts';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Balance } from './balance.tsx';

function Credit() {
  const { t } = useTranslation();
  const user = useUser();
  if (user === null) return null;
  return (
    <section
      aria-labelledby="credit"
      className="mb-4 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="credit" className="font-mid tracking-normal text-ink-2">
        {t('dashboard.tile.credit')}
      </h2>
      <Balance userId={user.id} />
    </section>
  );
}

/** A page that is only announced (spec §2). Until it comes, it leads to the team. */
export function Component() {
  const { t } = useTranslation();
  const page = usePageHandle()?.announces;
  if (page === undefined) return null;
  return (
    <>
      <PageHeader
        title={t(`members.soon.${page}.title`)}
        beside={<Chip tone="wait">{t('members.soon.badge')}</Chip>}
      />
      {page === 'payments' && <Credit />}
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-control px-4 py-10 text-center">
        <EmptyPicture of="river" />
        <p className="max-w-[34em] text-balance text-ink-2">
          <Phrases text={t(`members.soon.${page}.text`)} />
        </p>
        <div className="mt-4 grid gap-3 sm:flex">
          <Link to={contactAbout(t(`members.soon.${page}.subject`))} className={buttonClass()}>
            {t(`members.soon.${page}.contact`)}
          </Link>
          <Button
            tone="secondary"
            onClick={() => showToast({ title: 'toast.comingSoon', tone: 'info' })}
          >
            {t(`members.soon.${page}.action`)}
          </Button>
        </div>
      </div>
    </>
  );
}
