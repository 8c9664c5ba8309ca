import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { buyerInput, buyerOf } from '@bkksiam/domain/receipt-buyer';
import { BuyerFields } from '#entities/payment/buyer-fields.tsx';
import { useBuyerForm } from '#entities/payment/buyer-form.ts';
import { ReceiptFailure } from '#entities/payment/receipt-failure.tsx';
import { useSaveReceipt } from '#entities/payment/save-receipt.ts';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { isFixed, receiptKey, useReceiptActions, type ReceiptDetails } from './receipts-data.ts';

interface DialogProps {
  readonly receipt: ReceiptDetails;
  readonly onClose: () => void;
}

interface Voiding {
  readonly reason: string;
}

const voiding = z
  .object({ reason: trimmedText })
  .check(
    domainCheck<Voiding>(
      ({ reason }): Readonly<Partial<Record<keyof Voiding, Problem>>> =>
        reason === ''
          ? { reason: { code: 'receipt.reason' } }
          : reason.length > 500
            ? { reason: { code: 'receipt.too_long', values: { max: 500 } } }
            : {},
      'adminReceipts',
    ),
  );

/** Asks for the reason, and says what voiding means. */
function VoidDialog({ receipt, onClose }: DialogProps) {
  const { t } = useTranslation('adminReceipts');
  const { voidIt } = useReceiptActions(receipt.receipt_id);
  const number = receiptNumberText(receipt);
  const form = useAppForm({
    schema: voiding,
    defaultValues: { reason: '' } satisfies Voiding,
    draftKey: `void receipt ${receipt.receipt_id}`,
    mutationKey: [...receiptKey, 'void'],
    send: ({ reason }: Voiding) => voidIt(reason),
    onSuccess: () => {
      showToast({ title: 'adminReceipts:void.done', description: { text: number } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('void.title', { number })}
      text={t(receipt.series === 'CN' ? 'void.textOfNote' : 'void.text')}
      form={form}
      onClose={onClose}
      submitLabel={t('void.confirm')}
      cancelLabel={t('void.cancel')}
      tone="danger"
    >
      <TextArea {...form.field('reason')} label={t('void.reason')} rows={3} />
      <ReceiptFailure error={form.failure} />
    </FormDialog>
  );
}

/** Issues a receipt again for another buyer. */
function BuyerDialog({
  receipt,
  onClose,
  onIssued,
}: DialogProps & { readonly onIssued: (id: string) => void }) {
  const { t } = useTranslation('adminReceipts');
  const { changeBuyer } = useReceiptActions(receipt.receipt_id);
  const form = useBuyerForm({
    initial: buyerInput(buyerOf(receipt.data.buyer)),
    draftKey: `buyer of receipt ${receipt.receipt_id}`,
    send: changeBuyer,
    onSuccess: (issued) => {
      showToast({
        title: 'adminReceipts:reissue.done',
        description: { text: receiptNumberText(issued) },
      });
      onClose();
      onIssued(issued.receipt_id);
    },
  });
  return (
    <FormDialog
      title={t('reissue.title', { number: receiptNumberText(receipt) })}
      text={t('reissue.text')}
      form={form}
      onClose={onClose}
      submitLabel={t('reissue.confirm')}
    >
      <BuyerFields form={form} />
      <ReceiptFailure error={form.failure} />
    </FormDialog>
  );
}

interface ReceiptActionsProps {
  readonly receipt: ReceiptDetails;
  /** Shows the receipt that replaces it. */
  readonly onIssued: (id: string) => void;
}

/** Saves the PDF of a receipt, and voids or replaces one that counts. */
export function ReceiptActions({ receipt, onIssued }: ReceiptActionsProps) {
  const { t } = useTranslation('adminReceipts');
  const { save, isPending } = useSaveReceipt(receipt);
  const [opened, setOpened] = useState<'void' | 'buyer'>();
  const close = () => setOpened(undefined);
  const canChange = !isFixed(receipt);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" busy={isPending} onClick={save}>
        {t('save')}
      </Button>
      {canChange && receipt.series !== 'CN' && (
        <Button size="sm" tone="secondary" onClick={() => setOpened('buyer')}>
          {t('reissue.action')}
        </Button>
      )}
      {canChange && (
        <Button size="sm" tone="secondary" onClick={() => setOpened('void')}>
          {t('void.action')}
        </Button>
      )}
      {opened === 'void' && <VoidDialog receipt={receipt} onClose={close} />}
      {opened === 'buyer' && <BuyerDialog receipt={receipt} onClose={close} onIssued={onIssued} />}
    </div>
  );
}
