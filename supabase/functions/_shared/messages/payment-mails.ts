import { idOf, readData } from './mail-data.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import { isOrderNumber } from './message-formats.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import { paymentTexts } from './payment-texts.ts';

/** What `bkk_slip_mail_data` returns. */
interface SlipData {
  readonly status: 'WAITING' | 'ACCEPTED' | 'REFUSED';
  readonly typed_satang: number;
  readonly accepted_satang: number | null;
  readonly surplus_satang: number | null;
  readonly payer_name: string | null;
  readonly member_name: string | null;
  /** Null for a top-up. */
  readonly reference: string | null;
  readonly credit_satang: number;
  readonly reason: Readonly<Record<MessageContext['language'], string>> | null;
}

interface SlipWriting extends Writing {
  readonly slip: SlipData;
  readonly payment: ReturnType<typeof paymentTexts>;
}

async function readSlip(context: MessageContext): Promise<SlipData> {
  const values = { p_slip_id: idOf(context, 'slip_id') };
  return (await readData(context, 'bkk_slip_mail_data', values)) as SlipData;
}

const bookingFact = ({ slip, texts }: SlipWriting): MessageFact => [
  slip.reference !== null && isOrderNumber(slip.reference)
    ? texts.labels.order
    : texts.labels.booking,
  ...(slip.reference === null ? [] : [slip.reference]),
];

const reasonOf = ({ slip, texts, context }: SlipWriting) =>
  [texts.labels.reason, slip.reason?.[context.language] ?? null] as const;

const typedFact = ({ slip, payment, amount }: SlipWriting): MessageFact => [
  payment.typed,
  amount(slip.typed_satang),
];

const forMembers: Readonly<Record<string, WriteParts<SlipWriting>>> = {
  'credit.topped_up': (writing) => {
    requireStatus(writing.slip, 'ACCEPTED');
    const { slip, payment, amount } = writing;
    const { reference, accepted_satang: accepted, surplus_satang: surplus } = slip;
    const added = amount(surplus ?? 0);
    return {
      ...(reference === null ? payment.toppedUp(added) : payment.surplus(reference, added)),
      facts: [
        bookingFact(writing),
        [payment.received, amount(accepted ?? 0)],
        [payment.credit, amount(slip.credit_satang)],
      ],
    };
  },
  'credit.slip_refused': (writing) => {
    requireStatus(writing.slip, 'REFUSED');
    return {
      ...writing.payment.topUpRefused(),
      facts: [typedFact(writing)],
      quote: reasonOf(writing),
    };
  },
  'booking.slip_refused': (writing) => {
    requireStatus(writing.slip, 'REFUSED');
    return {
      ...writing.payment.refused(writing.slip.reference ?? ''),
      facts: [bookingFact(writing), typedFact(writing)],
      quote: reasonOf(writing),
    };
  },
};

const forAdmins: Readonly<Record<string, WriteParts<SlipWriting>>> = {
  'admin.slip_attached': (writing) => {
    requireStatus(writing.slip, 'WAITING');
    const { slip, payment, amount, facts } = writing;
    return {
      ...payment.attached(slip.reference ?? payment.topUp, amount(slip.typed_satang)),
      facts: [
        ...facts,
        bookingFact(writing),
        typedFact(writing),
        [payment.payer, slip.payer_name ?? ''],
      ],
    };
  },
};

/** Where the member goes on: to the payment of the booking, or to the credit. */
function memberPath({ slip }: SlipWriting): string {
  if (slip.status !== 'REFUSED') return '/dashboard/payments';
  return slip.reference === null ? '/dashboard/payments/top-up' : `/booking/${slip.reference}/pay`;
}

/** The mails of slips and of credit by their event. */
export const paymentMails = mailsOf<SlipData, SlipWriting>({
  read: readSlip,
  facts: () => [],
  writing: (common, slip) => ({ ...common, slip, payment: paymentTexts(common.context.language) }),
  memberPath,
  adminPath: ({ context }) => `/admin/slips?slip=${idOf(context, 'slip_id')}`,
  forMembers,
  forAdmins,
});
