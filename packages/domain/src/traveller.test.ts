import { describe, expect, it } from 'vitest';
import { isSamePerson, passportProblems, type Person } from './traveller.ts';

const nattaya: Person = { firstName: 'Nattaya', lastName: 'Wongthai', birthDate: '1988-03-14' };

describe('isSamePerson', () => {
  it.each<Partial<Person>>([
    {},
    { firstName: 'NATTAYA', lastName: ' wongthai ' },
    { birthDate: null },
  ])('knows a person with %j', (changes) => {
    expect(isSamePerson(nattaya, { ...nattaya, ...changes })).toBe(true);
    expect(isSamePerson({ ...nattaya, ...changes }, nattaya)).toBe(true);
  });

  it.each<Partial<Person>>([
    { firstName: 'Natta' },
    { lastName: 'Wong' },
    { birthDate: '1988-03-15' },
    { firstName: 'Wongthai', lastName: 'Nattaya' },
  ])('tells apart a person with %j', (changes) => {
    expect(isSamePerson(nattaya, { ...nattaya, ...changes })).toBe(false);
  });
});

it('a single name is the same in either field', () => {
  const suhartini: Person = { firstName: '', lastName: 'SUHARTINI', birthDate: null };
  expect(isSamePerson(suhartini, { ...suhartini, firstName: 'Suhartini', lastName: '' })).toBe(
    true,
  );
  expect(isSamePerson(suhartini, { ...suhartini, firstName: 'Suhartini' })).toBe(false);
});

describe('passportProblems', () => {
  const problems = (passportNumber: string, passportExpiry = '') =>
    Object.values(passportProblems({ passportNumber, passportExpiry })).map(({ code }) => code);

  it.each([
    ['', ''],
    ['aa 123-4567', '28/2/2031'],
    ['AA1234567', '28/2/2574'],
    ['12345', '2031-02-28'],
  ])('finds nothing in %j until %j', (number, expiry) => {
    expect(problems(number, expiry)).toEqual([]);
  });

  it.each(['AA12', 'A'.repeat(21), 'เอเอ12345', 'AA123/567'])('refuses the number %j', (number) => {
    expect(problems(number)).toEqual(['traveller.passport_number']);
  });

  it.each(['soon', '30/2/2031', '1/1/1999', '2/1/2100'])('refuses the expiry %j', (expiry) => {
    expect(problems('', expiry)).toEqual(['traveller.passport_expiry']);
  });
});
