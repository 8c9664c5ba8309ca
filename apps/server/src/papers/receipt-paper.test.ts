import { inflateSync } from 'node:zlib';
import type { Receipt, ReceiptData } from '@bkksiam/domain/receipt';
import { describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { ReceiptDrawer } from './receipt-drawer.ts';
import { renderReceipt } from './receipt-paper.ts';

const data: ReceiptData = {
  agency: {
    name_th: 'บริษัท ตัวอย่าง จำกัด',
    name_en: 'Sample Co., Ltd.',
    address_th: '99 ถนนตัวอย่าง แขวงสีลม เขตบางรัก กรุงเทพฯ 10500',
    address_en: '99 Sample Road, Si Lom, Bang Rak, Bangkok 10500',
    phone: '02 000 0000',
    email: 'hello@agency.example',
    tax_id: '0105561234567',
    branch: '00000',
  },
  buyer: {
    name_th: 'ห้างหุ้นส่วน กุ้งฐานะญาติ',
    name_en: null,
    address_th: '88/8 ซอย 4',
    address_en: null,
    tax_id: '0103550000019',
    branch: '00012',
  },
  dated_at: '2026-12-31T16:59:00Z',
  booking: 'BKK-7QM4K2TX',
  lines: [
    {
      label_th: 'ค่าโดยสารผู้ใหญ่',
      label_en: 'Adult fare',
      count: 2,
      unit_satang: 298_450,
      amount_satang: 596_900,
      vat: 'not_ours',
    },
    {
      label_th: 'Service fee',
      label_en: 'Service fee',
      count: 1,
      unit_satang: 32_100,
      amount_satang: 32_100,
      vat: 'standard',
    },
  ],
  vat: {
    percent: 7,
    not_ours_satang: 596_900,
    exempt_satang: 0,
    zero_satang: 0,
    taxable_satang: 30_000,
    vat_satang: 2_100,
  },
  total_satang: 629_000,
  payment: {
    method: 'transfer',
    received_at: '2026-12-31T16:59:00Z',
    amount_satang: 629_000,
    bank_reference: '0002123123',
    credit_satang: 0,
    paid_satang: 629_000,
    left_satang: 0,
  },
  received_by: null,
  replaces: null,
  corrects: null,
};

const receipt: Receipt = {
  series: 'IV',
  year: 2026,
  number: 418,
  issued_at: '2026-12-31T16:59:00Z',
  voided_at: null,
  data,
};

/** Every object of a file by its number, with its stream inflated. */
function objectsOf(file: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/\nstream\n/);
    const bytes = Buffer.from(stream?.replace(/\nendstream$/, '') ?? '', 'latin1');
    const isText =
      stream !== undefined && head.includes('FlateDecode') && !head.includes('Length1');
    objects.set(id, isText ? `${head}\n${inflateSync(bytes).toString('latin1')}` : head);
  }
  return objects;
}

/** The letters of the glyphs of a font, by their hexadecimal numbers. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
    for (const [index, [, codes = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(
        glyph,
        Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
    }
  return letters;
}

/** What a file says, line by line, as its glyphs stand, with the distance of each line from the foot of the page. */
function contentOf(bytes: Uint8Array) {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const all = [...objects.values()];
  const fonts = new Map<string, Map<string, string>>();
  for (const body of all)
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '';
      fonts.set(name, lettersOf(objects.get(map) ?? ''));
    }
  const texts = all
    .flatMap((body) => [...body.matchAll(/\nBT\n([\s\S]*?)\nET\n/g)])
    .map(([, shown = '']) => {
      const y = Number(/ ([\d.]+) Tm/.exec(shown)?.[1]);
      const letters = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(shown)?.[1] ?? '');
      const glyphs = [...shown.matchAll(/<(\w*)>/g)].map(([, codes]) => codes).join('');
      const text = [...glyphs.matchAll(/\w{4}/g)].map(([glyph]) => letters?.get(glyph) ?? '?');
      return { text: text.join(''), y };
    });
  return {
    pages: all.filter((body) => /\/Type \/Page\b/.test(body)),
    fonts: all.flatMap((body) => /\/FontName \/(\S+)/.exec(body)?.[1] ?? []),
    lines: texts.map(({ text }) => text),
    heightOf: (text: string) => texts.find((line) => line.text.includes(text))?.y ?? Number.NaN,
  };
}

const written = async (changes: Partial<Receipt>, isCopy = false) =>
  contentOf(await renderReceipt({ ...receipt, ...changes }, isCopy));

describe('a tax invoice', () => {
  it('is one page of A4 with its own fonts', async () => {
    const { pages, fonts } = await written({});
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(fonts.map((name) => name.replace(/^\w+\+/, '')).sort()).toEqual([
      'Sarabun-Medium',
      'Sarabun-Regular',
      'Sarabun-SemiBold',
    ]);
  });

  it('says what the law asks for, in Thai and English, with both eras', async () => {
    const { lines } = await written({});
    expect(lines).toEqual(
      expect.arrayContaining([
        'Receipt / Tax invoice',
        'Sample Co., Ltd. (Head office)',
        '99 Sample Road, Si Lom, Bang Rak, Bangkok 10500 · 02 000 0000',
        'Branch 00012',
        '0-1035-50000-01-9',
        'IV2026-000418',
        '31 ธันวาคม 2569',
        '31 December 2026',
        'BKK-7QM4K2TX',
        'Adult fare',
        'not ours',
        '7%',
        '5,969.00',
        '300.00',
        '21.00',
        '6,290.00',
        'หกพันสองร้อยเก้าสิบบาทถ้วน',
        'Six thousand two hundred and ninety baht only',
        '31 ธ.ค. 2569 23:59 น. เวลาไทย',
        'ต้นฉบับ Original',
        'เอกสารออกเป็นชุด · Issued as a set',
      ]),
    );
    expect(lines.filter((line) => line === 'Service fee')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('?'))).toEqual([]);
  });

  it('names the order in place of a booking', async () => {
    const { lines } = await written({ data: { ...data, booking: null, order: 'ORD-7K2M9QXT' } });
    expect(lines).toEqual(expect.arrayContaining(['Order', 'ORD-7K2M9QXT']));
    expect(lines).not.toContain('Booking');
  });

  it('stays on its page with long texts and many lines', async () => {
    const long = 'ผู้รับเหมาก่อสร้างและการท่องเที่ยวระหว่างประเทศ '.repeat(5);
    const lines = Array.from({ length: 12 }, () => ({
      label_th: long.slice(0, 120),
      label_en: 'Extra baggage of every passenger on each of the flights, '.repeat(2),
      count: 300,
      unit_satang: 9_999_999_900,
      amount_satang: 9_999_999_900,
      vat: 'standard' as const,
    }));
    const buyer = { ...data.buyer, name_th: long.slice(0, 200), address_th: long };
    const {
      pages,
      lines: all,
      heightOf,
    } = await written({ data: { ...data, buyer, lines } }, true);
    expect(pages).toHaveLength(1);
    expect(all.join(' ')).toContain('นา Copy');
    expect(heightOf('Paid so far')).toBeGreaterThan(heightOf('Received by') + 20);
    expect(heightOf('Received by')).toBeGreaterThan(heightOf('1/1 Page') + 20);
    expect(all.filter((line) => line === '99,999,999.00')).toHaveLength(24);
  });

  it('that is void is marked and names its replacement, which names it', async () => {
    const replaces = { number: 'IV2026-000351', dated_at: '2026-12-02T03:00:00Z' };
    const { lines } = await written({
      voided_at: '2027-01-02T03:00:00Z',
      replaced_by: 'IV2027-000002',
      data: { ...data, replaces },
    });
    expect(lines).toContain('ยกเลิก / VOID');
    expect(lines.join('')).toMatch(/Replaces IV2026-000351.*Replaced by IV2027-000002/);
  });

  it('is the same file each time, also from the thread, which outlives one that cannot be drawn', async () => {
    onlyInWholeSuite();
    const drawer = new ReceiptDrawer();
    const broken = { ...receipt, number: 1, data: {} };
    await expect(drawer.draw(broken, false)).rejects.toThrow('the receipt was not drawn');
    expect(await drawer.draw(receipt, false)).toEqual(await renderReceipt(receipt, false));
    await drawer.close();
  });
});

it('a receipt of an agency without VAT names no VAT', async () => {
  const { lines } = await written({ series: 'RT', data: { ...data, vat: null } });
  expect(lines).toContain('RT2026-000418');
  expect(lines.filter((line) => /VAT|%|Tax invoice|not ours/.test(line))).toEqual([]);
});

it('a credit note names the invoice, both values, the difference and the reason', async () => {
  const corrects = {
    number: 'IV2026-000418',
    dated_at: '2026-12-31T16:59:00Z',
    former_satang: 30_000,
    correct_satang: 10_000,
    reason_th: 'คืนเงิน',
    reason_en: 'Refund',
  };
  const vat = { percent: 7, not_ours_satang: 0, exempt_satang: 0, zero_satang: 0 };
  const { lines } = await written({
    series: 'CN',
    year: 2027,
    number: 1,
    data: { ...data, corrects, vat: { ...vat, taxable_satang: 20_000, vat_satang: 1_400 } },
  });
  expect(lines).toEqual(
    expect.arrayContaining(['Credit note', 'CN2027-000001', '300.00', '100.00', '200.00', '14.00']),
  );
  expect(lines.join(' ')).toMatch(/Tax invoice IV2026-000418 .*Reason: คืนเงิน · Refund/);
});
