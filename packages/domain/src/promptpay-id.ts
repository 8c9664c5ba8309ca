import { normalizePhone } from './phone.ts';
import type { Problem } from './problem.ts';
import { isThaiId } from './thai-id.ts';

export type PromptPayKind = 'phone' | 'tax_id' | 'ewallet';

/** Where PromptPay pays to. */
export interface PromptPayId {
  readonly kind: PromptPayKind;
  /** Of a phone 10 digits from its 0, of a citizen or taxpayer 13, of an e-wallet 15. */
  readonly id: string;
}

export interface PromptPayProblem extends Problem {
  readonly code: 'promptpay.format' | 'promptpay.phone' | 'promptpay.tax_id';
}

const mobile = /^0[689]\d{8}$/;
/** No tax id begins like a mobile number behind 0066: its second and third digit are a province. */
const international = /^(?:\+|00)?66(?:0?)([689]\d{8})$/;

/** What a person types as a PromptPay id, with spaces, dashes, brackets or +66. */
export function parsePromptPayId(text: string): PromptPayId | PromptPayProblem {
  const typed = normalizePhone(text).replaceAll(/[\s()./\-\u2010-\u2015]/g, '');
  const national = typed.replace(international, '0$1');
  if (mobile.test(national)) return { kind: 'phone', id: national };
  if (/^(?:\+\d+|\d{9,10})$/.test(typed)) return { code: 'promptpay.phone' };
  if (/^\d{15}$/.test(typed)) return { kind: 'ewallet', id: typed };
  if (!/^\d{13}$/.test(typed)) return { code: 'promptpay.format' };
  return isThaiId(typed) ? { kind: 'tax_id', id: typed } : { code: 'promptpay.tax_id' };
}
