import type { Language } from './languages.ts';

/** In place of a bank's code: the wallet, which has none. */
export const trueMoney = 'TrueMoney';

/** By the codes of the Bank of Thailand; merged banks are those of old slips. */
const names: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  ['002', { en: 'Bangkok Bank', th: 'ธนาคารกรุงเทพ' }],
  ['004', { en: 'Kasikornbank', th: 'ธนาคารกสิกรไทย' }],
  ['006', { en: 'Krungthai Bank', th: 'ธนาคารกรุงไทย' }],
  ['011', { en: 'TMBThanachart Bank', th: 'ธนาคารทหารไทยธนชาต' }],
  ['014', { en: 'Siam Commercial Bank', th: 'ธนาคารไทยพาณิชย์' }],
  ['017', { en: 'Citibank', th: 'ธนาคารซิตี้แบงก์' }],
  ['020', { en: 'Standard Chartered Bank (Thai)', th: 'ธนาคารสแตนดาร์ดชาร์เตอร์ด (ไทย)' }],
  ['022', { en: 'CIMB Thai Bank', th: 'ธนาคารซีไอเอ็มบี ไทย' }],
  ['024', { en: 'United Overseas Bank (Thai)', th: 'ธนาคารยูโอบี' }],
  ['025', { en: 'Bank of Ayudhya (Krungsri)', th: 'ธนาคารกรุงศรีอยุธยา' }],
  ['030', { en: 'Government Savings Bank', th: 'ธนาคารออมสิน' }],
  ['033', { en: 'Government Housing Bank', th: 'ธนาคารอาคารสงเคราะห์' }],
  [
    '034',
    {
      en: 'Bank for Agriculture and Agricultural Cooperatives',
      th: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    },
  ],
  ['039', { en: 'Mizuho Bank', th: 'ธนาคารมิซูโฮ' }],
  ['045', { en: 'BNP Paribas', th: 'ธนาคารบีเอ็นพี พารีบาส์' }],
  ['052', { en: 'Bank of China (Thai)', th: 'ธนาคารแห่งประเทศจีน (ไทย)' }],
  ['065', { en: 'Thanachart Bank', th: 'ธนาคารธนชาต' }],
  ['066', { en: 'Islamic Bank of Thailand', th: 'ธนาคารอิสลามแห่งประเทศไทย' }],
  ['067', { en: 'TISCO Bank', th: 'ธนาคารทิสโก้' }],
  ['069', { en: 'Kiatnakin Phatra Bank', th: 'ธนาคารเกียรตินาคินภัทร' }],
  ['070', { en: 'ICBC (Thai)', th: 'ธนาคารไอซีบีซี (ไทย)' }],
  ['071', { en: 'Thai Credit Bank', th: 'ธนาคารไทยเครดิต' }],
  ['073', { en: 'Land and Houses Bank', th: 'ธนาคารแลนด์ แอนด์ เฮ้าส์' }],
  // The invented bank of the demo data.
  ['999', { en: 'Example Bank', th: 'ธนาคารตัวอย่าง' }],
  [trueMoney, { en: 'TrueMoney', th: 'ทรูมันนี่' }],
]);

/** The codes of the banks that an account can be at, in their order. */
export const bankCodes: readonly string[] = [...names.keys()].filter((code) =>
  /^(?!999)\d/.test(code),
);

/** The name of a bank; of an unknown one its code. */
export function bankName(code: string, language: Language): string {
  return names.get(code)?.[language] ?? code;
}
