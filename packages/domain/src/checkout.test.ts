import { describe, expect, it } from 'vitest';
import { checkoutProblems, orderAddress, type CheckoutInput } from './checkout.ts';

const complete: CheckoutInput = {
  name: 'ณัฐญา วงศ์ไทย',
  email: 'nat@example.com',
  phone: '080 000 0045',
  method: 'standard',
  pay: 'transfer',
  acceptsTerms: true,
  country: 'TH',
  line: ' 88/8 ซอยตัวอย่าง 4 ',
  subDistrict: 'สีลม',
  district: 'บางรัก',
  province: 'กรุงเทพมหานคร',
  postalCode: '10500',
  city: '',
  region: '',
};
const problemsOf = (changes: Partial<CheckoutInput>) =>
  Object.entries(checkoutProblems({ ...complete, ...changes }, (typed) => typed !== '')).map(
    ([field, problem]) => `${field}: ${problem.code}`,
  );

describe('the form of the checkout', () => {
  it('has no problem when all of it is there', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('needs each part of an address in Thailand, and five digits of its code', () => {
    expect(problemsOf({ line: ' ', district: '', postalCode: '1050' })).toEqual([
      'line: checkout.missing.line',
      'district: checkout.missing.district',
      'postalCode: checkout.postal_code',
    ]);
  });

  it('needs a line and a city abroad, and no address for what is picked up', () => {
    const abroad = { country: 'DE', subDistrict: '', district: '', province: '', postalCode: '' };
    expect(problemsOf({ ...abroad, line: 'Weg 1' })).toEqual(['city: checkout.missing.city']);
    expect(problemsOf({ ...abroad, method: 'pickup', line: '' })).toEqual([]);
  });

  it('needs a name, a phone, an address of mail and the terms', () => {
    expect(
      problemsOf({ name: 'a'.repeat(101), email: 'nat', phone: '', acceptsTerms: false }),
    ).toEqual([
      'name: checkout.too_long',
      'email: checkout.email',
      'phone: checkout.phone',
      'acceptsTerms: checkout.terms',
    ]);
  });

  it('gives the address as it is stored', () => {
    expect(orderAddress(complete)).toEqual({
      country: 'TH',
      line: '88/8 ซอยตัวอย่าง 4',
      sub_district: 'สีลม',
      district: 'บางรัก',
      province: 'กรุงเทพมหานคร',
      postal_code: '10500',
    });
    expect(
      orderAddress({ ...complete, country: 'DE', line: 'Weg 1', city: 'Ulm', postalCode: '89073' }),
    ).toEqual({ country: 'DE', line: 'Weg 1', city: 'Ulm', postal_code: '89073' });
    expect(orderAddress({ ...complete, method: 'pickup' })).toBeNull();
  });
});
