import { receiptNumberText } from '../payments/receipt-file.ts';
import { Undeliverable } from './delivery-errors.ts';
import { idOf, readData } from './mail-data.ts';
import { mailsOf, type WriteParts, type Writing } from './mail-writer.ts';
import { guestOrderPath } from './mailed-link.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import type { MessageTexts } from './message-texts-en.ts';
import { receiptTexts } from './receipt-texts.ts';

/** What `bkk_receipt_mail_data` returns of it. */
interface ReceiptData {
  readonly series: 'RT' | 'IV' | 'CN';
  readonly year: number;
  readonly number: number;
  readonly voided_at: string | null;
  readonly void_reason: string | null;
  readonly data: {
    readonly booking: string | null;
    readonly order?: string | null;
    readonly replaces: { readonly number: string } | null;
  };
}

interface ReadReceipt extends ReceiptData {
  readonly member_name: null;
  /** Where the member or the guest goes on. */
  readonly path: string;
}

interface ReceiptWriting extends Writing {
  readonly receipt: ReadReceipt;
  readonly own: ReturnType<typeof receiptTexts>;
}

async function pathOf(context: MessageContext, { data }: ReceiptData): Promise<string> {
  const { booking, order = null } = data;
  if (context.userId === null) return guestOrderPath(context, idOf(context, 'order_id'));
  if (order !== null) return `/orders/${order}`;
  return booking === null ? '/dashboard/payments' : `/dashboard/bookings/${booking}`;
}

async function readReceipt(context: MessageContext): Promise<ReadReceipt> {
  const values = { p_receipt_id: idOf(context, 'receipt_id') };
  const receipt = (await readData(context, 'bkk_receipt_mail_data', values)) as ReceiptData;
  return { ...receipt, member_name: null, path: await pathOf(context, receipt) };
}

function receiptFacts({ data }: ReceiptData, { labels }: MessageTexts): readonly MessageFact[] {
  const { booking, order = null } = data;
  return [
    [labels.booking, ...(booking === null ? [] : [booking])],
    [labels.order, ...(order === null ? [] : [order])],
  ];
}

const forMembers: Readonly<Record<string, WriteParts<ReceiptWriting>>> = {
  'receipt.replaced': ({ receipt, own, facts }) => {
    if (receipt.voided_at !== null) throw new Undeliverable('outdated');
    const former = receipt.data.replaces?.number ?? '';
    return { ...own.replaced(receipt.series, receiptNumberText(receipt), former), facts };
  },
  'receipt.voided': ({ receipt, own, facts, texts }) => ({
    ...own.voided(receipt.series, receiptNumberText(receipt)),
    facts,
    quote: [texts.labels.reason, receipt.void_reason],
  }),
};

/** The mails of receipts that an admin has replaced or made void, by their event. */
export const receiptMails = mailsOf<ReadReceipt, ReceiptWriting>({
  read: readReceipt,
  facts: receiptFacts,
  writing: (common, receipt) => ({
    ...common,
    receipt,
    own: receiptTexts(common.context.language),
  }),
  memberPath: ({ receipt }) => receipt.path,
  adminPath: ({ context }) => `/admin/receipts?receipt=${idOf(context, 'receipt_id')}`,
  forMembers,
  forAdmins: {},
});
