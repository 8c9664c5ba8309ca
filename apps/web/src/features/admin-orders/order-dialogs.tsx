import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { showToast } from '#platform/toast.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { useOrderAction, useOrderFailure } from './order-actions.ts';
import { adminOrderKey, type AdminOrder } from './orders-data.ts';

interface DialogProps {
  readonly row: AdminOrder;
  readonly onClose: () => void;
}

const maxNote = 2000;

function noteProblems(note: string, isNeeded: boolean): Readonly<{ note?: Problem }> {
  if (isNeeded && note === '') return { note: { code: 'order.reason' } };
  if (note.length <= maxNote) return {};
  return { note: { code: 'order.too_long', values: { max: maxNote } } };
}

function Failure({
  error,
}: {
  readonly error: Parameters<ReturnType<typeof useOrderFailure>>[0] | null;
}) {
  const { t } = useTranslation('adminOrders');
  const failureText = useOrderFailure();
  return error && <Alert title={t('failed')}>{failureText(error)}</Alert>;
}

const reasonSchema = z
  .object({ note: trimmedText })
  .check(
    domainCheck<{ readonly note: string }>(({ note }) => noteProblems(note, true), 'adminOrders'),
  );

/** Cancels an order with the reason that its buyer reads; what was paid is refunded, and the pieces are free again. */
export function CancelDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  const send = useOrderAction(row);
  const form = useAppForm({
    schema: reasonSchema,
    defaultValues: { note: '' },
    draftKey: `cancel ${row.order_id}`,
    mutationKey: [...adminOrderKey, 'cancel'],
    send: ({ note }) => send('cancel', { note }),
    onSuccess: () => {
      showToast({ title: 'adminOrders:done.cancel', description: { text: row.number } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('cancel.title', { number: row.number })}
      text={
        row.paid_satang > 0
          ? t('cancel.paidText', { amount: baht(row.paid_satang) })
          : t('cancel.text')
      }
      form={form}
      onClose={onClose}
      submitLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.keep')}
      tone="danger"
    >
      <TextArea {...form.field('note')} label={t('cancel.reason')} rows={3} />
      <Failure error={form.failure} />
    </FormDialog>
  );
}

/** Refuses the return that the buyer has requested, with a reason that the buyer reads. */
export function RefuseReturnDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation('adminOrders');
  const send = useOrderAction(row);
  const form = useAppForm({
    schema: reasonSchema,
    defaultValues: { note: '' },
    draftKey: `refuse return ${row.order_id}`,
    mutationKey: [...adminOrderKey, 'refuse_return'],
    send: ({ note }) => send('refuse_return', { note }),
    onSuccess: () => {
      showToast({ title: 'adminOrders:done.refuse_return', description: { text: row.number } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('refuse_return.title', { number: row.number })}
      text={t('refuse_return.text')}
      form={form}
      onClose={onClose}
      submitLabel={t('refuse_return.confirm')}
      cancelLabel={t('refuse_return.keep')}
      tone="danger"
    >
      <TextArea {...form.field('note')} label={t('refuse_return.reason')} rows={3} />
      <Failure error={form.failure} />
    </FormDialog>
  );
}

interface ReturnInput {
  readonly shelf: 'back' | 'broken';
  readonly note: string;
}

const returnSchema = z
  .object({ shelf: z.enum(['back', 'broken']), note: trimmedText })
  .check(domainCheck<ReturnInput>(({ note }) => noteProblems(note, false), 'adminOrders'));

/** Records that the parcel came back: the refund opens, and the pieces go back on the shelf unless they are broken. */
export function TakeBackDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  const send = useOrderAction(row);
  const form = useAppForm({
    schema: returnSchema,
    defaultValues: { shelf: 'back', note: '' },
    draftKey: `return ${row.order_id}`,
    mutationKey: [...adminOrderKey, 'take_back'],
    send: ({ shelf, note }: ReturnInput) =>
      send('take_back', { restock: shelf === 'back', ...(note !== '' && { note }) }),
    onSuccess: () => {
      showToast({ title: 'adminOrders:done.take_back', description: { text: row.number } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('take_back.title', { number: row.number })}
      text={t('take_back.text', { amount: baht(row.paid_satang) })}
      form={form}
      onClose={onClose}
      submitLabel={t('take_back.confirm')}
    >
      <RadioField
        legend={t('take_back.shelf')}
        choices={(['back', 'broken'] as const).map((value) => ({
          value,
          text: t(`take_back.${value}`),
        }))}
        chosen={form.form.watch('shelf')}
        onChoose={(shelf) => form.change('shelf', shelf)}
      />
      <TextArea {...form.field('note')} label={t('take_back.note')} rows={2} />
      <Failure error={form.failure} />
    </FormDialog>
  );
}
