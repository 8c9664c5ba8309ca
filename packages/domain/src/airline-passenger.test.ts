import { describe, expect, it } from 'vitest';
import {
  airlineDetailProblems,
  airlineNameProblems,
  childAges,
  genderOfTitle,
} from './airline-passenger.ts';

const lastDay = '2027-12-18';
const named = (firstName: string, lastName = 'Srisuk') => ({ firstName, lastName });

describe('the names that airlines take', () => {
  it.each(['Malee', "D'Arc-Żółć", 'A', ''])('takes %j', (name) => {
    expect(airlineNameProblems([named(name)])).toEqual({});
  });

  it.each([
    ['Malee Kanchanaporn Siri', { code: 'passenger_name.too_long', values: { max: 20 } }],
    ['Bjœrn', { code: 'passenger_name.characters', values: { characters: 'œ' } }],
    ['Nguyễn', { code: 'passenger_name.characters', values: { characters: 'ễ' } }],
    ['มาลี', { code: 'passenger_name.thai' }],
  ])('refuses %j', (name, problem) => {
    expect(airlineNameProblems([named('Ploy'), named(name)])).toEqual({
      'passengers.1.firstName': problem,
    });
  });
});

describe('what airlines want to know besides', () => {
  it('wants title, gender and birth date', () => {
    expect(airlineDetailProblems([named('Malee')], ['adult'], lastDay)).toEqual({
      'passengers.0.title': { code: 'airline.title' },
      'passengers.0.gender': { code: 'airline.gender' },
      'passengers.0.birthDate': { code: 'airline.birth_date' },
    });
  });

  it.each([
    ['adult', '18/12/2015', {}],
    ['adult', '19/12/2015', { code: 'airline.not_adult' }],
    ['child', '18/12/2015', { code: 'airline.not_child' }],
    ['child', '18/12/2568', {}],
    ['infant', '18/12/2025', { code: 'airline.not_infant' }],
    ['infant', '19/12/2025', {}],
    ['adult', 'soon', {}],
  ] as const)(
    'a birth date of a passenger that is searched as %s: %s',
    (type, birthDate, problem) => {
      const passenger = { ...named('Malee'), title: 'dr', gender: 'f', birthDate };
      expect(airlineDetailProblems([passenger], [type], lastDay)).toEqual(
        'code' in problem ? { 'passengers.0.birthDate': problem } : {},
      );
    },
  );
});

it('children have the ages of the day of the last flight', () => {
  const born = (birthDate: string) => ({ ...named('Ploy'), birthDate });
  const people = [born('1/1/1990'), born('19/12/2019'), born('18/12/2020')];
  expect(childAges(people, ['adult', 'child', 'child'], lastDay)).toEqual([7, 7]);
  expect(childAges(people, ['adult'], lastDay)).toBeUndefined();
});

it('a title says the gender, but for that of both', () => {
  expect(['mr', 'ms', 'mrs', 'miss', 'dr', ''].map(genderOfTitle)).toEqual([
    'm',
    'f',
    'f',
    'f',
    undefined,
    undefined,
  ]);
});
