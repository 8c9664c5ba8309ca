import type { DrawReceipt } from '../http/environment.ts';
import type { MailAttachment } from '../messages/mail.ts';
import type { CallDatabase, Message } from '../messages/message-queue.ts';
import { receiptFileName, type ReceiptRow } from './receipt-file.ts';

/** The events of what came in and of a new receipt, by the id that names it. */
const namedBy: Readonly<Record<string, 'payment_id' | 'slip_id' | 'posting_id' | 'receipt_id'>> = {
  'booking.payment_received': 'payment_id',
  'booking.confirmed': 'payment_id',
  'credit.topped_up': 'slip_id',
  'order.paid': 'posting_id',
  'order.part_paid': 'posting_id',
  'receipt.replaced': 'receipt_id',
};

const toBase64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** A receipt that is not void; null while the feature is off too. */
async function readReceipt(call: CallDatabase, values: Parameters<CallDatabase>[1]) {
  try {
    return (await call('bkk_receipt_mail_data', values)) as ReceiptRow | null;
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === 'PT404') return null;
    throw error;
  }
}

/** The receipt of the payment that a message tells of, or the new one; nothing without one, and where receipts cannot be drawn. */
export async function receiptAttachments(
  { event, ids }: Pick<Message, 'event' | 'ids'>,
  call: CallDatabase,
  drawReceipt: DrawReceipt | undefined,
): Promise<readonly MailAttachment[]> {
  const name = namedBy[event];
  const id = name === undefined ? undefined : ids[name];
  if (name === undefined || id === undefined || drawReceipt === undefined) return [];
  const receipt = await readReceipt(call, { [`p_${name}`]: id });
  if (receipt === null) return [];
  return [
    {
      filename: receiptFileName(receipt),
      contentType: 'application/pdf',
      content: toBase64(await drawReceipt(receipt, false)),
      encoding: 'base64',
    },
  ];
}
