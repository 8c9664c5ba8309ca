import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

const english = {
  credit: 'Credit now',
  received: 'Received',
  typed: 'Amount of the slip',
  payer: 'Payer',
  topUp: 'Top-up of credit',
  toppedUp: (amount: string): MessageText => ({
    subject: `${amount} is in your credit and pays for your bookings`,
    heading: 'Your credit is topped up',
    lead: `We have received your transfer and added ${amount} to your credit. It pays for your bookings at once.`,
    action: 'See your payments',
  }),
  surplus: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: ${amount} more than due is now your credit`,
    heading: 'You paid more than was due',
    lead: `We have kept ${amount} as your credit. It pays for your bookings at once.`,
    action: 'See your payments',
  }),
  topUpRefused: (): MessageText => ({
    subject: 'Your top-up: we could not accept the slip, please send another',
    heading: 'We could not accept your payment slip',
    lead: 'If you have paid, do not pay again. Send us another slip.',
    action: 'Send another slip',
  }),
  refused: (reference: string): MessageText => ({
    subject: `${reference}: we could not accept the slip, please send another`,
    heading: 'We could not accept your payment slip',
    lead: 'If you have paid, do not pay again. Send us another slip.',
    action: 'Send another slip',
  }),
  attached: (reference: string, amount: string): MessageText => ({
    subject: `${reference}: a slip for ${amount} waits, please check it`,
    heading: 'A payment slip waits for its review',
    lead: 'Compare it with the account and accept or refuse it.',
    action: 'Open the slip',
  }),
};

const thai: PaymentTexts = {
  credit: 'เครดิตคงเหลือ',
  received: 'ยอดที่รับ',
  typed: 'ยอดตามสลิป',
  payer: 'ผู้โอน',
  topUp: 'เติมเครดิต',
  toppedUp: (amount) => ({
    subject: `เครดิตเข้าแล้ว ${amount} ใช้จ่ายค่าจองได้ทันที`,
    heading: 'เติมเครดิตให้คุณแล้ว',
    lead: `เราได้รับเงินโอนและเติมเครดิต ${amount} ให้คุณแล้ว ใช้จ่ายค่าจองได้ทันที`,
    action: 'ดูการชำระเงิน',
  }),
  surplus: (reference, amount) => ({
    subject: `${reference} เงินที่โอนเกิน ${amount} เก็บเป็นเครดิตของคุณแล้ว`,
    heading: 'คุณโอนเกินยอดที่ต้องชำระ',
    lead: `เราเก็บเงินที่เกิน ${amount} เป็นเครดิตของคุณ ใช้จ่ายค่าจองได้ทันที`,
    action: 'ดูการชำระเงิน',
  }),
  topUpRefused: () => ({
    subject: 'การเติมเครดิตของคุณ เรารับสลิปนี้ไม่ได้ กรุณาส่งสลิปใหม่',
    heading: 'เรารับสลิปของคุณไม่ได้',
    lead: 'ถ้าโอนแล้ว ไม่ต้องโอนซ้ำ ส่งสลิปใหม่ได้เลย',
    action: 'ส่งสลิปใหม่',
  }),
  refused: (reference) => ({
    subject: `${reference} เรารับสลิปนี้ไม่ได้ กรุณาส่งสลิปใหม่`,
    heading: 'เรารับสลิปของคุณไม่ได้',
    lead: 'ถ้าโอนแล้ว ไม่ต้องโอนซ้ำ ส่งสลิปใหม่ได้เลย',
    action: 'ส่งสลิปใหม่',
  }),
  attached: (reference, amount) => ({
    subject: `${reference} มีสลิป ${amount} รอตรวจ กรุณาตรวจสอบ`,
    heading: 'มีสลิปรอตรวจ',
    lead: 'กรุณาเทียบกับบัญชี แล้วรับหรือไม่รับสลิปนี้',
    action: 'เปิดสลิป',
  }),
};

type PaymentTexts = typeof english;

/** The texts of mails about slips and credit. */
export function paymentTexts(language: MessageContext['language']): PaymentTexts {
  return language === 'th' ? thai : english;
}
