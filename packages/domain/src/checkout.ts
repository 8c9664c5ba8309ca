import { deliveryMethods, type DeliveryMethod } from './delivery.ts';
import type { Problem } from './problem.ts';

/** How an order is paid: by a transfer with a slip afterwards, or from the member's credit at once. */
export const paymentChoices = ['transfer', 'credit'] as const;
export type PaymentChoice = (typeof paymentChoices)[number];

/** Where an order goes, as texts of a form. */
export interface AddressInput {
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly line: string;
  readonly subDistrict: string;
  readonly district: string;
  readonly province: string;
  readonly postalCode: string;
  /** Abroad, in place of the parts above. */
  readonly city: string;
  readonly region: string;
}

/** The form of the checkout. */
export interface CheckoutInput extends AddressInput {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly method: DeliveryMethod;
  readonly pay: PaymentChoice;
  readonly acceptsTerms: boolean;
}

export const isInThailand = ({ country }: Pick<AddressInput, 'country'>): boolean =>
  country === 'TH';

const thaiParts = ['line', 'subDistrict', 'district', 'province', 'postalCode'] as const;
const foreignParts = ['line', 'city'] as const;

export const limits = { name: 100, line: 300, part: 100 } as const;

const lengthOf = (field: string): number =>
  field === 'name' ? limits.name : field === 'line' ? limits.line : limits.part;

/** Whether a text is one address of mail; SQL has the same rule. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\]+$/.test(text.trim());

/**
 * The problems of the form by field.
 *
 * @param isPhone whether a text is a phone number with its country, or a Thai one
 */
export function checkoutProblems(
  input: CheckoutInput,
  isPhone: (typed: string) => boolean,
): Partial<Record<keyof CheckoutInput, Problem>> {
  const problems: Partial<Record<keyof CheckoutInput, Problem>> = {};
  const parts = input.method === 'pickup' ? [] : isInThailand(input) ? thaiParts : foreignParts;
  for (const field of ['name', ...parts] as const) {
    const { length } = input[field].trim();
    if (length === 0) problems[field] = { code: `checkout.missing.${field}` };
    const max = lengthOf(field);
    if (length > max) problems[field] = { code: 'checkout.too_long', values: { max } };
  }
  if (parts === thaiParts && !problems.postalCode && !/^[1-9]\d{4}$/.test(input.postalCode.trim()))
    problems.postalCode = { code: 'checkout.postal_code' };
  if (!isEmailAddress(input.email)) problems.email = { code: 'checkout.email' };
  if (!isPhone(input.phone)) problems.phone = { code: 'checkout.phone' };
  if (!deliveryMethods.includes(input.method)) problems.method = { code: 'checkout.method' };
  if (!input.acceptsTerms) problems.acceptsTerms = { code: 'checkout.terms' };
  return problems;
}

/** The address as the database takes it; null for what is picked up. */
export function orderAddress(input: CheckoutInput): Readonly<Record<string, string>> | null {
  if (input.method === 'pickup') return null;
  const { country, line, postalCode } = input;
  const parts: Readonly<Record<string, string>> = isInThailand(input)
    ? { sub_district: input.subDistrict, district: input.district, province: input.province }
    : { city: input.city, region: input.region };
  const all = Object.entries({ country, line, ...parts, postal_code: postalCode });
  return Object.fromEntries(
    all.map(([name, text]) => [name, text.trim()]).filter(([, text]) => text !== ''),
  ) as Readonly<Record<string, string>>;
}
