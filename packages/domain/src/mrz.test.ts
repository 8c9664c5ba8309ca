import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mrzCheckDigit, parseMrz } from './mrz.ts';

const today = '2026-11-25';
// The specimen of ICAO 9303, part 4, but for its state, and one with little in it.
const specimen =
  'P<THAERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36THA7408122F1204159ZE184226B<<<<<10';
const plain =
  'P<D<<VAN<DER<BERG<<<<<<<<<<<<<<<<<<<<<<<<<<<\nC01X00T478D<<6408125<2702283<<<<<<<<<<<<<<<4';

interface Zone {
  readonly type?: string;
  readonly issuer?: string;
  readonly names?: string;
  readonly number?: string;
  readonly nationality?: string;
  readonly birth?: string;
  readonly sex?: string;
  readonly expiry?: string;
  readonly personal?: string;
}

/** A zone with right check digits. */
function zoneOf(zone: Zone): string {
  const { type = 'P', issuer = 'THA', names = 'JAIDEE<<SOMCHAI', number = 'AA1234567' } = zone;
  const {
    nationality = 'THA',
    birth = '900531',
    sex = 'M',
    expiry = '300101',
    personal = '',
  } = zone;
  const withDigit = (text: string) => text + mrzCheckDigit(text);
  const [document, born, ends, own] = [
    withDigit(number.padEnd(9, '<')),
    withDigit(birth),
    withDigit(expiry),
    withDigit(personal.padEnd(14, '<')),
  ];
  const composite = mrzCheckDigit(`${document}${born}${ends}${own}`);
  const first = `${type.padEnd(2, '<')}${issuer.padEnd(3, '<')}${names}`
    .padEnd(44, '<')
    .slice(0, 44);
  return `${first}\n${document}${nationality.padEnd(3, '<')}${born}${sex}${ends}${own}${composite}`;
}

const codesOf = (text: string, on = today) => parseMrz(text, on).problems?.map(({ code }) => code);
const replaced = (text: string, at: number, character: string) =>
  text.slice(0, at) + character + text.slice(at + 1);

describe('the machine-readable zone of a passport', () => {
  it('has the data of its holder', () => {
    expect(parseMrz(specimen, today)).toEqual({
      passport: {
        lastName: 'ERIKSSON',
        firstName: 'ANNA MARIA',
        number: 'L898902C3',
        issuer: 'THA',
        nationality: 'THA',
        birthDate: '1974-08-12',
        sex: 'F',
        expiry: '2012-04-15',
      },
    });
  });

  it('may have one name, no sex, no personal number, and Germany`s single letter', () => {
    expect(parseMrz(plain, today)).toEqual({
      passport: {
        lastName: 'VAN DER BERG',
        firstName: '',
        number: 'C01X00T47',
        issuer: 'DEU',
        nationality: 'DEU',
        birthDate: '1964-08-12',
        sex: 'X',
        expiry: '2027-02-28',
      },
    });
  });

  it.each([
    ['SUHARTINI', 'SUHARTINI', ''],
    ['<<SUNITA<DEVI', 'SUNITA DEVI', ''],
    ['NGUYEN<<THI<MAI', 'NGUYEN', 'THI MAI'],
  ])('has the names of %s', (names, lastName, firstName) => {
    const zone = zoneOf({ names });
    expect(parseMrz(zone, today).passport).toMatchObject({ lastName, firstName });
    const copied = `\ufeff${zone.replaceAll('<', '<\u200e').replace('\n', '\u2028')}\u202c`;
    expect(parseMrz(copied, today).passport).toMatchObject({ lastName, firstName });
  });

  it('is parsed without its line break, in lower case, and with spaces', () => {
    const { passport } = parseMrz(specimen, today);
    expect(parseMrz(specimen.replace('\n', ''), today)).toEqual({ passport });
    expect(parseMrz(` ${specimen.toLowerCase().replace('\n', ' \r\n ')} \n`, today)).toEqual({
      passport,
    });
    expect(parseMrz(specimen.replaceAll('<<', '«'), today)).toEqual({ passport });
  });

  it('puts a birth into the latest century that is not in the future', () => {
    const birth = (digits: string) =>
      parseMrz(zoneOf({ birth: digits }), today).passport?.birthDate;
    expect(birth('261125')).toBe('2026-11-25');
    expect(birth('261126')).toBe('1926-11-26');
    expect(birth('000229')).toBe('2000-02-29');
  });

  it('may leave the day of birth open', () => {
    expect(parseMrz(zoneOf({ birth: '74<<<<' }), today).passport?.birthDate).toBeNull();
  });

  it.each([
    ['', ['mrz.shape']],
    [specimen.slice(1), ['mrz.shape']],
    [`${specimen}<`, ['mrz.shape']],
    [specimen.replace('ANNA', 'ANN-'), ['mrz.shape']],
    [zoneOf({ type: 'I' }), ['mrz.document']],
    [zoneOf({ issuer: 'T1A' }), ['mrz.issuer']],
    [zoneOf({ names: '' }), ['mrz.name']],
    [zoneOf({ names: 'JA1DEE<<SOMCHAI' }), ['mrz.name']],
    [zoneOf({ number: '' }), ['mrz.number']],
    [zoneOf({ nationality: '<<<' }), ['mrz.nationality']],
    [zoneOf({ birth: '901301' }), ['mrz.birth_date']],
    [zoneOf({ sex: 'B' }), ['mrz.sex']],
    [zoneOf({ expiry: '300230' }), ['mrz.expiry']],
  ])('%j is refused', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('names the check digit that is wrong', () => {
    const second = specimen.indexOf('\n') + 1;
    const wrong = (at: number, character: string) =>
      codesOf(replaced(specimen, second + at, character));
    expect(wrong(1, '9')).toEqual(['mrz.number_digit']);
    expect(wrong(9, '7')).toEqual(['mrz.number_digit']);
    expect(wrong(14, '5')).toEqual(['mrz.birth_date_digit']);
    expect(wrong(15, '9')).toEqual(['mrz.birth_date_digit']);
    expect(wrong(22, '3')).toEqual(['mrz.expiry_digit']);
    expect(wrong(28, 'Y')).toEqual(['mrz.personal_number_digit']);
    expect(wrong(42, '2')).toEqual(['mrz.personal_number_digit']);
    expect(wrong(43, '1')).toEqual(['mrz.composite_digit']);
  });

  it('names all wrong check digits', () => {
    expect(
      codesOf(`${'P<THAA'.padEnd(44, '<')}${'1'.repeat(10)}THA${'1'.repeat(7)}M${'1'.repeat(23)}`),
    ).toEqual([
      'mrz.number_digit',
      'mrz.birth_date_digit',
      'mrz.expiry_digit',
      'mrz.personal_number_digit',
    ]);
  });

  it('with any one digit of the second line mistyped is refused', () => {
    const second = specimen.indexOf('\n') + 1;
    const digits = Array.from(specimen.slice(second), (_, at) => at).filter(
      (at) => /\d/.test(specimen[second + at] ?? '') && (at < 10 || at > 12),
    );
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.nat(9), (at, digit) => {
        fc.pre(specimen[second + at] !== String(digit));
        expect(codesOf(replaced(specimen, second + at, String(digit)))).not.toBeUndefined();
      }),
    );
  });

  it('with two neighbours of the number exchanged is refused, unless they differ by a multiple of 5', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
    fc.assert(
      fc.property(fc.array(characters, { minLength: 9, maxLength: 9 }), fc.nat(7), (number, at) => {
        const zone = zoneOf({ number: number.join('') });
        expect(parseMrz(zone, today).passport?.number).toBe(number.join(''));
        const [one = '', other = ''] = number.slice(at);
        fc.pre((Number.parseInt(one, 36) - Number.parseInt(other, 36)) % 5 !== 0);
        const start = zone.indexOf('\n') + 1 + at;
        const exchanged = replaced(replaced(zone, start, other), start + 1, one);
        expect(codesOf(exchanged)).toEqual(['mrz.number_digit']);
      }),
    );
  });
});
