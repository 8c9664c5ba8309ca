import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { DayField } from '#entities/calendar/day-field.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { RefundFailure } from './refund-failure.tsx';
import { adminRefundKey, useRefundActions, type AdminRefund } from './refunds-data.ts';

interface Plan {
  readonly day: string;
}

const schema = z
  .object({ day: z.string() })
  .check(
    domainCheck<Plan>(
      ({ day }): Readonly<Partial<Record<keyof Plan, Problem>>> =>
        /^\d{4}-\d\d-\d\d$/.test(day) && day >= bangkokToday()
          ? {}
          : { day: { code: 'refund.day' } },
      'adminRefunds',
    ),
  );

/** Changes the day by which the member was told to have the money. */
export function PlanForm({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const actions = useRefundActions(row);
  const form = useAppForm({
    schema,
    values: { day: row.promised_on },
    mutationKey: [...adminRefundKey, 'plan'],
    send: ({ day }: Plan) => actions.promise(day),
    onSuccess: () =>
      showToast({ title: 'adminRefunds:plan.done', description: { text: row.reference } }),
  });
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
        <DayField {...form.control('day')} label={t('plan.day')} earliest={bangkokToday()} />
        <Button
          type="submit"
          tone="secondary"
          busy={form.busy}
          className="mt-7 min-h-13"
          aria-disabled={!form.isDirty || undefined}
        >
          {t('plan.save')}
        </Button>
      </div>
      <RefundFailure error={form.failure} />
    </Form>
  );
}
