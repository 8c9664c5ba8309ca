import { useTranslation } from 'react-i18next';
import { useFlightNames } from '#entities/offer/flight-names.ts';
import { detailOf, flightChangeOf } from '#entities/offer/event-details.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { nameAfterKhun } from '@bkksiam/domain/users';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { clockOf, dayOf } from '@bkksiam/domain/zoned-time';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { hasExpired, isPaidAtOnce, leftToPay, type Booking } from './booking-data.ts';
import type { BookingProps } from './booking-heading.tsx';
import { Card } from '#ui/parts/card.tsx';

type BookingEvent = Booking['events'][number];

const eventNames = [
  'hold_placed',
  'hold_extended',
  'priced',
  'payment_recorded',
  'payment_reversed',
  'deposit_refused',
  'review_ended',
  'confirmed',
  'passengers_set',
  'deposit_overdue',
  'balance_overdue',
  'names_overdue',
  'flag_cleared',
  'ticketed',
  'expired',
  'cancelled',
  'flight_changed',
  'times_changed',
  'airline_cancelled',
  'slip_attached',
  'slip_refused',
  'surplus_credited',
  'refund_opened',
  'refund_decided',
  'refund_account_given',
  'refund_promised',
  'refund_paid',
] as const;
type EventName = (typeof eventNames)[number];

const moneyEvents = [
  'payment_recorded',
  'payment_reversed',
  'slip_attached',
  'surplus_credited',
  'refund_decided',
  'refund_paid',
] as const;

/** Whether the text of an event names an amount. */
const isOfMoney = (name: EventName): name is (typeof moneyEvents)[number] =>
  moneyEvents.some((known) => known === name);

/** What an event is called: who did it makes a difference for some. */
function useEventText(isFromOffer: boolean): (name: EventName, event: BookingEvent) => string {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const baht = useBaht();
  const money = (event: BookingEvent, name: string) => {
    const satang = detailOf(event, name);
    return typeof satang === 'number' ? baht(Math.abs(satang)) : '';
  };
  return (name, event) => {
    const isOwn = event.actor === 'member';
    // Accepting an offer holds the seats, or confirms them if no deposit is due.
    if (isOwn && (name === 'hold_placed' || name === 'confirmed') && isFromOffer) {
      return t('event.offerAccepted');
    }
    if (isOwn && name === 'payment_recorded') {
      return t('event.paidWithCredit', { amount: money(event, 'amount_satang') });
    }
    if (isOfMoney(name)) {
      return t(`event.${name}`, { amount: money(event, 'amount_satang') });
    }
    if (name === 'refund_opened') {
      return t('event.refund_opened', { amount: money(event, 'paid_satang') });
    }
    if (name === 'refund_promised') {
      const day = String(detailOf(event, 'promised_on') ?? '');
      return t('event.refund_promised', { day: weekdayText(day, language) ?? day });
    }
    if (name === 'times_changed') return t('event.times_changed', flightChangeOf(event));
    if (name === 'priced') return t('event.priced', { total: money(event, 'total_satang') });
    if (name === 'ticketed') return t('event.ticketed', { pnr: detailOf(event, 'pnr') ?? '' });
    if (name === 'cancelled') return t(isOwn ? 'event.cancelled' : 'event.cancelledByUs');
    if (name !== 'passengers_set') return t(`event.${name}`);
    return t(isOwn ? 'event.passengers_set' : 'event.passengersSetByUs', {
      names: detailOf(event, 'names') ?? '',
      seats: detailOf(event, 'seats') ?? '',
    });
  };
}

/** The entries of what has happened; an event without a text here is left out. */
function useHistory({ events, quote_id: quoteId }: Booking): readonly TimeLineEntry[] {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const textOf = useEventText(quoteId !== null);
  return events.flatMap((event) => {
    const name = eventNames.find((known) => known === event.event);
    if (name === undefined) return [];
    const admin = event.actor === 'admin' ? event.actor_name : null;
    const heldUntil = detailOf(event, 'hold_expires_at');
    const reason = detailOf(event, `reason_${language}`);
    return [
      pastEntry(event, {
        when: timeText(event.created_at),
        what: textOf(name, event),
        who: [
          admin === null ? '' : t('byAdmin', { name: nameAfterKhun(admin, language) }),
          typeof heldUntil === 'string' && name !== 'expired'
            ? t('heldUntil', { time: timeText(heldUntil) })
            : '',
        ],
        quote: typeof reason === 'string' ? reason : event.message,
      }),
    ];
  });
}

interface Step {
  readonly key:
    | 'price'
    | 'deposit'
    /** The whole price at once. */
    | 'all'
    /** What is missing of the deposit, or of the whole price. */
    | 'rest'
    /** While the amount is not known. */
    | 'payLater'
    | 'check'
    | 'confirm'
    | 'names'
    | 'balance'
    | 'tickets';
  readonly by?: string | null;
  readonly amount?: number;
}

/** The steps until the booking is confirmed. */
function stepsToDeposit(booking: Booking): readonly Step[] {
  const { deposit_satang: deposit, paid_satang: paid } = booking;
  const price: readonly Step[] = deposit === null ? [{ key: 'price' }] : [];
  if (booking.review_until !== null) {
    return [{ key: 'check', by: booking.review_until }, ...price];
  }
  const by = booking.deposit_due_at ?? booking.hold_expires_at;
  if (deposit === null) return [...price, { key: 'payLater', by }, { key: 'confirm' }];
  const key = paid > 0 ? 'rest' : isPaidAtOnce(booking) ? 'all' : 'deposit';
  return [{ key, by, amount: deposit - paid }, { key: 'confirm' }];
}

/** The steps to the tickets, the present one first. */
function stepsOf(booking: Booking): readonly Step[] {
  const { status, deposit_satang: deposit, total_satang: total } = booking;
  if (!isOpenBooking(status) || hasExpired(booking)) return [];
  const left = leftToPay(booking);
  const balance = status === 'CONFIRMED' ? left : total === null ? null : total - (deposit ?? 0);
  const time = ({ by }: Step) => (by ? Date.parse(by) : Number.MAX_SAFE_INTEGER);
  const due: readonly Step[] = [
    ...(booking.has_all_names ? [] : [{ key: 'names' as const, by: booking.names_due_at }]),
    ...(balance === null || balance <= 0
      ? []
      : [{ key: 'balance' as const, by: booking.balance_due_at, amount: balance }]),
  ];
  const rest: readonly Step[] = [
    ...due.toSorted((one, other) => time(one) - time(other)),
    { key: 'tickets' },
  ];
  if (status === 'CONFIRMED') return rest;
  return [...stepsToDeposit(booking), ...rest];
}

/** What comes next: whose turn it is, then the steps after it, and the flight. */
function useNextSteps(booking: Booking, destination: string): readonly TimeLineEntry[] {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const baht = useBaht();
  const steps = stepsOf(booking).map(({ key, by, amount }, index): TimeLineEntry => ({
    key,
    state: index === 0 ? 'next' : 'later',
    when: by ? t('by', { time: timeText(by) }) : t(index === 0 ? 'next.now' : 'next.then'),
    what: t(`next.${key}`, { amount: amount === undefined ? '' : baht(amount) }),
    ...(index === 0 && {
      who: t(['price', 'check', 'confirm', 'tickets'].includes(key) ? 'next.ours' : 'next.yours'),
    }),
  }));
  const [first] = booking.segments;
  const flies = isOpenBooking(booking.status) ? steps.length > 0 : booking.status === 'TICKETED';
  if (first === undefined || !flies) return steps;
  const day = dayOf(first.departure);
  const flight: TimeLineEntry = {
    key: 'flight',
    state: steps.length === 0 ? 'next' : 'later',
    when: t('next.localTime', {
      day: weekdayText(day, language, true) ?? day,
      time: clockOf(first.departure),
    }),
    what: t('next.flight', { destination }),
  };
  return [...steps, flight];
}

/** The time line of a booking: what has happened and what comes next. */
export function BookingProgress({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const { city } = useFlightNames(known);
  const history = useHistory(booking);
  const next = useNextSteps(booking, city(booking.destination ?? ''));
  return (
    <Card id="progress" title={t('progress')}>
      <TimeLine labelledBy="progress" entries={[...history, ...next]} />
    </Card>
  );
}
