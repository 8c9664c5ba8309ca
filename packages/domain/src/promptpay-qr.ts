import { crc16, writeTag } from './emv-qr.ts';
import type { PromptPayId } from './promptpay-id.ts';

const creditTransfer = 'A000000677010111';
const payeeTags = { phone: '01', tax_id: '02', ewallet: '03' } as const;
const baht = '764';

/** The payee as PromptPay writes it: a phone with the prefix 0066 in place of its 0. */
const payee = ({ kind, id }: PromptPayId) => (kind === 'phone' ? `0066${id.slice(1)}` : id);

/**
 * The text of a PromptPay QR code (EMVCo) that asks for an amount.
 *
 * @param satang above zero; without an amount the payer would type one
 */
export function promptPayText(to: PromptPayId, satang: number): string {
  const account = writeTag('00', creditTransfer) + writeTag(payeeTags[to.kind], payee(to));
  const amount = `${String(Math.floor(satang / 100))}.${String(satang % 100).padStart(2, '0')}`;
  const text = [
    writeTag('00', '01'),
    writeTag('01', '12'),
    writeTag('29', account),
    writeTag('53', baht),
    writeTag('54', amount),
    writeTag('58', 'TH'),
    '6304',
  ].join('');
  return text + crc16(text);
}
