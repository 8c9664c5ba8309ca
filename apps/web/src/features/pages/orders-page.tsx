import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { PageIntro } from '#ui/page-intro.tsx';

/** My Orders: there are none, as nothing can be paid for yet (spec §2). */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <PageIntro eyebrow={t('nav.store')} title={t('nav.orders')} text={t('members.orders.text')} />
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          picture={<EmptyPicture of="orders" />}
          title={t('members.orders.empty')}
          text={t('members.orders.emptyText')}
          action={
            <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
              {t('nav.browseStore')}
            </Link>
          }
        />
      </div>
    </>
  );
}
