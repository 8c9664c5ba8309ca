import { describe, expect, it } from 'vitest';
import {
  agencyDetails,
  agencyInput,
  changedAgencyFields,
  checkAgency,
  headOffice,
  phoneText,
} from './agency.ts';

const input = {
  name_en: 'BKK Siam Travel Co., Ltd.',
  name_th: 'บริษัท บีเคเค สยาม ทราเวล จำกัด',
  address_en: '88 Charoen Nakhon Road',
  address_th: '88 ถนนเจริญนคร',
  phone: '02-000-0000',
  email: 'hello@bkksiam.example',
  hours_en: '',
  hours_th: '',
  languages: 'th,en',
  logo: '',
  tax_id: '',
  branch: headOffice,
  licence: '',
  bank_code: '',
  bank_account_name: '',
  bank_account_number: '',
  promptpay: '',
  vat_from: '',
};

const codesOf = (changes: Partial<typeof input>) =>
  Object.fromEntries(
    Object.entries(checkAgency({ ...input, ...changes })).map(([name, problem]) => [
      name,
      problem.code,
    ]),
  );

describe('the details of the agency', () => {
  it('are stored without the spaces and dashes of numbers, and empty texts as null', () => {
    const typed = {
      ...input,
      name_en: '  BKK Siam ',
      tax_id: '๐-๑๐๕๕-๖๑๐๐๐-๐๐-๓',
      branch: '๑',
      bank_code: '004',
      bank_account_name: 'BKK Siam',
      bank_account_number: '012-3-45678-9',
      promptpay: '+66 81-234-5678',
    };
    const details = agencyDetails(typed);
    expect(details).toMatchObject({
      name_en: 'BKK Siam',
      tax_id: '0105561000003',
      branch: '00001',
      licence: null,
      bank_account_number: '0123456789',
      promptpay_kind: 'phone',
      promptpay_id: '0812345678',
      vat_from: null,
    });
    expect(changedAgencyFields(details, agencyDetails(agencyInput(details)))).toEqual([]);
    expect(
      changedAgencyFields(details, { ...details, promptpay_kind: null, promptpay_id: null }),
    ).toEqual(['promptpay']);
  });

  it('need names and addresses, and nothing else', () => {
    expect(codesOf({})).toEqual({});
    expect(codesOf({ name_th: ' ', address_en: '' })).toEqual({
      name_th: 'agency.missing',
      address_en: 'agency.missing',
    });
  });

  it('are refused with a wrong check digit, half an account, or what is no number', () => {
    expect(
      codesOf({
        tax_id: '0105561000002',
        branch: 'one',
        email: 'nobody',
        licence: 'x'.repeat(51),
        bank_account_number: '12-34',
        promptpay: '0105561000002',
        vat_from: '2026-13-01',
      }),
    ).toEqual({
      tax_id: 'agency.tax_id',
      branch: 'agency.branch',
      email: 'agency.email',
      licence: 'agency.too_long',
      bank_account_number: 'agency.account',
      bank_code: 'agency.account_part',
      bank_account_name: 'agency.account_part',
      promptpay: 'promptpay.tax_id',
      vat_from: 'agency.day',
    });
  });
});

it.each([
  ['02-000-0000', '+66 2 000 0000'],
  ['081 234 5678', '+66 81 234 5678'],
  ['+66 2 000 0000', '+66 2 000 0000'],
  ['1672', '1672'],
])('the phone %s is %s in English, and in Thai as it was entered', (phone, english) => {
  expect([phoneText(phone, 'en'), phoneText(phone, 'th')]).toEqual([english, phone]);
});
