import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { buyerInput, noBuyer } from '@bkksiam/domain/receipt-buyer';
import { BuyerFields } from '#entities/payment/buyer-fields.tsx';
import { useBuyerForm } from '#entities/payment/buyer-form.ts';
import { ReceiptFailure } from '#entities/payment/receipt-failure.tsx';
import { useBaht } from '#platform/formats.ts';
import { FormDialog } from '#platform/form-dialog.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import {
  buyerQuery,
  reloadBuyer,
  saveBuyer,
  type BuyerDetails,
  type ChangeableReceipt,
} from './buyer-data.ts';

interface BuyerDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

interface RecentReceiptsProps {
  readonly receipts: readonly ChangeableReceipt[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

/** The receipts that are replaced too; none by default, because each can be changed once. */
function RecentReceipts({ receipts, chosen, onChosen }: RecentReceiptsProps) {
  const { t } = useTranslation('receipts');
  const baht = useBaht();
  const language = useLanguage();
  function toggle(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChosen(next);
  }
  return (
    <fieldset className="border-t-2 border-dashed border-perf pt-4">
      <legend className="float-left w-full font-head">{t('mine.recent')}</legend>
      <p className="clear-both pt-1 text-sm text-ink-2">{t('mine.recentText')}</p>
      {receipts.map((receipt) => {
        const { receipt_id: id, dated_at: at, amount_satang: satang } = receipt;
        return (
          <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={({ target }) => toggle(id, target.checked)}
              className="mt-0.5 size-5 flex-none accent-teal"
            />
            <span className="num font-mid">
              {receiptNumberText(receipt)}{' '}
              <span className="text-sm text-ink-2 max-sm:block sm:ml-2">
                {bangkokDayText(at, language)} · {baht(satang)}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Removes what is saved; receipts that were issued keep their buyer. */
function RemoveButton({ userId, onClose }: BuyerDialogProps) {
  const { t } = useTranslation('receipts');
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['receipts', 'remove buyer'],
    meta: { errorToast: 'receipts:mine.removeFailed' },
    mutationFn: () => saveBuyer(null),
    onSuccess: () => {
      showToast({ title: 'receipts:mine.removed' });
      onClose();
      return reloadBuyer(queries, userId);
    },
  });
  return (
    <Button tone="link" busy={isPending} onClick={() => mutate()} className="justify-self-start">
      {t('mine.remove')}
    </Button>
  );
}

function BuyerForm({
  userId,
  details: { buyer, receipts },
  onClose,
}: BuyerDialogProps & { readonly details: BuyerDetails }) {
  const { t } = useTranslation('receipts');
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // One that was changed meanwhile is no longer offered.
  const changed = receipts.map(({ receipt_id: id }) => id).filter((id) => chosen.has(id));
  const form = useBuyerForm({
    initial: buyer === null ? noBuyer : buyerInput(buyer),
    draftKey: 'receipt buyer',
    send: async (input) => {
      try {
        return await saveBuyer(input, changed);
      } finally {
        logRejection('the receipts could not be read again', reloadBuyer(queries, userId));
      }
    },
    onSuccess: () => {
      showToast({
        title: 'receipts:mine.saved',
        ...(changed.length > 0 && {
          description: { text: t('mine.changed', { count: changed.length }) },
        }),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('mine.title')}
      text={t('mine.text')}
      form={form}
      onClose={onClose}
      submitLabel={t('mine.save')}
    >
      <BuyerFields form={form} />
      {receipts.length > 0 && (
        <RecentReceipts receipts={receipts} chosen={chosen} onChosen={setChosen} />
      )}
      {buyer !== null && <RemoveButton userId={userId} onClose={onClose} />}
      <ReceiptFailure error={form.failure} />
    </FormDialog>
  );
}

/** Who is printed as the buyer of the member's receipts, once it is loaded. */
function BuyerDialog(props: BuyerDialogProps) {
  // The button has just read it.
  const { data } = useQuery({ ...buyerQuery(props.userId), refetchOnMount: false });
  return data && <BuyerForm {...props} details={data} />;
}

/** The quiet way to the form: most members need no tax invoice. */
export function BuyerButton({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('receipts');
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: ['receipts', 'read buyer'],
    meta: { errorToast: 'receipts:mine.loadFailed' },
    mutationFn: () => queries.query(buyerQuery(userId)),
    onSuccess: () => setIsOpen(true),
  });
  return (
    <>
      <Button tone="link" busy={isPending} onClick={() => mutate()}>
        {t('mine.title')}
      </Button>
      {isOpen && <BuyerDialog userId={userId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
