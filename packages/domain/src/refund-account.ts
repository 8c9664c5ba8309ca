import { bankCodes } from './banks.ts';
import type { Problem } from './problem.ts';

/** The bank account that a refund goes to, as it is typed. */
export interface RefundAccount {
  /** The code of the bank. */
  readonly bank: string;
  readonly name: string;
  readonly number: string;
}

const maxName = 100;

/** The number of an account without what people put between its digits. */
export const accountDigits = (typed: string): string => typed.replaceAll(/[\s-]/g, '');

/** What is wrong with an account, by field. */
export function refundAccountProblems({
  bank,
  name,
  number,
}: RefundAccount): Readonly<Partial<Record<keyof RefundAccount, Problem>>> {
  const typedName = name.trim();
  return {
    ...(!bankCodes.includes(bank) && { bank: { code: 'refund.bank' } }),
    ...(typedName === '' && { name: { code: 'refund.name' } }),
    ...(typedName.length > maxName && {
      name: { code: 'refund.name_too_long', values: { max: maxName } },
    }),
    ...(!/^\d{6,20}$/.test(accountDigits(number)) && { number: { code: 'refund.number' } }),
  };
}
