import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { usePageHandle } from '#platform/page-handle.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Phrases } from '#ui/phrases.tsx';

/** A page that is only announced (spec §2). */
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
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-control px-4 py-10 text-center">
        <EmptyPicture of="river" />
        <p className="max-w-[34em] text-ink-2">
          <Phrases text={t(`members.soon.${page}.text`)} />
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button onClick={() => showToast({ title: 'toast.comingSoon', tone: 'info' })}>
            {t(`members.soon.${page}.action`)}
          </Button>
          <Link to={pages.contact.href()} className={buttonClass({ tone: 'secondary' })}>
            {t('nav.contactUs')}
          </Link>
        </div>
      </div>
    </>
  );
}
