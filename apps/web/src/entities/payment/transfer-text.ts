import type { PromptPayId } from '@bkksiam/domain/promptpay-id';

const grouped = (digits: string, groups: RegExp) =>
  groups.exec(digits)?.slice(1).join('-') ?? digits;

/** The number of an account as banks print it; other lengths than ten digits as they are. */
export const accountText = (digits: string): string => grouped(digits, /^(\d{3})(\d)(\d{5})(\d)$/);

/** A PromptPay id as people write it. */
export function promptPayIdText({ kind, id }: PromptPayId): string {
  const groups = {
    phone: /^(\d{3})(\d{3})(\d{4})$/,
    tax_id: /^(\d)(\d{4})(\d{5})(\d{2})(\d)$/,
    ewallet: /^(\d{3})(\d{4})(\d{4})(\d{4})$/,
  };
  return grouped(id, groups[kind]);
}

/** What is typed into the memo of a transfer: banks' apps limit its length and take no dashes. The number of an order keeps its letters. */
export const memoOf = (reference: string): string =>
  reference.replace(/^BKK-/, '').replaceAll('-', '');
