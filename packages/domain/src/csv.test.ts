import { describe, expect, it } from 'vitest';
import { csvLine, utf8Bom } from './csv.ts';

describe('csvLine', () => {
  it('parts cells by commas and ends the line', () => {
    expect(csvLine(['a', '', 'สมชาย'])).toBe('a,,สมชาย\r\n');
  });

  it('quotes what would be taken for the file`s own signs', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
  });

  it.each([
    '=1+1',
    '+66 2 000 0000',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\u200b=cmd',
    '＝1',
    '|x',
    '%x',
  ])('makes %j a text and no formula', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  });

  it.each(['=1,2', '\r=1', '\n=1', '="a"'])(
    'makes %j one too where it has to be quoted',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
    },
  );

  it.each(['a=1', 'somchai@bkksiam.example', '2026-12-05 18:30:00', "'quoted'"])(
    'leaves %j as it is',
    (text) => {
      expect(csvLine([text])).toBe(`${text}\r\n`);
    },
  );
});

it('begins with the mark of UTF-8', () => {
  expect(new TextEncoder().encode(utf8Bom)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});
