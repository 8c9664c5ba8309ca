import { trueMoney } from './banks.ts';
import { crc16, maxQrLength, readTags } from './emv-qr.ts';

/** What the small QR of a payment slip says. It has no amount, no payee and no time. */
export interface SlipQr {
  /** Three digits, or {@link trueMoney}. */
  readonly bank: string;
  /** The bank's reference of the transfer: 1 to 25 letters and digits. */
  readonly reference: string;
}

/** Some banks' apps leave out the zeros a CRC begins with, and TrueMoney writes it in lower case. */
const checksum = /9104([\dA-F]{1,4})$/i;
const bankSlip = '000001';
const walletSlip = '01';

/** The text with its whole CRC, if that is right. */
function checkedText(text: string): string | null {
  const [, given = ''] = checksum.exec(text) ?? [];
  if (given === '') return null;
  const covered = text.slice(0, -given.length);
  const crc = crc16(covered);
  return crc === given.toUpperCase().padStart(4, '0') ? covered + crc : null;
}

/** What the text of a QR says, if it is that of a slip of a Thai bank or of TrueMoney; null for every other text. */
export function parseSlipQr(text: string): SlipQr | null {
  const whole = text.length <= maxQrLength ? checkedText(text) : null;
  const tags = whole === null ? null : readTags(whole);
  const values = readTags(tags?.get('00') ?? '');
  if (values === null) return null;
  const kind = values.get('00');
  const isWallet = kind === walletSlip && values.get('01') === walletSlip;
  const bank = isWallet ? trueMoney : (values.get('01') ?? '');
  const reference = (values.get(isWallet ? '03' : '02') ?? '').toUpperCase();
  if (!isWallet && (kind !== bankSlip || !/^\d{3}$/.test(bank))) return null;
  return /^[\dA-Z]{1,25}$/.test(reference) ? { bank, reference } : null;
}
