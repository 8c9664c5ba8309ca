import { useTranslation } from 'react-i18next';
import { useBaht } from '#platform/formats.ts';
import { Phrases } from '#ui/phrases.tsx';
import { Card } from '#ui/parts/card.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { RefundChoice, type RefundChoiceProps } from './refund-choice.tsx';
import { RefundHistory, useDayText, type RefundEvent } from './refund-history.tsx';
import { hasRefundEnded, useRefundStatus } from './refund-status.ts';

/** A member's refund: its status, amounts and history, and where it goes. Texts: `refunds`. */
export function RefundCard({
  events,
  ...props
}: RefundChoiceProps & { readonly events: readonly RefundEvent[] }) {
  const { refund } = props;
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const dayText = useDayText();
  const status = useRefundStatus();
  const { paid_satang: paid, fee_satang: fee, amount_satang: amount } = refund;
  const canChoose = refund.status === 'ACCOUNT' || refund.status === 'APPROVED';
  return (
    <Card id="refund" title={t('title')}>
      <div className="grid gap-5">
        <div aria-live="polite">
          <StatusChip {...status(refund.status)} show="beside" />
          <p className="mt-2 max-w-[38em] text-sm text-ink-2">
            <Phrases text={t(`note.${refund.status}`)} />
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
        <section aria-labelledby="refund-history" className="border-t border-line pt-5">
          <h3 id="refund-history" className="mb-3 font-strong">
            {t('history.title')}
          </h3>
          <RefundHistory refund={refund} events={events} labelledBy="refund-history" />
        </section>
      </div>
    </Card>
  );
}
