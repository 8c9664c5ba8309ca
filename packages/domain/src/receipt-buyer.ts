import { digitsOf, headOffice } from './agency.ts';
import type { Problem } from './problem.ts';
import type { ReceiptParty } from './receipt.ts';
import { isThaiId } from './thai-id.ts';

/** Where a buyer with a tax id is registered; a person has no office. */
export const buyerOffices = ['none', 'head', 'branch'] as const;
export type BuyerOffice = (typeof buyerOffices)[number];

/** The buyer of a tax invoice as texts of a form. */
export interface BuyerInput {
  readonly name: string;
  readonly address: string;
  readonly taxId: string;
  readonly office: BuyerOffice;
  readonly branch: string;
}

/** The buyer of a tax invoice (Revenue Code, section 86/4), as functions of the database take it. */
export interface ReceiptBuyer {
  readonly name: string;
  readonly address: string;
  /** 13 digits. */
  readonly tax_id: string | null;
  /** Five digits, `00000` for the head office; null for a person. */
  readonly branch: string | null;
}

export const noBuyer: BuyerInput = { name: '', address: '', taxId: '', office: 'none', branch: '' };

export function buyerInput({ name, address, tax_id: taxId, branch }: ReceiptBuyer): BuyerInput {
  return {
    name,
    address,
    taxId: taxId ?? '',
    office: branch === null ? 'none' : branch === headOffice ? 'head' : 'branch',
    branch: branch === null || branch === headOffice ? '' : branch,
  };
}

/** The buyer that is printed on a receipt. */
export function buyerOf({ name_th, address_th, tax_id, branch }: ReceiptParty): ReceiptBuyer {
  return { name: name_th, address: address_th ?? '', tax_id, branch };
}

/** The offices that a tax id may have: the ids of companies begin with 0, and their invoices name the office. */
export function officesOf(taxId: string): readonly BuyerOffice[] {
  const digits = digitsOf(taxId);
  if (digits === '') return [];
  return digits.startsWith('0') ? ['head', 'branch'] : buyerOffices;
}

/** The chosen office, as far as the tax id may have it. */
export function officeOf({ taxId, office }: Pick<BuyerInput, 'taxId' | 'office'>): BuyerOffice {
  const offices = officesOf(taxId);
  return offices.includes(office) ? office : (offices[0] ?? 'none');
}

/** The buyer of a checked input. */
export function receiptBuyer(input: BuyerInput): ReceiptBuyer {
  const office = officeOf(input);
  const branch = digitsOf(input.branch).padStart(headOffice.length, '0');
  return {
    name: input.name.trim(),
    address: input.address.trim(),
    tax_id: digitsOf(input.taxId) || null,
    branch: office === 'none' ? null : office === 'head' ? headOffice : branch,
  };
}

const limits = { name: 200, address: 500 } as const;

export function checkBuyer(input: BuyerInput): Partial<Record<keyof BuyerInput, Problem>> {
  const problems: Partial<Record<keyof BuyerInput, Problem>> = {};
  for (const field of ['name', 'address'] as const) {
    const { length } = input[field].trim();
    if (length === 0) problems[field] = { code: `buyer.${field}` };
    if (length > limits[field])
      problems[field] = { code: 'buyer.too_long', values: { max: limits[field] } };
  }
  const taxId = digitsOf(input.taxId);
  if (taxId !== '' && !isThaiId(taxId)) problems.taxId = { code: 'buyer.tax_id' };
  if (officeOf(input) === 'branch' && !/^\d{1,5}$/.test(digitsOf(input.branch)))
    problems.branch = { code: 'buyer.branch' };
  return problems;
}
