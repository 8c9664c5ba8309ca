import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBirthDay, parseBirthDate, typedDay } from './birth-date.ts';

describe('a birth date', () => {
  it.each([
    ['1990-05-31', '1990-05-31'],
    [' 31/05/1990 ', '1990-05-31'],
    ['1/2/1990', '1990-02-01'],
    ['31.05.2533', '1990-05-31'],
    ['31-5-2533', '1990-05-31'],
    ['2533-05-31', '1990-05-31'],
    ['๓๑/๐๕/๒๕๓๓', '1990-05-31'],
    ['\u200e31/05/1990\u200f', '1990-05-31'],
    ['\ufeff๒๙/๐๒/๒๕๔๓', '2000-02-29'],
    ['29/02/2543', '2000-02-29'],
    ['01/01/2480', '1937-01-01'],
    ['31 พ.ค. 2533', '1990-05-31'],
    ['๓๑ พฤษภาคม ๒๕๓๓', '1990-05-31'],
    ['31พค2533', '1990-05-31'],
    ['1 \u0e01\u0e38\u0e21\u0e20\u0e32\u0e1e\u0e31\u0e19\u0e18\u0e4c 2533', '1990-02-01'],
    ['1990-05-31 00:00:00', '1990-05-31'],
    ['1990-05-31T00:00:00.000Z', '1990-05-31'],
    ['31/5/2533 0:00', '1990-05-31'],
    ['31/05/1990 12:00:00 AM', '1990-05-31'],
    ['31 May 1990', '1990-05-31'],
    ['31-MAY-1990', '1990-05-31'],
    ['31MAY1990', '1990-05-31'],
    ['3 Sept. 1990', '1990-09-03'],
    ['May 31, 1990', '1990-05-31'],
  ])('%j is %s', (text, day) => {
    expect(parseBirthDate(text)).toBe(day);
  });

  it.each([
    '',
    '31/05/90',
    '05/31/1990',
    '30/02/1990',
    '29/02/2544',
    '1990-5-32',
    '31 Mai 1990',
    '31 พ.ค. 33',
    '31 กุม 2533',
    '31 Feb 1990',
    'May 1990',
    '1990-05-31 07:00:00',
    '1990-05-30T17:00:00Z',
    '0000-01-01',
    '1990-05',
    '19900531',
  ])('%j is none', (text) => {
    expect(parseBirthDate(text)).toBeUndefined();
  });

  it('is the same day in every way of writing', () => {
    const date = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2056-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        date,
        fc.constantFrom('/', '-', '.'),
        fc.boolean(),
        (time, separator, isBuddhist) => {
          const iso = time.toISOString().slice(0, 10);
          const [year = '', month = '', day = ''] = iso.split('-');
          const written = isBuddhist ? String(Number(year) + 543) : year;
          expect(parseBirthDate([written, month, day].join(separator))).toBe(iso);
          expect(parseBirthDate([day, String(Number(month)), written].join(separator))).toBe(iso);
        },
      ),
    );
  });
});

it.each([
  ['2026-11-27', undefined],
  ['2026-11-28', 'passenger_list.birth_in_future'],
  ['1906-11-27', undefined],
  ['1906-11-26', 'passenger_list.birth_too_early'],
  ['1857-01-01', 'passenger_list.birth_too_early'],
  ['1908-02-29', undefined],
])('a birth on %s is %s', (day, code) => {
  expect(checkBirthDay(day, '2026-11-27')?.code).toBe(code);
});

it('a day is written as it is read', () => {
  expect([typedDay('1990-05-31', 'en'), typedDay('1990-05-31', 'th')]).toEqual([
    '31/5/1990',
    '31/5/2533',
  ]);
  expect(typedDay(null, 'th')).toBe('');
  for (const language of ['en', 'th'] as const) {
    expect(parseBirthDate(typedDay('2000-02-29', language))).toBe('2000-02-29');
  }
});
