import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, csvRows, utf8Bom } from './csv.ts';

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

describe('csvRows', () => {
  const cellsOf = (text: string) => [...csvRows(text)].map(({ cells }) => cells);

  it.each([
    ['commas', 'a,b\nc,d'],
    ['semicolons, beside a comma', 'a;b\nc;d'],
    ['tabs', 'a\tb\nc\td'],
    ['quotes', '"a","b"\n"c", "d" '],
    ['line breaks of Windows, and one at the end', 'a,b\r\nc,d\r\n'],
    ['line breaks of an old Mac', 'a,b\rc,d'],
    ['a byte order mark and blank lines', `${utf8Bom}\n\na,b\n , \nc,d\n\n`],
  ])('parses a text with %s', (_, text) => {
    expect(cellsOf(text).map((cells) => cells.map((value) => value.trim()))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('takes the delimiter from the first line with text', () => {
    expect(cellsOf('\n"x";a,b;c\n1,2;3')).toEqual([
      ['x', 'a,b', 'c'],
      ['1,2', '3'],
    ]);
    expect(cellsOf('a\tb,c;d;e')).toEqual([['a', 'b,c;d;e']]);
  });

  it.each([
    ['sep=;', 'sep=;\r\na;b,c'],
    ['SEP= after a mark', `${utf8Bom}SEP=;\na;b,c`],
    ['"sep=;"', '"sep=;"\na;b,c'],
    ['sep= with a tab', 'sep=\t\na\tb,c'],
    ['sep=| and empty cells', 'sep=|;;\na|b,c'],
  ])('skips a first line %s, and takes its delimiter', (_, text) => {
    expect([...csvRows(text)]).toEqual([{ line: 2, cells: ['a', 'b,c'], isUnclosed: false }]);
  });

  it('takes a quoted delimiter of the first line for text', () => {
    expect(cellsOf('"a;b;c",d\n1,2')).toEqual([
      ['a;b;c', 'd'],
      ['1', '2'],
    ]);
    expect(cellsOf('sep=,sep=\n1,2')[0]).toEqual(['sep=', 'sep=']);
  });

  it('keeps delimiters, line breaks and doubled quotes of a quoted cell', () => {
    expect(cellsOf('"a,b","say ""hi""","two\nlines",""')).toEqual([
      ['a,b', 'say "hi"', 'two\nlines', ''],
    ]);
  });

  it('takes a quote inside a cell as text', () => {
    expect(cellsOf('5"x,O"Brien"\n"a"b,c')).toEqual([
      ['5"x', 'O"Brien"'],
      ['ab', 'c'],
    ]);
  });

  it('keeps empty cells, also the last one', () => {
    expect(cellsOf('a,,b,\n,c')).toEqual([
      ['a', '', 'b', ''],
      ['', 'c'],
    ]);
    expect(cellsOf('a,')).toEqual([['a', '']]);
  });

  it('numbers rows by the line where they begin', () => {
    const rows = [...csvRows('a\r\n\r\n"b\nb",x\nc')];
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'a'],
      [3, 'b\nb'],
      [5, 'c'],
    ]);
  });

  it('marks the row whose quote is never closed', () => {
    expect([...csvRows('a,b\n"c,d\ne')]).toEqual([
      { line: 1, cells: ['a', 'b'], isUnclosed: false },
      { line: 2, cells: ['c,d\ne'], isUnclosed: true },
    ]);
    expect([...csvRows('"')]).toEqual([]);
  });

  it('finds nothing in an empty text', () => {
    expect(cellsOf('')).toEqual([]);
    expect(cellsOf(' \r\n\t')).toEqual([]);
  });

  it('parses what csvLine writes', () => {
    const unit = fc.constantFrom(...'ab"\'\r\n,;\t สé'.split(''));
    const rows = fc.array(
      fc.array(fc.string({ unit, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(rows, (written) => {
        const text = `x,x,x,x,x,x,x\r\n${written.map(csvLine).join('')}`;
        const harmless = (value: string) => (/^[\t\r\n]/.test(value) ? `'${value}` : value);
        expect(cellsOf(text).slice(1)).toEqual(
          written
            .map((cells) => cells.map(harmless))
            .filter((cells) => cells.some((value) => value.trim() !== '')),
        );
      }),
    );
  });
});
