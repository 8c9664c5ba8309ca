import * as z from 'zod/mini';
import {
  checkBuyer,
  receiptBuyer,
  type BuyerInput,
  type ReceiptBuyer,
} from '@bkksiam/domain/receipt-buyer';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';

const schema = z.custom<BuyerInput>().check(domainCheck<BuyerInput>(checkBuyer, 'receipts'));

interface BuyerFormOptions<Result> {
  readonly initial: BuyerInput;
  /** As that of `useAppForm`. */
  readonly draftKey: string;
  readonly send: (buyer: ReceiptBuyer) => Promise<Result>;
  readonly onSuccess: (result: Result) => unknown;
}

/** The form for the buyer of a receipt. */
export function useBuyerForm<Result>(options: BuyerFormOptions<Result>) {
  const { initial, draftKey, send, onSuccess } = options;
  return useAppForm({
    schema,
    defaultValues: initial,
    draftKey,
    // That of a person is the number of a citizen.
    notStored: ['taxId'],
    mutationKey: ['receipts', 'buyer'],
    send: (input: BuyerInput) => send(receiptBuyer(input)),
    onSuccess,
  });
}

export type BuyerForm = Pick<ReturnType<typeof useBuyerForm<unknown>>, 'field' | 'change' | 'form'>;
