import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

type Language = MessageContext['language'];

/** What waits for a second admin. */
export type ApprovalKind = 'payment' | 'reversal' | 'credit' | 'refund';

const english = {
  labels: {
    fee: 'Kept by us',
    refund: 'Refund',
    promised: 'Paid by',
    account: 'Bank account',
    askedBy: 'Asked by',
    decidedBy: 'Decided by',
    note: 'Note',
  },
  accountEnding: (ending: string) => `ends in ${ending}`,
  opened: (reference: string, paid: string, day: string): MessageText => ({
    subject: `${reference} is cancelled: your refund is being prepared`,
    heading: 'Your booking is cancelled, and your refund is being prepared',
    lead: `Our team has cancelled this booking. The seats are released. You paid ${paid}: we check what the conditions give back and tell you the amount. What is due to you is paid by ${day}. You do not need to do anything now.`,
    action: 'See your refund',
  }),
  decided: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: ${amount} goes back to you, tell us where to send it`,
    heading: 'Where may we send your refund?',
    lead: `You get ${amount} back. Take it as credit at once, or give us a bank account.`,
    action: 'Choose where it goes',
  }),
  decidedForGuest: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: ${amount} goes back to you, tell us where to send it`,
    heading: 'Where may we send your refund?',
    lead: `You get ${amount} back. Give us a bank account on the page of your order.`,
    action: 'Give us your bank account',
  }),
  nothing: (reference: string): MessageText => ({
    subject: `${reference}: the conditions give nothing back, read why`,
    heading: 'There is nothing to give back',
    lead: `Our team has checked the conditions of ${reference}. They give nothing back of what you paid. The reason is on its page.`,
    action: 'Read why',
  }),
  paidToBank: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: your refund of ${amount} is paid, check your bank account`,
    heading: 'Your refund is paid',
    lead: `We have transferred ${amount} to your bank account. If it does not arrive within a few days, contact us.`,
    action: 'See your refund',
  }),
  paidToCredit: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: ${amount} is in your credit, use it for your next booking`,
    heading: 'Your refund is in your credit',
    lead: `${amount} was added to your credit. It pays for your bookings at once.`,
    action: 'See your refund',
  }),
  accountGiven: (reference: string, amount: string, day: string): MessageText => ({
    subject: `${reference}: pay the refund of ${amount} by ${day}`,
    heading: 'A member gave the bank account of a refund',
    lead: 'Open the account number, transfer the amount and record the payment.',
    action: 'Open the refund',
  }),
  /** What is approved, before its amount. */
  approvals: {
    payment: 'payment',
    reversal: 'reversal',
    credit: 'change of credit',
    refund: 'refund',
  } satisfies Record<ApprovalKind, string>,
  approvalAsked: (what: string, amount: string, reference: string | null): MessageText => ({
    subject: `Approve or refuse: ${what} of ${amount}${reference === null ? '' : ` for ${reference}`}`,
    heading: 'An amount waits for a second admin',
    lead: 'Another admin has asked for this. Nothing is posted until you approve it.',
    action: 'Approve or refuse',
  }),
  approvalGiven: (what: string, amount: string, reference: string | null): MessageText => ({
    subject: `Approved: ${what} of ${amount}${reference === null ? '' : ` for ${reference}`}, see the result`,
    heading: 'What you asked for is approved',
    lead: 'Another admin has approved it, and it is posted.',
    action: 'See the approval',
  }),
  approvalRefused: (what: string, amount: string, reference: string | null): MessageText => ({
    subject: `Refused: ${what} of ${amount}${reference === null ? '' : ` for ${reference}`}, read why`,
    heading: 'What you asked for is refused',
    lead: 'Another admin has refused it. Nothing was posted.',
    action: 'See the approval',
  }),
};

export type RefundTexts = typeof english;

const withReference = (reference: string | null) => (reference === null ? '' : ` ${reference}`);

const thai: RefundTexts = {
  labels: {
    fee: 'ค่าธรรมเนียม',
    refund: 'ยอดคืน',
    promised: 'คืนภายใน',
    account: 'บัญชีธนาคาร',
    askedBy: 'ผู้ขออนุมัติ',
    decidedBy: 'ผู้พิจารณา',
    note: 'หมายเหตุ',
  },
  accountEnding: (ending) => `ลงท้ายด้วย ${ending}`,
  opened: (reference, paid, day) => ({
    subject: `${reference} ถูกยกเลิกแล้ว เรากำลังเตรียมคืนเงินให้คุณ`,
    heading: 'การจองของคุณถูกยกเลิกแล้ว เรากำลังเตรียมคืนเงินให้คุณ',
    lead: `ทีมงานของเรายกเลิกการจองนี้และคืนที่นั่งแล้ว คุณชำระเงินไว้ ${paid} เรากำลังตรวจดูว่าคืนได้เท่าไรตามเงื่อนไข แล้วจะแจ้งยอดให้คุณทราบ เราจะคืนเงินส่วนของคุณภายใน${day} ตอนนี้คุณยังไม่ต้องทำอะไร`,
    action: 'ดูการคืนเงิน',
  }),
  decided: (reference, amount) => ({
    subject: `${reference} คุณได้รับเงินคืน ${amount} กรุณาแจ้งบัญชีรับเงินคืน`,
    heading: 'คุณอยากรับเงินคืนทางไหน',
    lead: `คุณได้รับเงินคืน ${amount} รับเป็นเครดิตได้ทันที หรือแจ้งบัญชีธนาคารให้เราโอนคืน`,
    action: 'เลือกวิธีรับเงินคืน',
  }),
  decidedForGuest: (reference, amount) => ({
    subject: `${reference} คุณได้รับเงินคืน ${amount} กรุณาแจ้งบัญชีรับเงินคืน`,
    heading: 'ให้เราโอนเงินคืนเข้าบัญชีไหน',
    lead: `คุณได้รับเงินคืน ${amount} กรุณาแจ้งบัญชีธนาคารที่หน้าคำสั่งซื้อของคุณ`,
    action: 'แจ้งบัญชีธนาคาร',
  }),
  nothing: (reference) => ({
    subject: `${reference} ไม่มียอดคืนตามเงื่อนไข กรุณาอ่านเหตุผล`,
    heading: 'ไม่มียอดที่ต้องคืน',
    lead: `ทีมงานตรวจเงื่อนไขของ ${reference} แล้ว ไม่มียอดที่คืนได้จากเงินที่คุณชำระไว้ อ่านเหตุผลได้ที่หน้าของรายการนี้`,
    action: 'อ่านเหตุผล',
  }),
  paidToBank: (reference, amount) => ({
    subject: `${reference} เราโอนเงินคืน ${amount} แล้ว กรุณาตรวจบัญชีของคุณ`,
    heading: 'คืนเงินให้คุณแล้ว',
    lead: `เราโอนเงิน ${amount} เข้าบัญชีธนาคารของคุณแล้ว หากไม่ได้รับภายในไม่กี่วัน กรุณาติดต่อเรา`,
    action: 'ดูการคืนเงิน',
  }),
  paidToCredit: (reference, amount) => ({
    subject: `${reference} เงินคืน ${amount} อยู่ในเครดิตแล้ว ใช้กับการจองครั้งหน้าได้เลย`,
    heading: 'เงินคืนอยู่ในเครดิตของคุณแล้ว',
    lead: `เราเพิ่มเงิน ${amount} ในเครดิตของคุณแล้ว ใช้ชำระการจองได้ทันที`,
    action: 'ดูการคืนเงิน',
  }),
  accountGiven: (reference, amount, day) => ({
    subject: `${reference} กรุณาโอนเงินคืน ${amount} ภายใน${day}`,
    heading: 'สมาชิกแจ้งบัญชีรับเงินคืนแล้ว',
    lead: 'กรุณาเปิดดูเลขที่บัญชี โอนเงิน แล้วบันทึกการคืนเงิน',
    action: 'เปิดรายการคืนเงิน',
  }),
  approvals: {
    payment: 'การรับชำระเงิน',
    reversal: 'การกลับรายการ',
    credit: 'การปรับเครดิต',
    refund: 'การคืนเงิน',
  },
  approvalAsked: (what, amount, reference) => ({
    subject: `กรุณาพิจารณา${what} ${amount}${withReference(reference)}`,
    heading: 'มียอดที่รอผู้อนุมัติคนที่สอง',
    lead: 'ผู้ดูแลอีกคนขออนุมัติรายการนี้ ระบบจะยังไม่บันทึกจนกว่าคุณจะอนุมัติ',
    action: 'พิจารณารายการ',
  }),
  approvalGiven: (what, amount, reference) => ({
    subject: `อนุมัติ${what} ${amount}${withReference(reference)} แล้ว ดูผลได้เลย`,
    heading: 'รายการที่คุณขอได้รับอนุมัติแล้ว',
    lead: 'ผู้ดูแลอีกคนอนุมัติแล้ว และระบบบันทึกรายการแล้ว',
    action: 'ดูรายการ',
  }),
  approvalRefused: (what, amount, reference) => ({
    subject: `ไม่อนุมัติ${what} ${amount}${withReference(reference)} กรุณาอ่านเหตุผล`,
    heading: 'รายการที่คุณขอไม่ได้รับอนุมัติ',
    lead: 'ผู้ดูแลอีกคนไม่อนุมัติ ระบบไม่ได้บันทึกรายการใด',
    action: 'ดูรายการ',
  }),
};

const texts: Readonly<Record<Language, RefundTexts>> = { en: english, th: thai };

/** The texts about refunds and approvals. */
export const refundTexts = (language: Language): RefundTexts => texts[language];
