import { useTranslation } from 'react-i18next';
import type { AmountDue } from '@bkksiam/domain/amount-due';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { pages } from '#pages.ts';
import { serverNow } from '#platform/server-clock.ts';

/** What a member pays for: a booking, or an order of the shop. */
export interface Payable {
  readonly kind: 'booking' | 'order';
  readonly id: string;
  /** The reference of a booking, the number of an order. */
  readonly reference: string;
  /** The address of its page. */
  readonly href: string;
  /** Whether it is the order of a guest, who has no credit. */
  readonly isGuests: boolean;
  readonly version: number;
  /** Null while there is no price. */
  readonly totalSatang: number | null;
  readonly paidSatang: number;
  /** Null for nothing, and while there is no price. */
  readonly due: AmountDue | null;
  /** Until when the amount that is due next has to be paid; null without a deadline. */
  readonly deadline: string | null;
  /** It is over: what comes in becomes credit. */
  readonly isOver: boolean;
  /** When it is over unless it is paid; null where it stays. */
  readonly endsAt: string | null;
  /** Of a booking. */
  readonly trip:
    | (StoredPassengers & { readonly origin: string | null; readonly destination: string | null })
    | null;
  /** Of an order. */
  readonly pieces: number | null;
}

/** Whether it is over: the clock that sets the status may come some seconds later. */
export const hasEnded = ({ isOver, endsAt }: Payable): boolean =>
  isOver || (endsAt !== null && Date.parse(endsAt) <= serverNow());

/** Where each kind is paid. */
export const payPages = { booking: pages.pay, order: pages.payOrder } as const;

/** The page of each kind. */
export const ownPages = { booking: pages.memberBooking, order: pages.order } as const;

/** The texts that an order has of its own. */
type SubjectText =
  | 'accepted.booking'
  | 'backTo'
  | 'ended.text'
  | 'ended.title'
  | 'heading.all'
  | 'heading.balance'
  | 'noAccount.subject'
  | 'noAccount.text'
  | 'paid.text'
  | 'seeBooking'
  | 'steps.tickets';

/** A text about what is paid for; some name it. */
export function useSubjectText() {
  const { t } = useTranslation('payments');
  return (kind: Payable['kind'], key: SubjectText, reference = ''): string => {
    const values = { reference };
    return kind === 'order' ? t(`order.${key}`, values) : t(key, values);
  };
}
