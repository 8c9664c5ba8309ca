import { useMutation } from '@tanstack/react-query';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { AppError } from '#platform/app-error.ts';
import { callFunction } from '#platform/call-function.ts';
import { saveFile } from '#platform/save-file.ts';

interface NumberedReceipt {
  readonly receipt_id: string;
  readonly series: string;
  readonly year: number;
  readonly number: number;
}

/**
 * Reads a receipt as PDF.
 *
 * @param token of the link of a guest
 */
export async function readReceipt(id: string, token?: string): Promise<Blob> {
  const file = await callFunction('receipt', {
    receipt_id: id,
    ...(token !== undefined && { token }),
  });
  if (file instanceof Blob) return file;
  throw new AppError({ code: 'no_file', message: 'The receipt is no file.' });
}

/**
 * Saves a receipt as PDF.
 *
 * @param token of the link of a guest
 */
export function useSaveReceipt(receipt: NumberedReceipt, token?: string) {
  const number = receiptNumberText(receipt);
  const { mutate, isPending } = useMutation({
    mutationKey: ['receipts', 'file'],
    meta: { errorToast: 'receipts:fileFailed' },
    mutationFn: () => readReceipt(receipt.receipt_id, token),
    onSuccess: (file) => saveFile(`${number}.pdf`, file),
  });
  return { number, isPending, save: () => mutate() };
}
