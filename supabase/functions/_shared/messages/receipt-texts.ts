import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

type Series = 'RT' | 'IV' | 'CN';

const englishNames: Readonly<Record<Series, string>> = {
  RT: 'receipt',
  IV: 'tax invoice',
  CN: 'credit note',
};
const thaiNames: Readonly<Record<Series, string>> = {
  RT: 'ใบเสร็จรับเงิน',
  IV: 'ใบกำกับภาษี',
  CN: 'ใบลดหนี้',
};

const english = {
  replaced: (series: Series, number: string, former: string): MessageText => ({
    subject: `${number} replaces ${former}: please keep the new ${englishNames[series]}`,
    heading: `We have issued a new ${englishNames[series]}`,
    lead: `${former} is void. Please use ${number} instead.`,
    action: 'See the details',
  }),
  voided: (series: Series, number: string): MessageText => ({
    subject: `${number} is void: please do not use this ${englishNames[series]}`,
    heading: `We have cancelled a ${englishNames[series]}`,
    lead: `${number} is void: please do not use it any more. What you have paid does not change.`,
    action: 'See the details',
  }),
};

const thai: ReceiptTexts = {
  replaced: (series, number, former) => ({
    subject: `${number} ออกแทน ${former} กรุณาใช้${thaiNames[series]}ฉบับใหม่`,
    heading: `เราออก${thaiNames[series]}ฉบับใหม่ให้คุณแล้ว`,
    lead: `${former} ถูกยกเลิกแล้ว กรุณาใช้ ${number} แทน`,
    action: 'ดูรายละเอียด',
  }),
  voided: (series, number) => ({
    subject: `${number} ถูกยกเลิกแล้ว กรุณาอย่าใช้${thaiNames[series]}ฉบับนี้`,
    heading: `เรายกเลิก${thaiNames[series]}ของคุณ`,
    lead: `${number} ถูกยกเลิกแล้ว กรุณาอย่าใช้เอกสารฉบับนี้อีก ยอดเงินที่คุณชำระไว้ไม่เปลี่ยนแปลง`,
    action: 'ดูรายละเอียด',
  }),
};

type ReceiptTexts = typeof english;

/** The texts of mails about receipts. */
export function receiptTexts(language: MessageContext['language']): ReceiptTexts {
  return language === 'th' ? thai : english;
}
