import { removeInvisible } from './invisible-characters.ts';
import { arabicDigits } from './phone.ts';

/** Receipts, tax invoices that are also receipts, and credit notes: each series is numbered by year without gaps. */
export type ReceiptSeries = 'RT' | 'IV' | 'CN';

/** How VAT treats a line; `not_ours` is collected for others, such as the fare of an airline, and `none` is no supply, such as credit. */
export type VatTreatment = 'standard' | 'zero' | 'exempt' | 'not_ours' | 'none';

/** The issuer or the buyer of a receipt. */
export interface ReceiptParty {
  readonly name_th: string;
  /** Null for a name of one language. */
  readonly name_en: string | null;
  readonly address_th: string | null;
  readonly address_en: string | null;
  /** 13 digits. */
  readonly tax_id: string | null;
  /** 5 digits, `00000` for the head office; null for a person. */
  readonly branch: string | null;
}

/** A line of a receipt. Its amounts include VAT. */
export interface ReceiptLine {
  readonly label_th: string;
  readonly label_en: string;
  readonly count: number;
  readonly unit_satang: number;
  readonly amount_satang: number;
  readonly vat: VatTreatment;
}

/** A document that a receipt replaces or corrects. */
interface EarlierReceipt {
  /** As {@link receiptNumberText}. */
  readonly number: string;
  readonly dated_at: string;
}

/** What is printed on a receipt, as stored with it: later changes of the agency, the booking or the order do not change it. */
export interface ReceiptData {
  readonly agency: ReceiptParty & { readonly phone: string | null; readonly email: string | null };
  readonly buyer: ReceiptParty;
  /** The printed day, which a replacement keeps. */
  readonly dated_at: string;
  /** The reference of the booking; null for an order, and for credit. */
  readonly booking: string | null;
  /** The number of the order; receipts from before there were orders have none. */
  readonly order?: string | null;
  readonly lines: readonly ReceiptLine[];
  /** The sums add up to the total. Null if the agency is not registered for VAT. */
  readonly vat: {
    readonly percent: number;
    /** With what is no supply. */
    readonly not_ours_satang: number;
    readonly exempt_satang: number;
    readonly zero_satang: number;
    /** Without the VAT. */
    readonly taxable_satang: number;
    readonly vat_satang: number;
  } | null;
  readonly total_satang: number;
  readonly payment: {
    readonly method: 'transfer' | 'credit';
    readonly received_at: string;
    readonly amount_satang: number;
    readonly bank_reference: string | null;
    /** The part that was paid with the member's credit, in addition to the total. */
    readonly credit_satang: number;
    /** What is paid for the booking or the order with this payment, and what is left; null for credit. */
    readonly paid_satang: number | null;
    readonly left_satang: number | null;
  };
  readonly received_by: string | null;
  readonly replaces: EarlierReceipt | null;
  /** The invoice that a credit note corrects, with the value of its supply before and after. */
  readonly corrects:
    | (EarlierReceipt & {
        readonly former_satang: number;
        readonly correct_satang: number;
        readonly reason_th: string;
        readonly reason_en: string;
      })
    | null;
}

/** A receipt with what its row says. */
export interface Receipt {
  readonly series: ReceiptSeries;
  /** Bangkok's year, CE. */
  readonly year: number;
  readonly number: number;
  readonly issued_at: string;
  readonly voided_at: string | null;
  /** The number of the receipt that replaces a void one. */
  readonly replaced_by?: string | null;
  readonly data: ReceiptData;
}

/** The number of a receipt: `RT2026-000418`. */
export function receiptNumberText({
  series,
  year,
  number,
}: Pick<Receipt, 'year' | 'number'> & { readonly series: string }): string {
  return `${series}${String(year)}-${String(number).padStart(6, '0')}`;
}

const typedNumber = /^(RT|IV|CN)(\d{4})-?(\d{1,6})$/;

/**
 * Parses the number of a receipt as people type it: in lower case, with spaces or without its dash, without leading zeros, or
 * with a year of the Buddhist era. Null for any other text.
 */
export function parseReceiptNumber(text: string): string | null {
  const typed = arabicDigits(removeInvisible(text))
    .toUpperCase()
    .replaceAll(/[\s#]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const [, series = '', year, number] = typedNumber.exec(typed) ?? [];
  if (year === undefined || Number(number) === 0) return null;
  const ahead = Number(year) > 2400 ? 543 : 0;
  return receiptNumberText({ series, year: Number(year) - ahead, number: Number(number) });
}
