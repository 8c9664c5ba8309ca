import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bankName } from '@bkksiam/domain/banks';
import { hasBookingEnded, paidShare } from '@bkksiam/domain/booking-status';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useOrderStatus } from '#entities/order/order-status.ts';
import { slipKind } from '#entities/payment/slip-data.ts';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useStatus } from '#platform/status.ts';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { dueOf, rejectionTexts, type AdminSlip, type SlipTwin } from './slips-data.ts';
import { useSlipNames, useSlipStatus } from './slip-texts.ts';
import { Checks, Warnings } from './slip-warnings.tsx';

function AboutLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <ExternalLink className="size-4" />
      {children}
    </Link>
  );
}

/** The status of an order, about which a slip knows no more than whether it waits itself. */
function OrderChip({ slip, status }: { readonly slip: AdminSlip; readonly status: string }) {
  const { t } = useTranslation('adminSlips');
  const orderStatus = useOrderStatus();
  const reviewUntil = slip.status === 'WAITING' ? slip.created_at : null;
  const order = { status, method: 'standard', review_until: reviewUntil };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <StatusChip {...orderStatus(order)} show="beside" small />
      <AboutLink to={`${pages.adminOrders.href()}?show=all&order=${slip.order_id ?? ''}`}>
        {t('openOrder')}
      </AboutLink>
    </div>
  );
}

/** The booking or the order that the slip pays for, or the member whose credit it is for. */
function About({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const short = useShortTime();
  const status = useStatus();
  const { name } = useSlipNames()(slip);
  const { origin, destination, departs_on: from, returns_on: until, passengers } = slip;
  const days = [from, until].filter((day) => day !== null).map((day) => short.day(day));
  const people = passengers === null ? '' : t('due.people', { count: passengers });
  return (
    <div className="grid gap-1">
      {origin !== null && destination !== null && (
        <RouteCodes route={{ origin, destination }} className="text-xl leading-tight" />
      )}
      <p className="wrap-anywhere text-ink-2">
        {[days.join(' – '), people, name].filter(Boolean).join(' · ')}
      </p>
      {slip.booking_status !== null && slip.order_id !== null && (
        <OrderChip slip={slip} status={slip.booking_status} />
      )}
      {slip.booking_status !== null && slip.booking_id !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <StatusChip
            {...status('booking', slip.booking_status, paidShare(slip))}
            show="beside"
            small
          />
          <AboutLink to={`${pages.adminBookings.href()}?show=all&booking=${slip.booking_id}`}>
            {t('openBooking')}
          </AboutLink>
        </div>
      )}
    </div>
  );
}

/** What is due now, and whether the slip came in time. */
function Due({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const baht = useBaht();
  const short = useShortTime();
  const { due_at: by, booking_status: status } = slip;
  const due = dueOf(slip);
  const kind = slipKind(slip);
  function textOf(): string {
    if (kind === 'topUp') return t('due.topUp');
    if (due !== null) {
      const name = t(`due.${due.kind}`);
      return by === null
        ? t('due.open', { kind: name })
        : t('due.by', { kind: name, time: short.time(by) });
    }
    const hasEnded = status !== null && hasBookingEnded(status);
    if (kind === 'order') return t(hasEnded ? 'order.due.ended' : 'order.due.paid');
    if (hasEnded) return t('due.ended');
    return t(slip.total_satang === null ? 'due.unpriced' : 'due.paid');
  }
  return (
    <Section title={t('due.title')}>
      <p className="num text-2xl leading-tight font-strong">
        {due === null ? t(kind === 'topUp' ? 'topUp' : 'due.nothing') : baht(due.satang)}
      </p>
      <p className="text-ink-2">
        {textOf()} {t('due.sent', { time: short.time(slip.created_at) })}
      </p>
    </Section>
  );
}

function textIn(value: unknown, name: string): string | undefined {
  const inner: unknown = typeof value === 'object' && value !== null && Reflect.get(value, name);
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : undefined;
}

/** What the member typed, what the QR says, and what an outside checker says. */
function Says({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const language = useLanguage();
  const amount = textIn(slip.checker, 'amount');
  const checked = [
    amount !== undefined && satangText(Math.round(Number(amount) * 100)),
    textIn(slip.checker, 'transTimestamp'),
  ];
  return (
    <Section title={t('says.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('says.typed'), value: satangText(slip.typed_satang) },
          {
            name: t('says.credit'),
            value: slip.credit_satang === 0 ? undefined : satangText(slip.credit_satang),
          },
          { name: t('says.payer'), value: slip.payer_name },
          { name: t('says.bank'), value: slip.bank_code && bankName(slip.bank_code, language) },
          { name: t('says.reference'), value: slip.trans_ref },
          { name: t('says.checker'), value: checked.filter(Boolean).join('\n') },
        ]}
      />
      <Checks slip={slip} />
    </Section>
  );
}

/** What was decided, by whom. */
function Reviewed({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const language = useLanguage();
  const baht = useBaht();
  const short = useShortTime();
  const status = useSlipStatus()(slip);
  const { reason, surplus_satang: surplus, missing_satang: missing } = slip;
  if (slip.status === 'WAITING' || slip.reviewed_at === null) return null;
  const given = Object.entries(rejectionTexts[language]).find(([name]) => name === reason);
  return (
    <Section title={t('reviewed.title')}>
      <div className="mb-1" aria-live="polite">
        <StatusChip {...status} show="beside" small />
      </div>
      <FactList
        layout="ends"
        facts={[
          {
            name: t('reviewed.amount'),
            value: slip.accepted_satang === null ? undefined : baht(slip.accepted_satang),
          },
          { name: t('reviewed.surplus'), value: surplus ? baht(surplus) : undefined },
          { name: t('reviewed.missing'), value: missing ? baht(missing) : undefined },
          { name: t('reviewed.reason'), value: given?.[1] },
          { name: t('reviewed.note'), value: slip.note },
          { name: t('reviewed.by'), value: slip.reviewed_by_name },
          { name: t('reviewed.at'), value: short.time(slip.reviewed_at) },
        ]}
      />
    </Section>
  );
}

/** All that is known of a slip besides its picture. */
export function SlipFacts({
  slip,
  twins,
}: {
  readonly slip: AdminSlip;
  readonly twins: readonly SlipTwin[];
}) {
  return (
    <div className="grid gap-3 px-4 pb-4 *:[section]:border-t *:[section]:border-line *:[section]:pt-3 roomy:px-5">
      <About slip={slip} />
      <Reviewed slip={slip} />
      <Due slip={slip} />
      <Warnings slip={slip} twins={twins} />
      <Says slip={slip} />
    </div>
  );
}
