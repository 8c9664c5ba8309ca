import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airlineNames,
  checkPassengerName,
  fullName,
  normalizePassengerName,
  normalizePassengerNames,
} from './passenger-name.ts';

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

describe('a name from a keyboard, a passport or a document', () => {
  it.each([
    ['Kaʻiulani', "Ka'iulani"], // Hawaiian, U+02BB
    ['Kaʼiulani', "Ka'iulani"], // U+02BC
    ['Oʻktam Gʻulomov', "O'ktam G'ulomov"], // Uzbek
    ['Oʼktam Gʼulomov', "O'ktam G'ulomov"],
    ['O‘ktam', "O'ktam"], // U+2018
    ['D’Angelo', "D'Angelo"], // U+2019
    ['ʿAbd al-Raḥmān', "'Abd al-Raḥmān"], // Arabic
    ['Saʾid', "Sa'id"],
    ['Igorʹ', "Igor'"], // Russian, U+02B9
    ['N´Golo', "N'Golo"],
    ['Nguyê\u0303n Thi\u0323 Mai', 'Nguyễn Thị Mai'], // Vietnamese
    ['Ðặng', 'Ðặng'],
    ['\u200eSuhartini\u200f', 'Suhartini'], // direction marks
    ['\u202aAung\u202c\u00a0\u2066San\u2069', 'Aung San'],
    ['\ufeffTh\u200dant', 'Thant'], // byte order mark, zero-width joiner
    ['e\u200d\u0301', 'é'],
    ['Soe\u180e\ufe0f\u034f\u3164', 'Soe'], // separator, selector, joiner, filler
    ['Tin\u2028\u3000Tin\u0085', 'Tin Tin'], // line separator, wide space, next line
    ['Jean\u2011Luc', 'Jean-Luc'],
    ['Ma\u0007ung\u{e0041}', 'Maung'], // control and tag
  ])('%j is %j', (typed, name) => {
    expect(normalizePassengerName(typed)).toBe(name);
    expect(checkPassengerName(typed)).toBeNull();
  });

  it('has a title in plain letters alone, as in SQL', () => {
    expect(codeOf('M\u200br Aung')).toBe('passenger_name.title');
    expect(codeOf('Mſ')).toBeUndefined();
  });
});

describe('a passenger with one name', () => {
  it.each([
    ['', 'Suhartini'],
    ['Suhartini', ''],
    [' \u200b', 'Suhartini '],
  ])('has it as the last name, from %j and %j', (firstName, lastName) => {
    const names = { firstName: '', lastName: 'Suhartini' };
    expect(normalizePassengerNames({ firstName, lastName })).toEqual(names);
    expect(fullName(names)).toBe('Suhartini');
    const written = (style: 'fnu' | 'twice') =>
      fullName(airlineNames({ firstName, lastName }, style));
    expect([written('fnu'), written('twice')]).toEqual(['FNU Suhartini', 'Suhartini Suhartini']);
  });

  it('is none who has two', () => {
    const names = { firstName: 'Sunita', lastName: 'Devi' };
    expect(airlineNames(names, 'fnu')).toEqual(names);
    expect(airlineNames({ firstName: '', lastName: '' }, 'fnu').firstName).toBe('');
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
