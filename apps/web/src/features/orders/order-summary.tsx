import { Copy, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokDay } from '@bkksiam/domain/bangkok';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { detailOf } from '#entities/offer/event-details.ts';
import { stageOf, type OrderStage } from '#entities/order/order-status.ts';
import { pages } from '#pages.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { StubCard } from '#ui/parts/ticket-card.tsx';
import { useAddressText } from './order-address.ts';
import {
  hasExpired,
  leftToPay,
  type BuyerProps,
  type Office,
  type Order,
  type OrderProps,
} from './order-data.ts';
import { OrderRail } from './order-rail.tsx';

/** What an order waits for, or how it ended; the buyer of one that was picked up has fetched it. */
export type Situation = OrderStage | 'PICKED_UP' | 'EXPIRED';

/** Renders anew when the deadline passes: see `useIsPast` where it is called. */
export function situationOf(order: Order): Situation {
  const stage = stageOf(order);
  const isOver = order.events.some(({ event }) => event === 'expired');
  if (hasExpired(order) || (stage === 'CANCELLED' && isOver)) return 'EXPIRED';
  return stage === 'DELIVERED' && order.method === 'pickup' ? 'PICKED_UP' : stage;
}

interface SituationProps extends OrderProps {
  readonly situation: Situation;
}

interface SummaryProps extends SituationProps, BuyerProps {
  readonly office: Office | null;
}

/** The amount that is due, or the day that counts. */
function useFigure({ order, situation }: SituationProps): string | undefined {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const language = useLanguage();
  const dayText = (day: string | undefined) => day && (shortDayText(day, language) ?? day);
  switch (situation) {
    case 'PLACED':
      return baht(leftToPay(order));
    case 'SHIPPED':
      return dayText(order.arrives_on ?? undefined);
    case 'DELIVERED':
    case 'PICKED_UP':
    case 'RETURNED':
    case 'CANCELLED':
      return dayText(bangkokDay(order.ended_at ?? ''));
    case 'PAID':
    case 'PACKED':
    case 'READY':
      return t(`figure.${situation}`);
    case 'CHECKING':
    case 'EXPIRED':
      return undefined;
  }
}

/** Where the order goes, or where it is. */
function useDetail({ order, situation, office }: SummaryProps): string | undefined {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const language = useLanguage();
  const place = useAddressText()(order)?.place;
  const method = t(`method.${order.method as 'standard'}`);
  if (situation === 'PLACED' && order.paid_satang > 0)
    return t('paidOf', { paid: baht(order.paid_satang), total: baht(order.total_satang) });
  if (situation === 'SHIPPED')
    return t('shippedTo', { carrier: order.carrier ?? '', method, place: place ?? '' });
  if (situation === 'READY' && office)
    return language === 'th' ? office.address_th : office.address_en;
  return undefined;
}

/** The number of the parcel, with the ways to follow it. */
function Parcel({ order }: OrderProps) {
  const { t } = useTranslation('orders');
  const { parcel_number: number, tracking_url: address, carrier } = order;
  const copy = useCopyText(number ?? '', { title: 'orders:parcelCopied' });
  if (number === null && address === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-4">
      {number !== null && (
        <p>
          <span className="block text-xs text-ink-2">
            {t('parcel', { carrier: carrier ?? '' })}
          </span>
          <span className="num block text-lg leading-snug font-strong wrap-anywhere">{number}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-x-5">
        {number !== null && (
          <Button tone="link" onClick={copy}>
            <Copy className="size-4.5" />
            {t('copyParcel')}
          </Button>
        )}
        {address !== null && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ tone: 'link' })}
          >
            <Truck className="size-4.5" />
            {t('follow')}
          </a>
        )}
      </div>
    </div>
  );
}

/** Why a slip was not accepted, while the payment is still to come. */
function SlipProblem({ order: { events } }: OrderProps) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const last = events.findLast(({ event }) =>
    ['slip_attached', 'slip_refused', 'payment_recorded'].includes(event),
  );
  if (last?.event !== 'slip_refused') return null;
  return (
    <Alert title={t('event.slip_refused')}>
      {detailOf(last, `reason_${language}`) ?? last.message ?? undefined}
    </Alert>
  );
}

function Deadline({ order, situation }: SituationProps): ReactNode {
  const { t } = useTranslation('orders');
  if (situation !== 'PLACED' && situation !== 'CHECKING') return null;
  const deadline = situation === 'PLACED' ? order.pay_by : order.review_until;
  if (deadline === null) return null;
  return (
    <DeadlineCountdown
      label={t(`due.${situation}`)}
      deadline={deadline}
      overText={t(`over.${situation}`)}
      onStub
    />
  );
}

/** The next press of the buyer. */
function Action({ buyer: { payHref }, situation }: SummaryProps): ReactNode {
  const { t } = useTranslation(['orders', 'common']);
  if (situation === 'PLACED')
    return (
      <Link to={payHref} className={buttonClass({ className: 'max-md:hidden' })}>
        {t('pay')}
      </Link>
    );
  if (situation === 'CHECKING')
    return (
      <Link to={payHref} className={buttonClass({ tone: 'secondary' })}>
        {t('seePayment')}
      </Link>
    );
  if (situation === 'EXPIRED' || situation === 'CANCELLED' || situation === 'RETURNED')
    return (
      <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
        {t('common:nav.browseStore')}
      </Link>
    );
  return null;
}

/** What is due and the next step, at the foot of a phone. */
function PayBar({ order, buyer: { payHref } }: BuyerProps) {
  const { t } = useTranslation('orders');
  const baht = useBaht();
  const timeText = useBangkokTime();
  return (
    <StickyBar
      label={t('bar')}
      totalLabel={
        order.pay_by === null ? t('card.PLACED') : t('by', { time: timeText(order.pay_by) })
      }
      total={baht(leftToPay(order))}
      action={
        <Link to={payHref} className={buttonClass()}>
          {t('pay')}
        </Link>
      }
    />
  );
}

/** What comes next, the steps, and the parcel. */
export function OrderSummary(props: SummaryProps) {
  const { order, situation, buyer } = props;
  const { t } = useTranslation('orders');
  const figure = useFigure(props);
  const detail = useDetail(props);
  const hasPaid = order.paid_at !== null || order.paid_satang > 0;
  const note = situation === 'CANCELLED' && hasPaid ? 'CANCELLED_PAID' : situation;
  return (
    <>
      {situation === 'PLACED' && <SlipProblem order={order} />}
      <StubCard
        id="next"
        title={t(`card.${situation}`)}
        figure={figure}
        detail={detail !== undefined && <p className="num text-sm">{detail}</p>}
        beside={<Deadline {...props} />}
      >
        <div className="grid gap-5 px-5 py-5 sm:px-6">
          <OrderRail order={order} />
          <Parcel order={order} />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-4">
            <Action {...props} />
            <p className="max-w-[38em] min-w-0 flex-1 basis-64 text-sm text-ink-2">
              <Phrases text={t(`note.${note}`)} />
            </p>
          </div>
        </div>
      </StubCard>
      {situation === 'PLACED' && <PayBar order={order} buyer={buyer} />}
    </>
  );
}
