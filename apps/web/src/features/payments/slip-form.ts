import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { topUpSatang } from '@bkksiam/domain/amount-due';
import { checkSlip, type SlipProblem } from '@bkksiam/domain/booking';
import type { Problem } from '@bkksiam/domain/problem';
import type { ChosenSlip, SlipFailure } from '#entities/payment/chosen-slip.ts';
import { sendSlip } from '#entities/payment/slip-data.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { focusHeading } from '#platform/page-changes.ts';
import { toastProblem } from '#platform/toast.ts';
import type { Payer } from './payer.ts';
import type { Transfer } from './transfer.ts';

const longestName = 100;

const shape = z.object({
  amount: z.nullable(z.number()),
  payerName: trimmedText,
  slip: z.nullable(z.custom<File>()),
  /** One for each file: sending it again after a lost answer gives the same slip. */
  key: z.string(),
});
type SlipInput = z.infer<typeof shape>;

const schemaFor = (isTopUp: boolean) =>
  shape.check(
    domainCheck<SlipInput>(
      ({ amount, payerName }): Readonly<Partial<Record<keyof SlipInput, Problem>>> => ({
        ...((amount === null || amount < 1) && { amount: { code: 'slip.amount' } }),
        ...(isTopUp &&
          amount !== null &&
          (amount < topUpSatang.min || amount > topUpSatang.max) && {
            amount: { code: 'slip.top_up' },
          }),
        ...(payerName.length > longestName && {
          payerName: { code: 'slip.too_long', values: { max: longestName } },
        }),
      }),
      'payments',
    ),
  );
const schemas = { payable: schemaFor(false), topUp: schemaFor(true) };

/** Sends the slip of a transfer. What fails keeps all of it. */
function useSending(payer: Payer, transfer: Transfer, chosen: ChosenSlip | null) {
  const { linkToken, reload } = payer;
  const { payable, creditSatang } = transfer;
  const [firstKey] = useState(newId);
  return useAppForm({
    schema: payable === null ? schemas.topUp : schemas.payable,
    values: {
      // Without a price the member alone knows it.
      amount: transfer.satang === 0 ? null : transfer.satang,
      payerName: payer.fullName,
      slip: chosen?.file ?? null,
      key: chosen?.requestKey ?? firstKey,
    },
    clearsAfterwards: true,
    draftKey: `slip ${payable?.id ?? 'top-up'}`,
    notStored: ['amount', 'payerName', 'slip', 'key'],
    async send({ slip, amount, payerName, key }: SlipInput) {
      if (slip === null || amount === null) throw new Error('a slip without a file is not sent');
      await sendSlip({
        file: slip,
        requestKey: key,
        subject: linkToken === null ? payable : null,
        linkToken,
        amountSatang: amount,
        creditSatang,
        payerName,
      });
    },
    async onSuccess() {
      await reload();
      focusHeading();
    },
    onError: () => logRejection('the payments could not be loaded again', reload()),
  });
}

/** Of the heading of the card with the file. */
export const slipCardId = 'slip';

/**
 * The slip of a transfer: its file, and what the member typed of it.
 *
 * @param chosen a slip that was chosen before, in the form of the hold
 */
export function useSlipForm(payer: Payer, transfer: Transfer, chosen: ChosenSlip | null) {
  const fileInputId = useId();
  const [problem, setProblem] = useState<SlipProblem | null>(null);
  const form = useSending(payer, transfer, chosen);
  const [earlierFailure, setEarlierFailure] = useState(chosen?.failure ?? null);
  const failure: SlipFailure | null = form.failure ?? (form.busy ? null : earlierFailure);
  const { setValue } = form.form;
  function setFile(file: File | null) {
    form.clearResult();
    setEarlierFailure(null);
    setValue('key', newId());
    setValue('slip', file, { shouldDirty: true });
    // What has chosen or removed the file is gone with it.
    document.getElementById(slipCardId)?.focus();
  }
  /** A file that is not accepted leaves an earlier one chosen. */
  function choose(file: File | undefined) {
    if (file === undefined || form.busy) return;
    const found = checkSlip(file);
    setProblem(found);
    if (found === null) setFile(file);
    else toastProblem(found);
  }
  function remove() {
    if (form.busy) return;
    setProblem(null);
    setFile(null);
  }
  return {
    ...form,
    failure,
    fileInputId,
    slip: form.form.watch('slip'),
    typedSatang: form.form.watch('amount'),
    problem,
    choose,
    remove,
    openFiles: () => document.getElementById(fileInputId)?.click(),
  };
}

export type SlipForm = ReturnType<typeof useSlipForm>;
