import { bangkokTimeText } from '@bkksiam/domain/date-text';
import type { Receipt, ReceiptParty, VatTreatment } from '@bkksiam/domain/receipt';

/** Thai, with English small under or beside it. */
export interface BilingualText {
  readonly th: string;
  readonly en: string;
}

const bilingual = (th: string, en: string): BilingualText => ({ th, en });

export const titles: Readonly<Record<Receipt['series'], BilingualText>> = {
  RT: bilingual('ใบเสร็จรับเงิน', 'Receipt'),
  IV: bilingual('ใบเสร็จรับเงิน/ใบกำกับภาษี', 'Receipt / Tax invoice'),
  CN: bilingual('ใบลดหนี้', 'Credit note'),
};

export const labels = {
  original: bilingual('ต้นฉบับ', 'Original'),
  copy: bilingual('สำเนา', 'Copy'),
  void: bilingual('ยกเลิก', 'Void'),
  taxId: bilingual('เลขประจำตัวผู้เสียภาษี', 'Tax ID'),
  receivedFrom: bilingual('ได้รับเงินจาก', 'Received from'),
  creditedTo: bilingual('ลดหนี้ให้', 'Credited to'),
  address: bilingual('ที่อยู่', 'Address'),
  buyerTaxId: bilingual('เลขผู้เสียภาษี', 'Buyer’s tax ID'),
  number: bilingual('เลขที่', 'No.'),
  day: bilingual('วันที่', 'Date'),
  booking: bilingual('การจอง', 'Booking'),
  order: bilingual('คำสั่งซื้อ', 'Order'),
  position: bilingual('ที่', 'No.'),
  description: bilingual('รายการ', 'Description'),
  count: bilingual('จำนวน', 'Qty'),
  unit: bilingual('ราคาต่อหน่วย', 'Unit price'),
  vat: bilingual('ภาษี', 'VAT'),
  amount: bilingual('จำนวนเงิน (บาท)', 'Amount, THB'),
  words: bilingual('จำนวนเงินตัวอักษร', 'Amount in words'),
  withoutVat: bilingual('ยอดที่ไม่มีภาษีมูลค่าเพิ่ม', 'Without VAT'),
  exempt: bilingual('มูลค่าที่ได้รับยกเว้นภาษี', 'Exempt from VAT'),
  zero: bilingual('มูลค่าที่เสียภาษี 0%', 'Zero-rated value'),
  taxable: bilingual('มูลค่าที่เสียภาษี', 'Value subject to VAT'),
  formerValue: bilingual('มูลค่าตามใบกำกับภาษีเดิม', 'Value on the original invoice'),
  correctValue: bilingual('มูลค่าที่ถูกต้อง', 'Correct value'),
  difference: bilingual('ผลต่าง', 'Difference'),
  total: bilingual('รวมทั้งสิ้น', 'Total, THB'),
  payment: bilingual('การชำระเงิน', 'Payment'),
  refund: bilingual('การคืนเงิน', 'Refund'),
  transfer: bilingual('โอนเงิน', 'Bank transfer'),
  credit: bilingual('หักจากเครดิต', 'Paid with credit'),
  toCredit: bilingual('คืนเป็นเครดิต', 'To the member’s credit'),
  withCredit: bilingual('และหักจากเครดิต', 'And with credit'),
  bankReference: bilingual('เลขอ้างอิงธนาคาร', 'Bank reference'),
  paidSoFar: bilingual('ชำระแล้วทั้งหมด', 'Paid so far'),
  nothingLeft: bilingual('ไม่มียอดค้าง', 'Nothing left to pay'),
  set: bilingual('เอกสารออกเป็นชุด', 'Issued as a set'),
  receivedBy: bilingual('ผู้รับเงิน', 'Received by'),
  issuedBy: bilingual('ผู้ออกเอกสาร', 'Issued by'),
};

/** How the column of VAT names a treatment. */
export function treatmentText(vat: VatTreatment, percent: number): BilingualText {
  switch (vat) {
    case 'standard':
      return bilingual(`${String(percent)}%`, 'included');
    case 'zero':
      return bilingual('0%', 'zero-rated');
    case 'exempt':
      return bilingual('ยกเว้น', 'exempt');
    case 'not_ours':
      return bilingual('–', 'not ours');
    case 'none':
      return bilingual('–', '');
  }
}

export const vatText = (percent: number): BilingualText =>
  bilingual(`ภาษีมูลค่าเพิ่ม ${String(percent)}%`, 'VAT');

/** `1,234.50` */
export function satangText(satang: number): string {
  const digits = String(Math.abs(satang)).padStart(3, '0');
  const baht = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${satang < 0 ? '−' : ''}${baht}.${digits.slice(-2)}`;
}

/** `0-1055-48123-45-6` */
export function taxIdText(digits: string): string {
  return digits.replace(/^(\d)(\d{4})(\d{5})(\d\d)(\d)$/, '$1-$2-$3-$4-$5');
}

const branchText = (branch: string): BilingualText =>
  branch === '00000'
    ? bilingual('สำนักงานใหญ่', 'Head office')
    : bilingual(`สาขาที่ ${branch}`, `Branch ${branch}`);

/** The name of a party with its branch; the English text is empty for a name of one language without a branch. */
export function partyName({
  name_th: thai,
  name_en: english,
  branch,
}: ReceiptParty): BilingualText {
  if (branch === null) return bilingual(thai, english ?? '');
  const { th, en } = branchText(branch);
  return bilingual(`${thai} (${th})`, english === null ? en : `${english} (${en})`);
}

const thaiDay = new Intl.DateTimeFormat('th-TH-u-ca-buddhist', {
  dateStyle: 'long',
  timeZone: 'Asia/Bangkok',
});
const englishDay = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'Asia/Bangkok',
});

/** Bangkok's day of a stored time in both eras: `10 ธันวาคม 2569` and `10 December 2026`. */
export function longDay(isoTime: string): BilingualText {
  const time = new Date(isoTime);
  return bilingual(thaiDay.format(time), englishDay.format(time));
}

/** `10 ธ.ค. 2569 13:26 น. เวลาไทย` */
export function thaiTime(isoTime: string): string {
  return `${bangkokTimeText(isoTime, 'th') ?? ''} เวลาไทย`;
}

/** A document of an earlier day: `RT2026-000351 วันที่ 2 ธันวาคม 2569 · 2 December 2026`. */
export function earlierText({
  number,
  dated_at: datedAt,
}: {
  number: string;
  dated_at: string;
}): string {
  const { th, en } = longDay(datedAt);
  return `${number} วันที่ ${th} · ${en}`;
}
