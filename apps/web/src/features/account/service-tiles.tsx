import { useQuery } from '@tanstack/react-query';
import {
  ArrowRight,
  BedDouble,
  PlaneTakeoff,
  QrCode,
  ShieldCheck,
  TicketsPlane,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { insuranceOffer } from '@bkksiam/domain/constants';
import { bahtText } from '@bkksiam/domain/money';
import { paths } from '#app/paths.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { balanceQuery } from './account-data.ts';

const tile = 'relative flex min-h-37 flex-col rounded-lg p-4 text-left sm:min-h-42 sm:p-6';
const paper = 'border border-line bg-surface hover:border-line-control';

function TileWords({
  icon: Icon,
  title,
  text,
  muted = false,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly muted?: boolean;
}) {
  return (
    <>
      <Icon
        className={classNames('mb-auto size-7', muted ? 'text-ink-3' : 'text-teal')}
        strokeWidth={1.5}
        aria-hidden
      />
      <span className="mt-4 block text-lg leading-head font-head text-balance">{title}</span>
      <span className="mt-1 block text-sm text-ink-2">{text}</span>
    </>
  );
}

function ReserveTile() {
  const { t } = useTranslation();
  return (
    <Link
      to={paths.groupRequest.href()}
      className={classNames(tile, 'bg-teal-deep text-on-night [--focus:var(--gold)]')}
    >
      <span className="mb-auto flex justify-between">
        <PlaneTakeoff className="size-7" strokeWidth={1.5} aria-hidden />
        <ArrowRight className="size-5" strokeWidth={1.6} aria-hidden />
      </span>
      <span className="mt-4 block text-2xl leading-head font-head">
        {t('dashboard.tile.reserve')}
      </span>
      <span className="mt-1 block text-sm">{t('dashboard.tile.reserveText')}</span>
    </Link>
  );
}

function Balance({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error } = useQuery(balanceQuery(userId));
  useEffect(() => {
    if (data?.tableMissing) {
      showToast({ title: 'toast.walletSoon', description: 'toast.walletSoonText' });
    }
  }, [data?.tableMissing]);
  useEffect(() => {
    if (error) logFailure('the credit could not be loaded', error);
  }, [error]);
  if (data) {
    return (
      <span className="num block text-[2.25rem] leading-[1.2] font-strong tracking-head whitespace-nowrap sm:text-[2.75rem]">
        {bahtText(data.value, language, 2)}
      </span>
    );
  }
  if (error) return <span className="block py-2 text-ink-2">{t('dashboard.creditFailed')}</span>;
  return (
    <span aria-busy="true" className="block py-1.5">
      <span className="sr-only">{t('dashboard.creditLoading')}</span>
      <Skeleton className="h-10 w-48" />
    </span>
  );
}

function CreditTile({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  return (
    <Link to={paths.payments.href()} className={classNames(tile, paper)}>
      <span className="mb-auto flex justify-between text-teal">
        <Wallet className="size-7" strokeWidth={1.5} aria-hidden />
        <ArrowRight className="size-5" strokeWidth={1.6} aria-hidden />
      </span>
      <span className="mt-4 block font-mid text-ink-2">{t('dashboard.tile.credit')}</span>
      <Balance userId={userId} />
    </Link>
  );
}

function HotelsTile() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => showToast({ title: 'toast.comingSoon' })}
      className={classNames(tile, 'w-full border border-dashed border-line-control')}
    >
      <TileWords
        icon={BedDouble}
        title={t('dashboard.tile.hotels')}
        text={t('dashboard.tile.hotelsText')}
        muted
      />
    </button>
  );
}

/** The six tiles of the dashboard (spec §2); the one strong action is to reserve a flight. */
export function ServiceTiles({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const offer = {
    commission: insuranceOffer.commissionPercent,
    discount: insuranceOffer.discountPercent,
  };
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 *:grid">
      <li className="col-span-2 sm:col-span-1 xl:col-span-2">
        <ReserveTile />
      </li>
      <li className="col-span-2 sm:col-span-1 xl:col-span-2">
        <CreditTile userId={userId} />
      </li>
      <li>
        <Link to={paths.support.href()} className={classNames(tile, paper)}>
          <TileWords
            icon={ShieldCheck}
            title={t('dashboard.tile.insurance')}
            text={t('dashboard.tile.insuranceText', offer)}
          />
        </Link>
      </li>
      <li>
        <Link to={paths.bookings.href()} className={classNames(tile, paper)}>
          <TileWords
            icon={TicketsPlane}
            title={t('dashboard.tile.bookings')}
            text={t('dashboard.tile.bookingsText')}
          />
        </Link>
      </li>
      <li>
        <Link to={paths.payments.href()} className={classNames(tile, paper)}>
          <TileWords
            icon={QrCode}
            title={t('dashboard.tile.topUp')}
            text={t('dashboard.tile.topUpText')}
          />
        </Link>
      </li>
      <li>
        <HotelsTile />
      </li>
    </ul>
  );
}
