import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPassengerName, normalizePassengerName } from './passenger-name.ts';

const codeOf = (text: string) => checkPassengerName(text)?.code;

describe('a passenger name', () => {
  it.each([
    'SOMCHAI',
    'somchai',
    'Anne-Marie',
    "O'Brien",
    "'t Hooft",
    'de la Cruz',
    'Müller',
    'Nguyễn',
    'Mrs-Smith',
    'Drew',
    'SMITHMR',
    'Missy',
    'X',
    'A'.repeat(60),
  ])('may be %j', (name) => {
    expect(checkPassengerName(name)).toBeNull();
  });

  it.each(['', '   ', '\u200b', '-', "'"])('has a letter at least, so it is not %j', (name) => {
    expect(codeOf(name)).toBe('passenger_name.empty');
  });

  it.each(['สมชาย', 'นายสมชาย', 'นาย สมชาย', 'Somchai สม', 'MR สมชาย', 'ด.ช.สมชาย', 'นางนวล'])(
    'is not in Thai letters, as in %j',
    (name) => {
      expect(codeOf(name)).toBe('passenger_name.thai');
    },
  );

  it.each([
    ['MR SOMCHAI', 'MR'],
    ['Somchai Mr', 'Mr'],
    ['Mr. Somchai', 'Mr'],
    ['mrs.somying', 'mrs'],
    ['MS', 'MS'],
    ['Miss Somying', 'Miss'],
    ['MSTR TONG', 'MSTR'],
    ['Dr. Who', 'Dr'],
    ['นาย Somchai', 'นาย'],
    ['นายSomchai', 'นาย'],
    ['นางสาว Somying', 'นางสาว'],
    ['นาง Somying', 'นาง'],
    ['น.ส. Somying', 'น.ส.'],
    ['ด.ช. Tong', 'ด.ช.'],
    ['ด.ญ. Tong', 'ด.ญ.'],
    ['ดร.Somchai', 'ดร.'],
    ['นาย', 'นาย'],
  ])('has no title, as %j has', (name, title) => {
    expect(checkPassengerName(name)).toEqual({ code: 'passenger_name.title', values: { title } });
  });

  it.each(['Somchai2', '007', '๑๒'])('has no digits, as %j has', (name) => {
    expect(codeOf(name)).toBe('passenger_name.digits');
  });

  it.each([
    ['Smith, John', ','],
    ['J. (Jim) J.', '. ( )'],
    ['Иван', 'И в а н'],
    ['山田', '山 田'],
    ['a×b', '×'],
    ['Sam🙂', '🙂'],
    ['A_B', '_'],
  ])('names the other characters of %j', (name, characters) => {
    expect(checkPassengerName(name)).toEqual({
      code: 'passenger_name.characters',
      values: { characters },
    });
  });

  it('has 60 characters at most', () => {
    expect(checkPassengerName('A'.repeat(61))).toEqual({
      code: 'passenger_name.too_long',
      values: { max: 60 },
    });
    expect(checkPassengerName(`  ${'A'.repeat(30)}   ${'B'.repeat(29)} `)).toBeNull();
  });
});

describe('a normalized name', () => {
  it('has composed letters, single spaces, and plain apostrophes and hyphens', () => {
    expect(normalizePassengerName(' Mu\u0308ller \u00a0\t O\u2019Neil\u200b\u2013Cox ')).toBe(
      "Müller O'Neil-Cox",
    );
    expect(normalizePassengerName('e\u200b\u0301')).toBe('é');
  });

  it('is checked and normalized alike a second time', () => {
    const unit = fc.constantFrom(...'aZé\u0301ñกๆ 1.,-\u2019\u2011\u200b\t MRDms'.split(''));
    fc.assert(
      fc.property(fc.string({ unit }), (typed) => {
        const name = normalizePassengerName(typed);
        expect(normalizePassengerName(name)).toBe(name);
        expect(checkPassengerName(name)).toEqual(checkPassengerName(typed));
      }),
    );
  });

  it('has nothing but letters, spaces, hyphens and apostrophes where it is accepted', () => {
    const unit = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(..."aZéŁỹ '-\u2019".split('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (typed) => {
        const name = normalizePassengerName(typed);
        const isPlain = /^(?! )[\p{Script=Latin} '-]{1,60}(?<! )$/u.test(name);
        expect(isPlain || checkPassengerName(typed) !== null).toBe(true);
      }),
    );
  });
});
