import { Undeliverable } from './delivery-errors.ts';
import { idOf, readData } from './mail-data.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import { guestOrderPath } from './mailed-link.ts';
import { isOrderNumber, localTimeText } from './message-formats.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import type { MessageTexts } from './message-texts-en.ts';
import { refundTexts, type ApprovalKind } from './refund-texts.ts';

type Language = MessageContext['language'];

/** What `bkk_refund_mail_data` returns. */
interface RefundData {
  readonly status: 'OPEN' | 'ACCOUNT' | 'APPROVED' | 'REFUNDED' | 'NOTHING';
  readonly paid_satang: number;
  readonly fee_satang: number | null;
  readonly amount_satang: number | null;
  /** `2026-12-05` */
  readonly promised_on: string;
  readonly destination: 'credit' | 'bank' | null;
  readonly account_ending: string | null;
  readonly reference: string;
  readonly member_name: string | null;
}

interface ReadRefund extends RefundData {
  /** Where the member or the guest goes on. */
  readonly path: string;
}

interface RefundWriting extends Writing {
  readonly refund: ReadRefund;
}

const isOrder = ({ reference }: RefundData) => isOrderNumber(reference);

function refundFacts(refund: RefundData, { labels }: MessageTexts): readonly MessageFact[] {
  return [[isOrder(refund) ? labels.order : labels.booking, refund.reference]];
}

/** What was paid, what is kept of it, and what goes back until when. */
function moneyFacts({ context, refund, texts, amount }: RefundWriting): readonly MessageFact[] {
  const { labels } = refundTexts(context.language);
  const { fee_satang: fee, amount_satang: left } = refund;
  return [
    [texts.labels.paid, amount(refund.paid_satang)],
    [labels.fee, ...(fee === null ? [] : [amount(fee)])],
    [labels.refund, ...(left === null ? [] : [amount(left)])],
  ];
}

function accountFact({ context, refund }: RefundWriting): MessageFact {
  const { labels, accountEnding } = refundTexts(context.language);
  const { account_ending: ending, destination } = refund;
  return [
    labels.account,
    ...(destination === 'bank' && ending !== null ? [accountEnding(ending)] : []),
  ];
}

const promisedText = ({ context, refund }: RefundWriting) =>
  localTimeText(refund.promised_on, context.language);

function promisedFact(writing: RefundWriting): MessageFact {
  return [refundTexts(writing.context.language).labels.promised, promisedText(writing)];
}

const decided: WriteParts<RefundWriting> = (writing) => {
  const { context, refund, amount, facts } = writing;
  const texts = refundTexts(context.language);
  requireStatus(refund, 'ACCOUNT', 'NOTHING');
  const isNothing = refund.status === 'NOTHING';
  const given = context.userId === null ? texts.decidedForGuest : texts.decided;
  return {
    ...(isNothing
      ? texts.nothing(refund.reference)
      : given(refund.reference, amount(refund.amount_satang ?? 0))),
    facts: [...facts, ...moneyFacts(writing), ...(isNothing ? [] : [promisedFact(writing)])],
  };
};

const paid: WriteParts<RefundWriting> = (writing) => {
  const { context, refund, amount, facts } = writing;
  const texts = refundTexts(context.language);
  requireStatus(refund, 'REFUNDED');
  const text = refund.destination === 'credit' ? texts.paidToCredit : texts.paidToBank;
  return {
    ...text(refund.reference, amount(refund.amount_satang ?? 0)),
    facts: [...facts, ...moneyFacts(writing), accountFact(writing)],
  };
};

const forMembers: Readonly<Record<string, WriteParts<RefundWriting>>> = {
  'booking.refund_decided': decided,
  'booking.refund_paid': paid,
  'order.refund_decided': decided,
  'order.refund_paid': paid,
};

const forAdmins: Readonly<Record<string, WriteParts<RefundWriting>>> = {
  'admin.refund_account_given': (writing) => {
    const { context, refund, amount, facts } = writing;
    requireStatus(refund, 'APPROVED');
    return {
      ...refundTexts(context.language).accountGiven(
        refund.reference,
        amount(refund.amount_satang ?? 0),
        promisedText(writing),
      ),
      facts: [...facts, ...moneyFacts(writing), accountFact(writing)],
    };
  },
};

async function readRefund(context: MessageContext): Promise<ReadRefund> {
  const values = { p_refund_id: idOf(context, 'refund_id') };
  const data = (await readData(context, 'bkk_refund_mail_data', values)) as RefundData;
  const own = `${isOrder(data) ? '/orders' : '/dashboard/bookings'}/${data.reference}`;
  const isGuests = context.userId === null;
  return {
    ...data,
    path: isGuests ? await guestOrderPath(context, idOf(context, 'order_id')) : own,
  };
}

const refunds = mailsOf<ReadRefund, RefundWriting>({
  read: readRefund,
  facts: refundFacts,
  writing: (common, refund) => ({ ...common, refund }),
  memberPath: ({ refund }) => refund.path,
  adminPath: ({ context }) => `/admin/refunds?refund=${idOf(context, 'refund_id')}`,
  forMembers,
  forAdmins,
});

/** What `bkk_approval_mail_data` returns. */
interface ApprovalData {
  readonly kind: ApprovalKind;
  /** Negative for credit that is taken. */
  readonly amount_satang: number;
  readonly asked_by_name: string | null;
  readonly note: string | null;
  readonly decision: 'approved' | 'refused' | null;
  readonly decided_by_name: string | null;
  readonly decided_note: string | null;
  readonly reference: string | null;
  readonly member_name: string | null;
}

interface ApprovalWriting extends Writing {
  readonly approval: ApprovalData;
}

function approvalFacts(
  { reference, asked_by_name: askedBy, decided_by_name: decidedBy }: ApprovalData,
  { labels }: MessageTexts,
  language: Language,
): readonly MessageFact[] {
  const own = refundTexts(language).labels;
  return [
    [isOrderNumber(reference ?? '') ? labels.order : labels.booking, reference ?? ''],
    [own.askedBy, askedBy ?? ''],
    [own.decidedBy, decidedBy ?? ''],
  ];
}

/** The values of a text about an approval: what, how much, and for which booking. */
function subjectOf({ context, approval, amount }: ApprovalWriting) {
  const { kind, amount_satang: satang, reference } = approval;
  const what = refundTexts(context.language).approvals[kind];
  // An amount that is taken from credit keeps its sign.
  const shown = kind === 'credit' ? satang : Math.abs(satang);
  return [what, amount(shown), reference] as const;
}

const approvals = mailsOf<ApprovalData, ApprovalWriting>({
  read: async (context) => {
    const values = { p_approval_id: idOf(context, 'approval_id') };
    return (await readData(context, 'bkk_approval_mail_data', values)) as ApprovalData;
  },
  facts: approvalFacts,
  writing: (common, approval) => ({ ...common, approval }),
  memberPath: () => '/dashboard',
  adminPath: ({ context }) => `/admin/approvals?approval=${idOf(context, 'approval_id')}`,
  forMembers: {},
  forAdmins: {
    'admin.approval_asked': (writing) => {
      const { context, approval, facts } = writing;
      const texts = refundTexts(context.language);
      if (approval.decision !== null) throw new Undeliverable('outdated');
      return {
        ...texts.approvalAsked(...subjectOf(writing)),
        facts,
        quote: [texts.labels.note, approval.note],
      };
    },
    'admin.approval_decided': (writing) => {
      const { context, approval, facts } = writing;
      const texts = refundTexts(context.language);
      if (approval.decision === null) throw new Undeliverable('outdated');
      const text = approval.decision === 'approved' ? texts.approvalGiven : texts.approvalRefused;
      return {
        ...text(...subjectOf(writing)),
        facts,
        quote: [texts.labels.note, approval.decided_note],
      };
    },
  },
});

/** The mails of refunds and of what waits for a second admin by their event. */
export const refundMails = [...refunds, ...approvals];
