import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { passengerTypes } from './passenger-age.ts';
import { parsePassengerList } from './passenger-list.ts';
import { checkPassengerName, normalizePassengerName } from './passenger-name.ts';

const today = '2026-11-25';
const parse = (text: string) => parsePassengerList(text, today);
const errorsOf = (text: string) =>
  parse(text).errors.map(
    ({ line, column, problem }) => `${line} ${String(column)} ${problem.code}`,
  );

const somchai = {
  lastName: 'JAIDEE',
  firstName: 'SOMCHAI',
  type: 'adult',
  birthDate: '1990-05-31',
};
const nok = { lastName: "O'Brien", firstName: 'Nok', type: 'child', birthDate: null };

describe('a passenger list', () => {
  it.each([
    ['commas', "JAIDEE,SOMCHAI,ADT,1990-05-31\nO'Brien,Nok,CHD"],
    ['tabs', 'JAIDEE\tSOMCHAI\tadult\t31/05/2533\nO\u2019Brien\tNok\tchild\t'],
    ['semicolons and quotes', '"JAIDEE";"SOMCHAI";"ผู้ใหญ่";"31/5/1990"\r\n"O\'Brien";Nok;เด็ก;\r\n'],
  ])('is parsed with %s', (_, text) => {
    expect(parse(text)).toEqual({
      passengers: [
        { line: 1, ...somchai },
        { line: 2, ...nok },
      ],
      errors: [],
      ignored: [],
    });
  });

  it.each([
    'Last name,First name,Type,Birth date\nJAIDEE,SOMCHAI,ADT,1990-05-31',
    'No.,FIRST_NAME,Surname,Date of birth,Type,Seat\n1,SOMCHAI,JAIDEE,31/05/1990,Adult,12A',
    'ลำดับ,ชื่อ,นามสกุล,วัน/เดือน/ปีเกิด,ประเภท\n1,SOMCHAI,JAIDEE,๓๑/๐๕/๒๕๓๓,ผู้ใหญ่',
  ])('has its columns in the order of its header: %j', (text) => {
    expect(parse(text)).toMatchObject({ passengers: [{ line: 2, ...somchai }], errors: [] });
  });

  const ok = 'JAIDEE SOMCHAI adult 1990-05-31';
  const named = 'JAIDEE SOMCHAI - -';

  // The header, a line, what it gives, and the columns that are not read.
  it.each([
    ['Surname,Name,Type,Date of birth (DD/MM/YYYY)', 'JAIDEE,SOMCHAI,ADT,31/05/1990', ok, ''],
    ['Name,Surname', 'SOMCHAI,JAIDEE', named, ''],
    ['Surname,Name', 'JAIDEE,SOMCHAI', named, ''],
    ['Name (as in passport),Surname (as in passport)', 'SOMCHAI,JAIDEE', named, ''],
    [
      'Date of Birth [dd-mm-yyyy];First name*;LAST-NAME;PTC',
      '31-05-1990;SOMCHAI;JAIDEE;ADT',
      ok,
      '',
    ],
    [
      '"Date of birth (day, month; year)",Surname,Given names,Type',
      '31/5/2533,JAIDEE,SOMCHAI,ผู้ใหญ่',
      ok,
      '',
    ],
    [
      'นามสกุล (ภาษาอังกฤษ)\tชื่อ (ภาษาอังกฤษ)\tวันเกิด (พ.ศ.)\tประเภท',
      'JAIDEE\tSOMCHAI\t31 พ.ค. 2533\tผู้ใหญ่',
      ok,
      '',
    ],
    ['Surname / นามสกุล,Name / ชื่อ', 'JAIDEE,SOMCHAI', named, ''],
    ['"Last name\nนามสกุล","First name\nชื่อ"', 'JAIDEE,SOMCHAI', named, ''],
    ['\u0e0a\u0e48\u0e37\u0e2d,นามสกุล', 'SOMCHAI,JAIDEE', named, ''],
    [
      'No.,Title,Name,Surname,Passport No.',
      '1,MR,SOMCHAI,JAIDEE,AA1234567',
      named,
      'No.|Title|Passport No.',
    ],
    ['Name,First name,Surname', 'SOMCHAI JAIDEE,SOMCHAI,JAIDEE', named, 'Name'],
    [
      'Surname,Name,Birthday,Birth date',
      'JAIDEE,SOMCHAI,31/5/1990,',
      'JAIDEE SOMCHAI - 1990-05-31',
      'Birth date',
    ],
    ['Surname,Name,', 'JAIDEE,SOMCHAI,12A', 'null passenger_list.columns', ''],
    [
      'Full name,Date of birth',
      'SOMCHAI JAIDEE,31/5/1990',
      'lastName passenger_list.no_column',
      'Full name',
    ],
    [
      'ชื่อ-นามสกุล,วันเกิด',
      'SOMCHAI JAIDEE,31/5/1990',
      'lastName passenger_list.no_column',
      'ชื่อ-นามสกุล',
    ],
    ['Surname,Date of birth', 'JAIDEE,31/5/1990', 'firstName passenger_list.no_column', ''],
    ['sep=;\r\nSurname;Name', 'JAIDEE;SOMCHAI', named, ''],
    [
      'Surname,Name,,,Born',
      'JAIDEE,SOMCHAI,,,1990-05-31 00:00:00',
      'JAIDEE SOMCHAI - 1990-05-31',
      '',
    ],
  ])('with the header %j', (header, line, given, unread) => {
    const { passengers, errors, ignored } = parse(`${header}\r\n${line}\r\n`);
    expect([
      ...passengers.map(({ lastName, firstName, type, birthDate }) =>
        [lastName, firstName, type ?? '-', birthDate ?? '-'].join(' '),
      ),
      ...errors.map(({ column, problem }) => `${String(column)} ${problem.code}`),
    ]).toEqual([given]);
    expect(ignored.join('|')).toBe(unread);
  });

  it('may have names alone', () => {
    expect(parse('JAIDEE,SOMCHAI')).toEqual({
      passengers: [{ line: 1, ...somchai, type: null, birthDate: null }],
      errors: [],
      ignored: [],
    });
  });

  it('has an error for each wrong line, with its number and column', () => {
    const text = [
      'JAIDEE,SOMCHAI',
      '',
      'ใจดี,SOMCHAI',
      'JAIDEE,MR SOMCHAI',
      'JAIDEE SOMCHAI',
      ' ,\u200e,ADT',
      'JAIDEE,SOMCHAI,senior',
      'JAIDEE,SOMCHAI,ADT,31/02/1990',
      'JAIDEE,SOMCHAI,INF,2026-11-26',
      'JAIDEE,SOMCHAI,INF,2026-11-25,,',
      'JAIDEE,SOMCHAI,INF,2026-11-25,,12A',
      'JAIDEE,"SOMCHAI',
    ].join('\n');
    expect(errorsOf(text)).toEqual([
      '3 lastName passenger_name.thai',
      '4 firstName passenger_name.title',
      '5 firstName passenger_list.unseparated',
      '6 lastName passenger_name.empty',
      '7 type passenger_list.type',
      '8 birthDate passenger_list.birth_date',
      '9 birthDate passenger_list.birth_in_future',
      '11 null passenger_list.columns',
      '12 null passenger_list.quote',
    ]);
    expect(parse(text).passengers.map(({ line }) => line)).toEqual([1, 10]);
  });

  it.each([
    ['Suhartini', 'Suhartini'],
    ['\ufeff\u200eSuhartini\u200f', 'Suhartini'],
    ['SUNITA DEVI,', 'SUNITA DEVI'],
    [',Oʻktam,ADT,\u200e31/05/1990', "O'ktam"],
    ['last name\u200b,first name\n\u202aThant\u202c,', 'Thant'],
    ['first name,last name\nAung\u00a0,\u2060', 'Aung'],
  ])('has the one name of %j as the last name', (text, lastName) => {
    const { passengers, errors } = parse(text);
    expect(errors).toEqual([]);
    expect(passengers).toMatchObject([{ lastName, firstName: '' }]);
  });

  it('takes a name that is a word of a header for a passenger', () => {
    expect(errorsOf('Type,Birthday')).toEqual([]);
    expect(parse('Type,Birthday').passengers).toHaveLength(1);
  });

  it('has at most 300 passengers, beside its header', () => {
    const lines = (count: number) => `surname,first name\n${'JAIDEE,SOMCHAI\n'.repeat(count)}`;
    expect(parse(lines(300))).toMatchObject({ passengers: { length: 300 }, errors: [] });
    expect(parse(lines(400)).passengers).toHaveLength(300);
    expect(errorsOf(lines(400))).toEqual(['302 null passenger_list.too_long']);
  });

  it('is empty for an empty text', () => {
    expect(parse(' \n')).toEqual({ passengers: [], errors: [], ignored: [] });
  });

  it('keeps every passenger that a CSV file was written from, in order', () => {
    const letters = fc.constantFrom(..."abcÉñZ -'".split(''));
    const name = fc
      .string({ unit: letters, minLength: 1, maxLength: 12 })
      .map(normalizePassengerName)
      // A leading hyphen is exported with an apostrophe, as text for spreadsheets.
      .filter((text) => checkPassengerName(text) === null && !text.startsWith('-'));
    const passenger = fc.record({
      lastName: name,
      firstName: name,
      type: fc.option(fc.constantFrom(...passengerTypes)),
      birthDate: fc.option(fc.constantFrom('1990-05-31', '2026-11-25', '2000-02-29')),
    });
    fc.assert(
      fc.property(fc.array(passenger, { maxLength: 20 }), (written) => {
        const text = written
          .map(({ lastName, firstName, type, birthDate }) =>
            csvLine([lastName, firstName, type ?? '', birthDate ?? '']),
          )
          .join('');
        expect(parse(text)).toEqual({
          passengers: written.map((one, at) => ({ line: at + 1, ...one })),
          errors: [],
          ignored: [],
        });
      }),
    );
  });

  it('puts every line with text either among the passengers or among the errors', () => {
    const unit = fc.constantFrom(...'aBก1,;\t"\n\r /'.split(''));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const { passengers, errors } = parse(text);
        const lines = [...passengers, ...errors].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
        if (!text.includes('"')) {
          const withText = text.split(/\r\n|[\r\n]/).filter((line) => /[^\s,;]/.test(line));
          expect(lines.length).toBeGreaterThanOrEqual(withText.length);
        }
      }),
    );
  });
});
