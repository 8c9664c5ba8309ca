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
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { insuranceOffer } from '@bkksiam/domain/constants';
import { contactAbout, existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { classNames } from '#ui/class-names.ts';
import { Balance } from './balance.tsx';

const tile = 'relative flex min-h-37 flex-col rounded-lg p-4 text-left sm:min-h-42 sm:p-6';
const linkTile = `${tile} border border-line bg-surface hover:border-line-control`;

function TileText({
  icon: Icon,
  iconClass = 'text-teal',
  title,
  text,
}: {
  readonly icon: LucideIcon;
  readonly iconClass?: string;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <>
      <Icon className={classNames('size-7', iconClass)} strokeWidth={1.5} />
      <span className="mt-4 block text-lg leading-head font-head text-balance">{title}</span>
      <span className="mt-1 block text-sm text-ink-2">{text}</span>
    </>
  );
}

function TileIcons({ icon: Icon, className }: { icon: LucideIcon; className?: string }) {
  return (
    <span className={classNames('flex justify-between', className)}>
      <Icon className="size-7" strokeWidth={1.5} />
      <ArrowRight className="size-5" />
    </span>
  );
}

function HotelsTile() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  function openContact() {
    const opened = navigate(contactAbout(t('members.soon.hotels.subject')));
    logRejection('the contact form could not be opened', opened);
  }
  function announce() {
    const action = { text: 'members.soon.hotels.contact', run: openContact } as const;
    showToast({ title: 'toast.comingSoon', tone: 'info', action });
  }
  return (
    <button
      type="button"
      onClick={announce}
      className={classNames(tile, 'w-full border border-dashed border-line-control')}
    >
      <TileText
        icon={BedDouble}
        iconClass="text-ink-3"
        title={t('dashboard.tile.hotels')}
        text={t('dashboard.tile.hotelsText')}
      />
    </button>
  );
}

/** The six tiles of the dashboard (spec §2). */
export function ServiceTiles({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { features } = settings();
  const reserve = existsWith(features, pages.flightSearch)
    ? pages.flightSearch
    : pages.groupRequest;
  const topUp = existsWith(features, pages.topUp) ? pages.topUp : pages.payments;
  const offer = {
    commission: insuranceOffer.commissionPercent,
    discount: insuranceOffer.discountPercent,
  };
  const links = [
    { to: pages.support, icon: ShieldCheck, name: 'insurance' },
    { to: pages.bookings, icon: TicketsPlane, name: 'bookings' },
    { to: topUp, icon: QrCode, name: 'topUp' },
  ] as const;
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 *:grid">
      <li className="col-span-2 sm:col-span-1 xl:col-span-2">
        <Link to={reserve.href()} className={classNames(tile, 'bg-teal-deep text-on-night')}>
          <TileIcons icon={PlaneTakeoff} />
          <span className="mt-4 block text-2xl leading-head font-head">
            {t('dashboard.tile.reserve')}
          </span>
          <span className="mt-1 block text-sm">{t('dashboard.tile.reserveText')}</span>
        </Link>
      </li>
      <li className="col-span-2 sm:col-span-1 xl:col-span-2">
        <Link to={pages.payments.href()} className={linkTile}>
          <TileIcons icon={Wallet} className="text-teal" />
          <span className="mt-4 block font-mid text-ink-2">{t('dashboard.tile.credit')}</span>
          <Balance userId={userId} />
        </Link>
      </li>
      {links.map(({ to, icon, name }) => (
        <li key={name}>
          <Link to={to.href()} className={linkTile}>
            <TileText
              icon={icon}
              title={t(`dashboard.tile.${name}`)}
              text={t(`dashboard.tile.${name}Text`, offer)}
            />
          </Link>
        </li>
      ))}
      <li>
        <HotelsTile />
      </li>
    </ul>
  );
}
