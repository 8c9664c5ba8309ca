import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailOf } from '#entities/offer/event-details.ts';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { contactAbout, existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { buttonClass } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { StubCard } from '#ui/parts/ticket-card.tsx';
import { useRefund } from './booking-refund.tsx';
import { LastSlip, takesPayments, useLastSlip } from './last-slip.tsx';
import { isPaidAtOnce, leftToPay, slipProblemOf, type Booking } from './booking-data.ts';

/** What a booking waits for, or how it ended. */
type Situation =
  | 'unpriced'
  | 'deposit'
  /** The whole price at once. */
  | 'all'
  | 'review'
  /** A part of the deposit. */
  | 'partial'
  /** A part of the whole price. */
  | 'rest'
  /** A payment before there is a price. */
  | 'received'
  | 'balance'
  | 'paid'
  | 'ticketed'
  | 'expired'
  | 'cancelled';

function situationOf(booking: Booking, isExpired: boolean): Situation {
  const { status, deposit_satang: deposit, review_until: reviewUntil } = booking;
  switch (status) {
    case 'HOLD':
      if (isExpired) return 'expired';
      if (deposit === null) return 'unpriced';
      return isPaidAtOnce(booking) ? 'all' : 'deposit';
    case 'DEPOSIT_PENDING':
      if (reviewUntil !== null) return 'review';
      if (deposit === null) return 'received';
      return isPaidAtOnce(booking) ? 'rest' : 'partial';
    case 'CONFIRMED':
      return leftToPay(booking) === 0 ? 'paid' : 'balance';
    case 'TICKETED':
      return 'ticketed';
    default:
      return status === 'EXPIRED' ? 'expired' : 'cancelled';
  }
}

const depositDue = ({ deposit_due_at: due, hold_expires_at: end }: Booking) => due ?? end;

const deadlines: Readonly<Partial<Record<Situation, (booking: Booking) => string | null>>> = {
  unpriced: ({ hold_expires_at: end }) => end,
  deposit: depositDue,
  all: depositDue,
  review: ({ review_until: end }) => end,
  balance: ({ balance_due_at: due }) => due,
};

/** The deadline of a situation; null if it has none. */
function deadlineOf(booking: Booking, situation: Situation): string | null {
  return deadlines[situation]?.(booking) ?? null;
}

/** So long before the deadline of the balance the note says what happens after it. */
const balanceSoonMs = 3 * 24 * 3_600_000;

const payable: readonly Situation[] = ['deposit', 'all', 'partial', 'rest', 'balance'];

interface SummaryProps {
  readonly booking: Booking;
  readonly situation: Situation;
}

function Deadline({ booking, situation }: SummaryProps) {
  const { t } = useTranslation('bookings');
  const deadline = deadlineOf(booking, situation);
  if (deadline === null) return null;
  const name =
    situation === 'all' ? 'deposit' : (situation as 'unpriced' | 'deposit' | 'review' | 'balance');
  return (
    <DeadlineCountdown
      label={t(`due.${name}`)}
      deadline={deadline}
      overText={t(`over.${name}`)}
      onStub
    />
  );
}

/** What is due, what is left of the deposit, what was paid, or the airline's booking code. */
function useFigure({ booking, situation }: SummaryProps): string | undefined {
  const baht = useBaht();
  const { deposit_satang: deposit, paid_satang: paid, total_satang: total, pnr } = booking;
  const rest = deposit === null ? null : Math.max(0, deposit - paid);
  const figures: Partial<Record<Situation, number | null>> = {
    deposit: rest,
    all: rest,
    partial: rest,
    rest,
    received: paid,
    balance: leftToPay(booking),
    paid: total ?? paid,
    review: deposit,
  };
  const satang = figures[situation] ?? null;
  if (situation === 'ticketed') return pnr ?? undefined;
  return satang === null ? undefined : baht(satang);
}

/** The total, and what of it is paid. */
function useDetail({ booking, situation }: SummaryProps): string | undefined {
  const { t } = useTranslation('bookings');
  const baht = useBaht();
  const { total_satang: total, paid_satang: paid } = booking;
  if (total === null || situation === 'paid' || situation === 'all') return undefined;
  const values = { total: baht(total), paid: baht(paid) };
  if (payable.includes(situation)) return t(paid > 0 ? 'ofTotalPaid' : 'ofTotal', values);
  return t(paid > 0 ? 'totalPaid' : 'total', values);
}

const titleOf = (situation: Situation) => (situation === 'rest' ? 'balance' : situation);

/** How much of the total is paid. */
function PaidBar({ booking, situation }: SummaryProps) {
  const { t } = useTranslation('bookings');
  const baht = useBaht();
  const { total_satang: total, paid_satang: paid } = booking;
  if (total === null || total === 0 || paid <= 0 || !payable.includes(situation)) return null;
  const width = `${String(Math.min(100, (paid / total) * 100))}%`;
  return (
    <div
      role="img"
      aria-label={t('paidOf', { paid: baht(paid), total: baht(total) })}
      className="h-2 overflow-hidden rounded-pill bg-sunken inset-ring inset-ring-line"
    >
      <div className="h-full bg-teal forced-colors:bg-[CanvasText]" style={{ width }} />
    </div>
  );
}

/** The link of a booking that has ended. */
function NextStep() {
  const { t } = useTranslation('bookings');
  const asks = existsWith(settings().features, pages.requestForm);
  return (
    <Link
      to={asks ? pages.requestForm.href() : pages.search.href()}
      className={buttonClass({ tone: 'secondary', className: 'md:ml-auto' })}
    >
      {asks ? t('askAgain') : t('searchAgain')}
    </Link>
  );
}

function useNote(userId: string, { booking, situation }: SummaryProps): string {
  const { t } = useTranslation('bookings');
  const baht = useBaht();
  const { paid_satang: paid, has_all_names: hasNames } = booking;
  const hasEnded = situation === 'expired' || situation === 'cancelled';
  const balanceDue = situation === 'balance' ? deadlineOf(booking, situation) : null;
  const isBalanceSoon = useIsPast(
    balanceDue === null
      ? undefined
      : new Date(Date.parse(balanceDue) - balanceSoonMs).toISOString(),
  );
  const refund = useRefund(userId, booking);
  if (refund !== undefined) return t('note.refund');
  if (isBalanceSoon) return t('note.balanceSoon');
  if (hasEnded && paid > 0) return t('note.paidAfterEnd', { paid: baht(paid) });
  if (situation === 'paid') return t(hasNames ? 'note.paid' : 'note.paidNoNames');
  return t(`note.${situation === 'rest' ? 'partial' : situation}`);
}

/** Why a payment slip was not accepted, while the payment is still to come. */
function SlipProblem({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const event = slipProblemOf(booking);
  if (event === undefined) return null;
  const reason = detailOf(event, `reason_${language}`) ?? event.message ?? undefined;
  return <Alert title={t(`event.${event.event as 'deposit_refused'}`)}>{reason}</Alert>;
}

/** The screen on which the member pays; without its feature the contact form, filled in with the question how to. */
function usePayLink({ reference }: Booking) {
  const { t } = useTranslation('bookings');
  return takesPayments()
    ? { to: pages.pay.href(reference), text: t('list.pay'), short: t('list.pay') }
    : { to: contactAbout(t('paySubject', { reference })), text: t('pay'), short: t('payShort') };
}

/** What is due and the next step, at the foot of a phone. */
function SummaryBar({ booking, situation, figure }: SummaryProps & { readonly figure: string }) {
  const { t } = useTranslation('bookings');
  const timeText = useBangkokTime();
  const deadline = deadlineOf(booking, situation);
  const { to, short } = usePayLink(booking);
  return (
    <StickyBar
      label={t('bar')}
      totalLabel={
        deadline === null
          ? t(`situation.${titleOf(situation)}`)
          : t('by', { time: timeText(deadline) })
      }
      total={figure}
      action={
        <Link to={to} className={buttonClass()}>
          {short}
        </Link>
      }
    />
  );
}

/** What is due until when, and what happens next; how the booking ended. */
export function BookingSummary({
  userId,
  booking,
  hasBar,
}: {
  readonly userId: string;
  readonly booking: Booking;
  /** Whether a phone's bar shows what is due; another part of the page may have it. */
  readonly hasBar: boolean;
}) {
  const { t } = useTranslation('bookings');
  const isPast = useIsPast(
    booking.status === 'HOLD' ? (booking.hold_expires_at ?? undefined) : undefined,
  );
  const situation = situationOf(booking, isPast);
  const props = { booking, situation };
  const note = useNote(userId, props);
  const figure = useFigure(props);
  const detail = useDetail(props);
  const slip = useLastSlip(userId, booking.booking_id);
  // While a slip is checked there is nothing to do.
  const isPayable = payable.includes(situation) && slip?.status !== 'WAITING';
  const payLink = usePayLink(booking);
  return (
    <>
      {situation !== 'expired' && <SlipProblem booking={booking} />}
      <StubCard
        id="due"
        title={t(`situation.${titleOf(situation)}`)}
        figure={figure}
        detail={detail !== undefined && <p className="num text-sm">{detail}</p>}
        beside={<Deadline {...props} />}
      >
        <div className="grid gap-4 px-5 py-5 sm:px-6">
          <PaidBar {...props} />
          {slip && <LastSlip userId={userId} booking={booking} slip={slip} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            {isPayable && (
              <Link to={payLink.to} className={buttonClass({ className: 'max-md:hidden' })}>
                {payLink.text}
              </Link>
            )}
            <p className="max-w-[38em] min-w-0 flex-1 basis-64 text-sm text-ink-2">
              <Phrases text={note} />
            </p>
            {(situation === 'expired' || situation === 'cancelled') && <NextStep />}
          </div>
        </div>
      </StubCard>
      {/* Outside of the card, whose filter would hold the bar at its end. */}
      {hasBar && isPayable && figure !== undefined && <SummaryBar {...props} figure={figure} />}
    </>
  );
}
