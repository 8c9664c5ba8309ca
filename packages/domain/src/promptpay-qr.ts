import { crc16, readTags, writeTag } from './emv-qr.ts';
import type { PromptPayId, PromptPayKind } from './promptpay-id.ts';

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

/** The payee of PromptPay and the amount in the text of a QR code; null for any other text, and where its CRC is wrong. */
export function readPromptPay(
  text: string,
): { readonly to: PromptPayId; readonly satang: number } | null {
  const tags = crc16(text.slice(0, -4)) === text.slice(-4) ? readTags(text) : null;
  const account = readTags(tags?.get('29') ?? '');
  if (tags === null || account?.get('00') !== creditTransfer || tags.get('53') !== baht)
    return null;
  const kinds = Object.entries(payeeTags) as [PromptPayKind, string][];
  const [kind] = kinds.find(([, tag]) => account.has(tag)) ?? [];
  const satang = Math.round(Number(tags.get('54')) * 100);
  if (kind === undefined || !Number.isSafeInteger(satang)) return null;
  const id = account.get(payeeTags[kind]) ?? '';
  return { to: { kind, id: kind === 'phone' ? id.replace(/^0066/, '0') : id }, satang };
}
