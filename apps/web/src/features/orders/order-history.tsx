import { useTranslation } from 'react-i18next';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { nameAfterKhun } from '@bkksiam/domain/users';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { detailOf } from '#entities/offer/event-details.ts';
import { stageOf, type OrderStage } from '#entities/order/order-status.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { hasExpired, leftToPay, type Order, type OrderProps } from './order-data.ts';

type OrderEvent = Order['events'][number];

const eventNames = [
  'placed',
  'slip_attached',
  'slip_refused',
  'payment_recorded',
  'surplus_credited',
  'pack',
  'ship',
  'hand_over',
  'deliver',
  'return_asked',
  'return_refused',
  'take_back',
  'cancelled',
  'expired',
  'refund_opened',
  'refund_decided',
  'refund_account_given',
  'refund_promised',
  'refund_paid',
] as const;
type EventName = (typeof eventNames)[number];

/** What an event is called. */
function useEventText(method: string): (name: EventName, event: OrderEvent) => string {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const baht = useBaht();
  return (name, event) => {
    const satang = detailOf(event, name === 'refund_opened' ? 'paid_satang' : 'amount_satang');
    const amount = typeof satang === 'number' ? baht(satang) : '';
    if (name === 'cancelled')
      return t(event.actor === 'admin' ? 'event.cancelledByUs' : 'event.cancelled');
    if (name === 'payment_recorded') {
      const isCredit = detailOf(event, 'credit_satang') === satang;
      return t(isCredit ? 'event.paidWithCredit' : 'event.payment_recorded', { amount });
    }
    if (name === 'ship') return t('event.ship', { carrier: detailOf(event, 'carrier') ?? '' });
    if (name === 'pack') return t(method === 'pickup' ? 'event.ready' : 'event.pack');
    if (name === 'refund_promised') {
      const day = String(detailOf(event, 'promised_on') ?? '');
      return t('event.refund_promised', { day: weekdayText(day, language) ?? day });
    }
    return t(`event.${name}`, { amount });
  };
}

/** The entries of what has happened; an event without a text here is left out. */
function useHistory({ events, receipts, method, status }: Order): readonly TimeLineEntry[] {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const textOf = useEventText(method);
  function detailsOf(event: OrderEvent): readonly string[] {
    const admin = event.actor === 'admin' ? event.actor_name : null;
    const receipt = receipts.find(({ posting_id: id }) => id === detailOf(event, 'posting_id'));
    return [
      admin === null ? '' : t('byAdmin', { name: nameAfterKhun(admin, language) }),
      event.event === 'placed' && status === 'PLACED' ? t('kept') : '',
      event.event === 'ship' ? String(detailOf(event, 'parcel_number') ?? '') : '',
      receipt === undefined ? '' : t('receipt', { number: receiptNumberText(receipt) }),
    ];
  }
  return events.flatMap((event) => {
    const name = eventNames.find((known) => known === event.event);
    if (name === undefined) return [];
    const reason = detailOf(event, `reason_${language}`);
    return [
      pastEntry(event, {
        when: timeText(event.created_at),
        what: textOf(name, event),
        who: detailsOf(event),
        quote: typeof reason === 'string' ? reason : event.message,
      }),
    ];
  });
}

type NextStep = 'pay' | 'check' | 'pack' | 'ready' | 'ship' | 'pickUp' | 'deliver';

/** The steps that are still to come, the present one first. */
function stepsToCome(order: Order): readonly NextStep[] {
  const sends: readonly NextStep[] = ['ship', 'deliver'];
  const afterPayment: readonly NextStep[] =
    order.method === 'pickup' ? ['ready', 'pickUp'] : ['pack', ...sends];
  const steps: Readonly<Partial<Record<OrderStage, readonly NextStep[]>>> = {
    PLACED: hasExpired(order) ? [] : ['pay', ...afterPayment],
    CHECKING: ['check', ...afterPayment],
    PAID: afterPayment,
    PACKED: sends,
    READY: ['pickUp'],
    SHIPPED: ['deliver'],
  };
  return steps[stageOf(order)] ?? [];
}

const turns = { pay: 'yours', pickUp: 'yours', deliver: 'carriers' } as const;

function useNextSteps(order: Order): readonly TimeLineEntry[] {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { pay_by: payBy, review_until: reviewUntil, arrives_on: day } = order;
  const deadlines: Readonly<Partial<Record<string, string | null>>> = {
    pay: payBy && timeText(payBy),
    check: reviewUntil && timeText(reviewUntil),
    deliver: day && (weekdayText(day, language, true) ?? day),
  };
  return stepsToCome(order).map((key, index): TimeLineEntry => {
    const by = deadlines[key];
    const turn = key in turns ? turns[key as keyof typeof turns] : 'ours';
    return {
      key,
      state: index === 0 ? 'next' : 'later',
      when: by ? t('by', { time: by }) : t(index === 0 ? 'next.now' : 'next.then'),
      what: t(`next.${key}`, { amount: baht(leftToPay(order)) }),
      ...(index === 0 && { who: t(`next.${turn}`) }),
    };
  });
}

/** The time line of an order: what has happened and what comes next. */
export function OrderHistory({ order }: OrderProps) {
  const { t } = useTranslation('orders');
  const history = useHistory(order);
  const next = useNextSteps(order);
  return (
    <Card id="history" title={t('history')}>
      <TimeLine labelledBy="history" entries={[...history, ...next]} />
    </Card>
  );
}
