import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { Phrases } from '#ui/phrases.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/parts/card.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { refundHeadingId, RefundChoice, type RefundChoiceProps } from './refund-choice.tsx';
import type { Refund } from './refund-data.ts';
import { RefundHistory, useDayText, type RefundEvent } from './refund-history.tsx';
import { hasRefundEnded, useRefundStatus } from './refund-status.ts';

export type RefundCardProps = RefundChoiceProps & {
  /** Of the booking, for the history; without them the card names the booking and leads to it. */
  readonly events?: readonly RefundEvent[];
};

/** Leads to the booking or the order. */
function SubjectLink({
  refund: { reference, order_id: orderId },
}: Pick<RefundChoiceProps, 'refund'>) {
  const { t } = useTranslation('refunds');
  const page = orderId === null ? pages.payableBooking : pages.order;
  return (
    <Link to={page.href(reference)} className={buttonClass({ tone: 'link' })}>
      {t(orderId === null ? 'seeBooking' : 'seeOrder')} <span className="sr-only">{reference}</span>
    </Link>
  );
}

/** What its status means; what an order gives back is in no conditions, and a guest has no credit. */
function useNote({ status, order_id: orderId }: Refund, isGuests: boolean): string {
  const { t } = useTranslation('refunds');
  if (isGuests && (status === 'ACCOUNT' || status === 'APPROVED')) return t(`guestNote.${status}`);
  const isOfOrder = orderId !== null && (status === 'OPEN' || status === 'NOTHING');
  return t(isOfOrder ? `orderNote.${status}` : `note.${status}`);
}

/** A member's refund: its status, amounts and history, and where it goes. Texts: `refunds`. */
export function RefundCard({ events, ...props }: RefundCardProps) {
  const { refund } = props;
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const dayText = useDayText();
  const status = useRefundStatus();
  const note = useNote(refund, 'linkToken' in props);
  const { paid_satang: paid, fee_satang: fee, amount_satang: amount } = refund;
  const id = refundHeadingId(refund);
  const { reference } = refund;
  const canChoose = refund.status === 'ACCOUNT' || refund.status === 'APPROVED';
  return (
    <Card
      id={id}
      title={events === undefined ? t('titleOf', { reference }) : t('title')}
      action={events === undefined && <SubjectLink refund={refund} />}
    >
      <div className="grid gap-5">
        <div aria-live="polite">
          <StatusChip {...status(refund.status)} show="beside" />
          <p className="mt-2 max-w-[38em] text-sm text-ink-2">
            <Phrases text={note} />
          </p>
        </div>
        <FactList
          layout="ends"
          facts={[
            { name: t('paid'), value: baht(paid) },
            { name: t('fee'), value: fee === null ? undefined : baht(fee) },
            {
              name: t('amount'),
              value: amount === null ? undefined : <strong>{baht(amount)}</strong>,
            },
            {
              name: t('promised'),
              value: hasRefundEnded(refund.status) ? undefined : dayText(refund.promised_on),
            },
          ]}
        />
        {canChoose && (
          <div className="border-t border-line pt-5">
            <RefundChoice key={refund.refund_id} {...props} />
          </div>
        )}
        {events !== undefined && (
          <section aria-labelledby={`${id}-history`} className="border-t border-line pt-5">
            <h3 id={`${id}-history`} className="mb-3 font-strong">
              {t('history.title')}
            </h3>
            <RefundHistory refund={refund} events={events} labelledBy={`${id}-history`} />
          </section>
        )}
      </div>
    </Card>
  );
}
