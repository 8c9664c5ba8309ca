import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBankAmount, parseBankStatement } from './bank-statement.ts';
import { utf8Bom } from './csv.ts';

const today = '2026-12-10';
const read = (text: string) => parseBankStatement(text, { today });

/** The columns of SCB, KBank and Krungthai as far as they are known; people, accounts and amounts are invented. */
const scb = `${utf8Bom}Account Number,Date,Time,Transaction Code,Channel,Cheque Number,Debit Amount,Credit Amount,Balance Sign,Balance Amount,Description\r
"0000000000","10/12/2026","09:12","X1","ENET","","","12,150.00","+","112,150.00","PROMPTPAY X0001 Q9XM6D3R"\r
"0000000000","10/12/2026","10:00","X2","ATM","","1,500.00","","+","110,650.00","CASH"\r
`;
const kbank = `ชื่อบัญชี,บริษัท ตัวอย่าง จำกัด\nเลขที่บัญชี,000-0-00000-0\n
วันที่,เวลา/วันที่มีผล,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,ช่องทาง,รายละเอียด
01-12-69,,ยอดยกมา,,,"100,000.00",,
10-12-69,10:41,รับโอนเงิน,,"28,600.00","128,600.00",K PLUS,จาก X0002 สมชาย
รวม,,,0.00,"28,600.00",,,
`;
const krungthai = `Date;Teller ID;Transaction Code;Description;Cheque No.;Withdrawal;Deposit;Tax;Balance;Init Br.
10/12/2569 11:20:05;0001;IORSDT;TRF SOMSRI K;;;6,120.00;0.00;134720.00;0001
11/12/2569 11:20:05;0001;SFEE;FEE;;15.00;;0.00;134705.00;0001
`;

describe('a bank statement', () => {
  test.each([
    ['scb', scb, ['2026-12-10T02:12:00Z 1215000', '2026-12-10T03:00:00Z -150000']],
    ['kbank', kbank, ['2026-12-10T03:41:00Z 2860000']],
    ['krungthai', krungthai, ['2026-12-10T04:20:05Z 612000', '2026-12-11T04:20:05Z -1500']],
    ['headings', 'Date,Amount\n2026-12-10,-5', ['2026-12-09T17:00:00Z -500']],
  ])('of the form %s is read by its headings', (form, text, expected) => {
    const statement = read(text);
    expect(statement.form).toBe(form);
    expect(statement.unread).toEqual([]);
    expect(
      statement.lines.map(({ at, amount_satang: satang }) => `${at} ${String(satang)}`),
    ).toEqual(expected);
  });

  test('keeps the text of the bank, the balance, and whether it has a time', () => {
    expect(read(kbank).lines[0]).toMatchObject({
      has_time: true,
      description: 'รับโอนเงิน · K PLUS',
      balance_satang: 12_860_000,
      occurrence: 1,
    });
    expect(read('Date,Amount\n10/12/2026,5').lines[0]).toMatchObject({ has_time: false });
  });

  test('with other headings is read with picked columns', () => {
    const text = 'Wann;Wieviel;Wer\n10.12.2026;1,234.50;Somsri\n;99.00;Summe\n';
    expect(read(text)).toMatchObject({ form: null, lines: [] });
    expect(read(text).sample[1]).toEqual(['10.12.2026', '1,234.50', 'Somsri']);
    const picked = parseBankStatement(text, {
      today,
      picked: { date: 0, amount: 1, description: 2 },
    });
    expect(picked.form).toBe('picked');
    expect(picked.lines).toMatchObject([{ amount_satang: 123_450, description: 'Somsri' }]);
    expect(parseBankStatement(text, { today, picked: { date: 0 } }).form).toBeNull();
  });

  test('names the lines that cannot be read', () => {
    const { lines, unread } = read('Date,Amount\n10/12/2026,abc\n32/12/2026,5.00\n10/12/2026,6');
    expect(unread).toEqual([2, 3]);
    expect(lines).toHaveLength(1);
  });

  test('numbers equal transfers of a file', () => {
    const row = '10/12/2026,5.00\n';
    const { lines } = read(`Date,Amount\n${row}${row}10/12/2026,6.00\n${row}`);
    expect(lines.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1, 3]);
  });

  test('has all amounts that were written, whatever the columns are called', () => {
    const amounts = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { maxLength: 30 });
    const layouts = fc.constantFrom('signed', 'debit and credit');
    fc.assert(
      fc.property(amounts, layouts, (list, layout) => {
        const text = (satang: number) =>
          `"${(Math.abs(satang) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}"`;
        const rows = list.map((satang) => {
          const sign = satang < 0 ? '-' : '';
          if (layout === 'signed') return `10/12/2569,${text(satang).replace('"', `"${sign}`)}`;
          return satang < 0 ? `10/12/2569,${text(satang)},` : `10/12/2569,,${text(satang)}`;
        });
        const head = layout === 'signed' ? 'วันที่,จำนวนเงิน' : 'วันที่,ถอนเงิน,ฝากเงิน';
        const { lines, unread } = read([head, ...rows].join('\n'));
        expect(unread).toEqual([]);
        expect(lines.map((line) => line.amount_satang)).toEqual(list.filter((one) => one !== 0));
      }),
      { numRuns: 60 },
    );
  });

  test('of any text throws nothing', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('Date', 'Amount', '10/12/2026', '5.00', '"', '\n', ',', '99:99'),
    );
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const text = cells.join(',');
        for (const picked of [undefined, { date: 0, amount: 1, time: 2 }])
          expect(parseBankStatement(text, { today, ...(picked && { picked }) })).toBeDefined();
      }),
    );
  });
});

test.each([
  ['1,234.50', 123_450],
  ['-1,234.50', -123_450],
  ['(1,234.50)', -123_450],
  ['1,234.50-', -123_450],
  ['+500', 50_000],
  ['500.00 DR', -50_000],
  ['500.00CR', 50_000],
  ['-', 0],
  ['', 0],
  ['1.2.3', undefined],
  ['12/12', undefined],
])('the amount %s is %s satang', (text, satang) => {
  expect(parseBankAmount(text)).toBe(satang);
});
