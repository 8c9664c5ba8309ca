import type { Language } from './languages.ts';
import { parsePromptPayId, type PromptPayKind } from './promptpay-id.ts';
import { arabicDigits } from './phone.ts';
import type { Problem } from './problem.ts';
import { isThaiId } from './thai-id.ts';

/** The agency's own details, as they are stored and as admins change them. */
export interface AgencyDetails {
  readonly name_en: string;
  readonly name_th: string;
  readonly address_en: string;
  readonly address_th: string;
  readonly phone: string;
  readonly email: string;
  /** Opening hours, as a sentence. */
  readonly hours_en: string | null;
  readonly hours_th: string | null;
  /** ISO 639-1, in the order in which they are named. */
  readonly languages: readonly string[];
  /** The address of its logo. */
  readonly logo: string | null;
  /** 13 digits. */
  readonly tax_id: string | null;
  /** Five digits; `headOffice` is not a branch. */
  readonly branch: string;
  /** The number of the licence for travel business. */
  readonly licence: string | null;
  /** Three digits, of the Bank of Thailand. */
  readonly bank_code: string | null;
  readonly bank_account_name: string | null;
  readonly bank_account_number: string | null;
  readonly promptpay_kind: PromptPayKind | null;
  readonly promptpay_id: string | null;
  /** Registered for VAT since this day; null if it is not. */
  readonly vat_from: string | null;
}

/** What everybody may know of the agency. */
export type AgencyProfile = Pick<
  AgencyDetails,
  | 'name_en'
  | 'name_th'
  | 'address_en'
  | 'address_th'
  | 'phone'
  | 'email'
  | 'hours_en'
  | 'hours_th'
  | 'languages'
  | 'logo'
  | 'tax_id'
  | 'licence'
>;

/** The languages that an agency in Thailand may speak (ISO 639-1). */
export const spokenLanguages = [
  ...['th', 'en', 'zh', 'ja', 'ko', 'ms'],
  ...['hi', 'ar', 'ru', 'de', 'fr', 'es'],
] as const;

/** A Thai number as one dials it in Thailand, or in English with the country's code. */
export function phoneText(phone: string, language: Language): string {
  return language === 'th' ? phone : phone.replace(/^0(?=[\d -]{7})/, '+66 ').replaceAll('-', ' ');
}

type TypedName = Exclude<keyof AgencyDetails, 'promptpay_kind' | 'promptpay_id'>;

/** The details as texts of a form, empty for null; languages with commas. The kind of a PromptPay id follows from the id. */
export type AgencyInput = Readonly<Record<TypedName | 'promptpay', string>>;

export const headOffice = '00000';

/** The most characters of each text. */
const limits = {
  name_en: 200,
  name_th: 200,
  address_en: 500,
  address_th: 500,
  phone: 50,
  hours_en: 200,
  hours_th: 200,
  licence: 50,
  bank_account_name: 200,
} as const satisfies Partial<Record<TypedName, number>>;

const needed = ['name_en', 'name_th', 'address_en', 'address_th', 'phone', 'email'] as const;
const account = ['bank_code', 'bank_account_name', 'bank_account_number'] as const;

export function agencyInput(stored: AgencyDetails): AgencyInput {
  return {
    name_en: stored.name_en,
    name_th: stored.name_th,
    address_en: stored.address_en,
    address_th: stored.address_th,
    phone: stored.phone,
    email: stored.email,
    hours_en: stored.hours_en ?? '',
    hours_th: stored.hours_th ?? '',
    languages: stored.languages.join(),
    logo: stored.logo ?? '',
    tax_id: stored.tax_id ?? '',
    branch: stored.branch,
    licence: stored.licence ?? '',
    bank_code: stored.bank_code ?? '',
    bank_account_name: stored.bank_account_name ?? '',
    bank_account_number: stored.bank_account_number ?? '',
    promptpay: stored.promptpay_id ?? '',
    vat_from: stored.vat_from ?? '',
  };
}

/** A number without the spaces and dashes that people group it by. */
export const digitsOf = (text: string) => arabicDigits(text).replaceAll(/[\s\-\u2010-\u2015]/g, '');

function promptPayOf(text: string) {
  const parsed = text.trim() === '' ? null : parsePromptPayId(text);
  if (parsed === null || 'code' in parsed) return { promptpay_kind: null, promptpay_id: null };
  return { promptpay_kind: parsed.kind, promptpay_id: parsed.id };
}

/** The languages of an input. */
export const languagesOf = ({ languages }: Pick<AgencyInput, 'languages'>): readonly string[] =>
  languages.split(',').filter(Boolean);

/** The details of a checked input. */
export function agencyDetails(input: AgencyInput): AgencyDetails {
  const text = (name: TypedName) => input[name].trim() || null;
  return {
    name_en: input.name_en.trim(),
    name_th: input.name_th.trim(),
    address_en: input.address_en.trim(),
    address_th: input.address_th.trim(),
    phone: input.phone.trim(),
    email: input.email.trim(),
    hours_en: text('hours_en'),
    hours_th: text('hours_th'),
    languages: languagesOf(input),
    logo: text('logo'),
    tax_id: digitsOf(input.tax_id) || null,
    branch: digitsOf(input.branch).padStart(headOffice.length, '0'),
    licence: text('licence'),
    bank_code: digitsOf(input.bank_code) || null,
    bank_account_name: text('bank_account_name'),
    bank_account_number: digitsOf(input.bank_account_number) || null,
    ...promptPayOf(input.promptpay),
    vat_from: text('vat_from'),
  };
}

type Problems = Partial<Record<keyof AgencyInput, Problem>>;

/** What is wrong with the texts that are there. */
function textProblems(input: AgencyInput): Problems {
  const problems: Problems = {};
  for (const name of needed)
    if (input[name].trim() === '') problems[name] = { code: 'agency.missing' };
  for (const [name, max] of Object.entries(limits)) {
    if (input[name as keyof typeof limits].trim().length > max)
      problems[name as TypedName] = { code: 'agency.too_long', values: { max } };
  }
  const email = input.email.trim();
  if (email.length > 255 || (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email)))
    problems.email = { code: 'agency.email' };
  return problems;
}

/** What is wrong with the numbers that are there. */
function numberProblems(input: AgencyInput): Problems {
  const problems: Problems = {};
  const taxId = digitsOf(input.tax_id);
  if (taxId !== '' && !isThaiId(taxId)) problems.tax_id = { code: 'agency.tax_id' };
  if (!/^\d{1,5}$/.test(digitsOf(input.branch))) problems.branch = { code: 'agency.branch' };
  const bank = digitsOf(input.bank_code);
  if (bank !== '' && !/^\d{3}$/.test(bank)) problems.bank_code = { code: 'agency.bank' };
  const number = digitsOf(input.bank_account_number);
  if (number !== '' && !/^\d{6,20}$/.test(number))
    problems.bank_account_number = { code: 'agency.account' };
  const promptPay = input.promptpay.trim() === '' ? null : parsePromptPayId(input.promptpay);
  if (promptPay !== null && 'code' in promptPay) problems.promptpay = promptPay;
  if (input.vat_from !== '' && Number.isNaN(Date.parse(input.vat_from)))
    problems.vat_from = { code: 'agency.day' };
  return problems;
}

/** A bank account is its bank, its name and its number, or none of them. */
function accountProblems(input: AgencyInput): Problems {
  const missing = account.filter((name) => input[name].trim() === '');
  if (missing.length === account.length) return {};
  return Object.fromEntries(missing.map((name) => [name, { code: 'agency.account_part' }]));
}

export function checkAgency(input: AgencyInput): Readonly<Problems> {
  return { ...textProblems(input), ...numberProblems(input), ...accountProblems(input) };
}

/** The fields whose values differ. */
export function changedAgencyFields(
  one: AgencyDetails,
  other: AgencyDetails,
): readonly (keyof AgencyInput)[] {
  const [first, second] = [agencyInput(one), agencyInput(other)];
  const names = Object.keys(first) as (keyof AgencyInput)[];
  return names.filter((name) => first[name] !== second[name]);
}
