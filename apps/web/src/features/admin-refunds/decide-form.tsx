import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { refundPenalty } from '@bkksiam/domain/refund-penalty';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import { RefundFailure } from './refund-failure.tsx';
import {
  adminRefundKey,
  useRefundActions,
  type AdminRefund,
  type RefundDetails,
} from './refunds-data.ts';

interface Decision {
  readonly fee: number | null;
  readonly note: string;
}

function problemsOf(paid: number) {
  return ({ fee, note }: Decision): Readonly<Partial<Record<keyof Decision, Problem>>> => ({
    ...((fee === null || fee < 0 || fee > paid) && { fee: { code: 'refund.fee' } }),
    ...(note.length > 500 && { note: { code: 'refund.too_long', values: { max: 500 } } }),
  });
}

function useDecision(row: AdminRefund) {
  const actions = useRefundActions(row);
  const key = useIdempotencyKey();
  const baht = useBaht();
  return useAppForm({
    schema: z
      .object({ fee: z.nullable(z.number()), note: trimmedText })
      .check(domainCheck<Decision>(problemsOf(row.paid_satang), 'adminRefunds')),
    defaultValues: { fee: null, note: '' },
    draftKey: `refund decision ${row.refund_id}`,
    mutationKey: [...adminRefundKey, 'decide'],
    send: ({ fee, note }: Decision) => actions.decide(fee ?? 0, note, key.keyOf({ fee, note })),
    onSuccess: ({ approval_id: waits, amount_satang: amount }) => {
      key.forget();
      showToast({
        title: waits === undefined ? 'adminRefunds:decide.done' : 'adminRefunds:decide.waits',
        description: { text: `${row.reference} · ${baht(amount)}` },
        ...(waits !== undefined && { tone: 'info' as const }),
      });
    },
  });
}

/** Decides what is kept of the payments. A line says what goes back, and the button names it. */
export function DecideForm({ refund }: { readonly refund: RefundDetails }) {
  const { t } = useTranslation('adminRefunds');
  const baht = useBaht();
  const { row } = refund;
  const decision = useDecision(row);
  const fee = decision.form.watch('fee');
  const rest = fee === null || Number.isNaN(fee) ? null : row.paid_satang - fee;
  const penalty = refundPenalty(refund.conditions, refund.passengers, row.paid_satang);
  return (
    <Section title={t('decide.title')}>
      <Form onSubmit={decision.onSubmit} className="grid gap-3">
        <NumberField {...decision.amount('fee')} label={t('decide.fee')} />
        <div className="flex flex-wrap gap-2">
          {penalty !== undefined && (
            <Button tone="secondary" size="sm" onClick={() => decision.change('fee', penalty)}>
              {t('decide.penalty', { amount: baht(penalty) })}
            </Button>
          )}
          <Button tone="secondary" size="sm" onClick={() => decision.change('fee', 0)}>
            {t('decide.noFee')}
          </Button>
          <Button
            tone="secondary"
            size="sm"
            onClick={() => decision.change('fee', row.paid_satang)}
          >
            {t('decide.all')}
          </Button>
        </div>
        <TextArea {...decision.field('note')} label={t('decide.note')} rows={2} />
        <RefundFailure error={decision.failure} />
        <p className="text-sm text-ink-2" aria-live="polite">
          {rest !== null &&
            rest >= 0 &&
            t(rest === 0 ? 'decide.nothingLeft' : 'decide.left', { amount: baht(rest) })}
        </p>
        <Button type="submit" size="sm" wide busy={decision.busy}>
          {rest === null || rest < 0
            ? t('decide.submitEmpty')
            : t(rest === 0 ? 'decide.submitNothing' : 'decide.submit', { amount: baht(rest) })}
        </Button>
      </Form>
    </Section>
  );
}
