import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#paths.ts';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';

/** A page that is only announced (spec §2). */
export function SoonPage({ page }: { readonly page: 'group' | 'payments' | 'support' }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t(`members.soon.${page}.title`)}
        beside={<Chip tone="waiting">{t('members.soon.badge')}</Chip>}
      />
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-control px-4 py-10 text-center">
        <QuietRiver className="h-auto w-56" />
        <p className="max-w-[34em] text-ink-2">
          <Phrases text={t(`members.soon.${page}.text`)} />
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button onClick={() => showToast({ title: 'toast.comingSoon' })}>
            {t(`members.soon.${page}.action`)}
          </Button>
          <Link to={paths.contact.href()} className={buttonClass({ tone: 'secondary' })}>
            {t('members.soon.contact')}
          </Link>
        </div>
      </div>
    </>
  );
}

/** My Orders: there are none, as nothing can be paid for yet (spec §2). */
export function OrdersPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageIntro
        eyebrow={t('nav.store')}
        title={t('members.orders.title')}
        text={t('members.orders.text')}
      />
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          picture={<QuietRiver className="h-auto w-56" />}
          title={t('members.orders.empty')}
          text={t('members.orders.emptyText')}
          action={
            <Link to={paths.store.href()} className={buttonClass({ tone: 'secondary' })}>
              {t('members.orders.store')}
            </Link>
          }
        />
      </div>
    </>
  );
}

/** The page of every unknown address. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="wrap grid justify-items-center gap-4 py-16 text-center lg:py-28">
      <QuietRiver className="h-auto w-80 max-w-full" />
      <h1 className="mt-4 text-3xl">{t('notFound.title')}</h1>
      <p className="max-w-[34em] text-lg text-ink-2">
        <Phrases text={t('notFound.text')} />
      </p>
      <Link to={paths.home.href()} className={buttonClass({ className: 'mt-4' })}>
        {t('notFound.home')}
      </Link>
    </div>
  );
}
