import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import type { Refund } from './refund-data.ts';
import { hasRefundEnded } from './refund-status.ts';

/** An event of the booking's time line. */
export interface RefundEvent {
  readonly event: string;
  readonly created_at: string;
  readonly message: string | null;
}

/** A calendar day with its weekday. */
export function useDayText(): (day: string) => string {
  const language = useLanguage();
  return (day) => weekdayText(day, language, true) ?? day;
}

/** What was decided, with the fee and the note of the admin. */
function useDecision(refund: Refund, events: readonly RefundEvent[]): TimeLineEntry | undefined {
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { fee_satang: fee, amount_satang: amount, decided_at: at } = refund;
  if (at === null || fee === null || amount === null) return undefined;
  const note = events.findLast(({ event }) => event === 'refund_decided')?.message ?? null;
  const values = { amount: baht(amount), fee: baht(fee) };
  return {
    key: 'decided',
    state: 'done',
    when: timeText(at),
    what: refund.status === 'NOTHING' ? t('history.nothing') : t('history.decided', values),
    who: fee === 0 ? t('history.noFee') : t('history.fee', values),
    ...(note !== null && { quote: note }),
  };
}

/** The bank account that was given last. */
function useAccount(refund: Refund, events: readonly RefundEvent[]): TimeLineEntry | undefined {
  const { t } = useTranslation('refunds');
  const timeText = useBangkokTime();
  const given = events.findLast(({ event }) => event === 'refund_account_given');
  const { account_ending: ending } = refund;
  if (given === undefined || refund.destination !== 'bank') return undefined;
  return {
    key: 'account',
    state: 'done',
    when: timeText(given.created_at),
    what: ending === null ? t('history.account') : t('history.accountEnding', { ending }),
  };
}

function usePaid(refund: Refund): TimeLineEntry | undefined {
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { ended_at: at, amount_satang: amount, destination } = refund;
  if (refund.status !== 'REFUNDED' || at === null || amount === null) return undefined;
  const key = destination === 'credit' ? 'toCredit' : 'toBank';
  return {
    key: 'paid',
    state: 'done',
    when: timeText(at),
    what: t(`history.${key}`, { amount: baht(amount) }),
  };
}

/** What is still to come; the first step is whose turn it is. */
function useNextSteps(refund: Refund): readonly TimeLineEntry[] {
  const { t } = useTranslation('refunds');
  const dayText = useDayText();
  const steps = (['OPEN', 'ACCOUNT', 'APPROVED'] as const).slice(
    refund.status === 'OPEN' ? 0 : refund.status === 'ACCOUNT' ? 1 : 2,
  );
  if (hasRefundEnded(refund.status)) return [];
  return steps.map((step, index) => ({
    key: step,
    state: index === 0 ? 'next' : 'later',
    when:
      step === 'APPROVED'
        ? t('next.by', { day: dayText(refund.promised_on) })
        : t(index === 0 ? 'next.now' : 'next.then'),
    what: t(step === 'OPEN' && refund.order_id !== null ? 'next.order' : `next.${step}`),
    ...(index === 0 && { who: t(step === 'ACCOUNT' ? 'next.yours' : 'next.ours') }),
  }));
}

/** What has happened to a refund, and what comes next. */
export function RefundHistory({
  refund,
  events,
  labelledBy,
}: {
  readonly refund: Refund;
  readonly events: readonly RefundEvent[];
  readonly labelledBy: string;
}) {
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const entries = [
    {
      key: 'opened',
      state: 'done' as const,
      when: timeText(refund.created_at),
      what: t('history.opened', { amount: baht(refund.paid_satang) }),
    },
    useDecision(refund, events),
    useAccount(refund, events),
    usePaid(refund),
    ...useNextSteps(refund),
  ];
  return (
    <TimeLine labelledBy={labelledBy} entries={entries.filter((entry) => entry !== undefined)} />
  );
}
