import { receiptNumberText, type Receipt, type ReceiptData } from '@bkksiam/domain/receipt';
import { amountInEnglish, amountInThai } from './amount-in-words.ts';
import { contentRight, contentWidth, footTop, margin, Paper, type Box } from './paper.ts';
import {
  earlierText,
  labels,
  longDay,
  partyName,
  satangText,
  taxIdText,
  thaiTime,
  titles,
  treatmentText,
  vatText,
  type BilingualText,
} from './receipt-text.ts';

const small = { size: 8.1, colour: 'soft' } as const;
const left = (y: number, width = contentWidth): Box => ({ x: margin, y, width });

/** Writes Thai with English small beneath it; returns where it ends. */
function writeBoth(
  paper: Paper,
  { th, en }: BilingualText,
  box: Box,
  style: Parameters<Paper['write']>[2] = {},
): number {
  const end = paper.write(th, box, style);
  return en === ''
    ? end
    : paper.write(en, { ...box, y: end }, { ...small, align: style.align ?? 'left' });
}

function writeHead(paper: Paper, { series, data: { agency } }: Receipt, isCopy: boolean): number {
  const y = 39;
  paper.brandMark(margin, y);
  const titleWidth = 196;
  const block = (top: number): Box => ({
    x: margin + 51,
    y: top,
    width: contentWidth - 51 - titleWidth - 12,
  });
  const title: Box = { x: contentRight - titleWidth, y: y - 4, width: titleWidth };
  const name = partyName(agency);
  const english = [agency.address_en, agency.phone].filter((part) => part !== null).join(' · ');
  let end = paper.write(name.th, block(y), { size: 11.25, font: 'bold' });
  end = paper.write(name.en, block(end), small);
  end = paper.write(agency.address_th ?? '', block(end));
  end = paper.write(english, block(end), small);
  if (agency.tax_id !== null)
    end = paper.write(
      `${labels.taxId.th} ${taxIdText(agency.tax_id)} ${labels.taxId.en}`,
      block(end),
    );
  let titleEnd = paper.write(titles[series].th, title, {
    size: 16.5,
    font: 'bold',
    align: 'right',
  });
  titleEnd = paper.write(
    titles[series].en,
    { ...title, y: titleEnd },
    { size: 9.75, colour: 'soft', align: 'right' },
  );
  const { th, en } = isCopy ? labels.copy : labels.original;
  titleEnd = paper.write(
    `${th} ${en}`,
    { ...title, y: titleEnd + 2 },
    { font: 'bold', align: 'right' },
  );
  const river = Math.max(end, titleEnd) + 10 * paper.scale;
  paper.river(river);
  return river + 18;
}

/** Writes labels with their values beneath each other; returns where they end. */
function writeFacts(
  paper: Paper,
  facts: readonly (readonly [label: BilingualText, value: BilingualText])[],
  box: Box,
  labelWidth: number,
): number {
  const value = { x: box.x + labelWidth + 9, width: box.width - labelWidth - 9 };
  return facts.reduce((y, [label, text]) => {
    const labelEnd = writeBoth(
      paper,
      label,
      { x: box.x, y, width: labelWidth },
      { colour: 'soft' },
    );
    const valueEnd = writeBoth(paper, text, { ...value, y }, { font: 'medium' });
    return Math.max(labelEnd, valueEnd) + 3 * paper.scale;
  }, box.y);
}

const plain = (text: string): BilingualText => ({ th: text, en: '' });

function writeParties(paper: Paper, receipt: Receipt, y: number): number {
  const { buyer, booking, order = null } = receipt.data;
  const end = writeFacts(
    paper,
    [
      [receipt.series === 'CN' ? labels.creditedTo : labels.receivedFrom, partyName(buyer)],
      ...(buyer.address_th === null
        ? []
        : [[labels.address, { th: buyer.address_th, en: buyer.address_en ?? '' }] as const]),
      ...(buyer.tax_id === null
        ? []
        : [[labels.buyerTaxId, plain(taxIdText(buyer.tax_id))] as const]),
    ],
    left(y, contentWidth - 212),
    84,
  );
  const numbersEnd = writeFacts(
    paper,
    [
      [labels.number, plain(receiptNumberText(receipt))],
      [labels.day, longDay(receipt.data.dated_at)],
      ...(booking === null ? [] : [[labels.booking, plain(booking)] as const]),
      ...(order === null ? [] : [[labels.order, plain(order)] as const]),
    ],
    { x: contentRight - 188, y, width: 188 },
    64,
  );
  return Math.max(end, numbersEnd) + 10 * paper.scale;
}

interface Column {
  readonly box: Omit<Box, 'y'>;
  readonly align: 'left' | 'right';
  readonly label: BilingualText;
}

/** The columns from right to left, and the description in what they leave. */
function columnsOf({ vat }: ReceiptData): readonly Column[] {
  const narrow = [
    { label: labels.amount, width: 84 },
    ...(vat === null ? [] : [{ label: labels.vat, width: 46 }]),
    { label: labels.unit, width: 76 },
    { label: labels.count, width: 40 },
  ];
  let right = contentRight;
  const columns = narrow.map(({ label, width }): Column => {
    right -= width;
    return { label, align: 'right', box: { x: right, width } };
  });
  const description = { x: margin + 21, width: right - margin - 29 };
  return [
    { label: labels.position, align: 'left', box: { x: margin, width: 21 } },
    { label: labels.description, align: 'left', box: description },
    ...columns.reverse(),
  ];
}

function writeLines(paper: Paper, { data }: Receipt, y: number): number {
  const columns = columnsOf(data);
  const row = (top: number, cells: readonly BilingualText[], isHead: boolean): number => {
    const ends = columns.map(({ box, align }, index) =>
      writeBoth(
        paper,
        cells[index] ?? plain(''),
        { ...box, y: top },
        { align, font: isHead ? 'bold' : 'regular' },
      ),
    );
    return Math.max(...ends);
  };
  paper.rule(left(y), 'ink');
  let end =
    row(
      y + 4,
      columns.map(({ label }) => label),
      true,
    ) + 3;
  paper.rule(left(end), 'ink');
  const { vat } = data;
  for (const [index, line] of data.lines.entries()) {
    const padding = 5 * paper.scale;
    end = row(
      end + padding,
      [
        plain(String(index + 1)),
        { th: line.label_th, en: line.label_en === line.label_th ? '' : line.label_en },
        plain(String(line.count)),
        plain(satangText(line.unit_satang)),
        ...(vat === null ? [] : [treatmentText(line.vat, vat.percent)]),
        plain(satangText(line.amount_satang)),
      ],
      false,
    );
    end += padding;
    paper.rule(left(end), 'hairline');
  }
  return end + 10 * paper.scale;
}

/** The sums above the total. */
function sumsOf({
  data: { vat, corrects },
}: Receipt): readonly (readonly [BilingualText, number])[] {
  if (vat === null) return [];
  const correction =
    corrects === null
      ? []
      : ([
          [labels.formerValue, corrects.former_satang],
          [labels.correctValue, corrects.correct_satang],
        ] as const);
  const given = [
    [labels.withoutVat, vat.not_ours_satang],
    [labels.exempt, vat.exempt_satang],
    [labels.zero, vat.zero_satang],
  ] as const;
  return [
    ...given.filter(([, satang]) => satang !== 0),
    ...correction,
    [corrects === null ? labels.taxable : labels.difference, vat.taxable_satang],
    [vatText(vat.percent), vat.vat_satang],
  ];
}

function writeTotal(paper: Paper, receipt: Receipt, y: number): number {
  const total = receipt.data.total_satang;
  const sumWidth = 210;
  const sums = { x: contentRight - sumWidth, width: sumWidth };
  const sum = (top: number, label: BilingualText, satang: number) => {
    const end = writeBoth(
      paper,
      label,
      { ...sums, y: top, width: sumWidth - 80 },
      { colour: 'soft' },
    );
    paper.write(satangText(satang), { ...sums, y: top }, { font: 'medium', align: 'right' });
    return end + 2 * paper.scale;
  };
  let end = sumsOf(receipt).reduce((top, [label, satang]) => sum(top, label, satang), y);
  if (end > y) end += 3;
  paper.perforation({ ...sums, y: end });
  const big = { size: 12, font: 'bold' } as const;
  paper.write(satangText(total), { ...sums, y: end + 5 }, { ...big, align: 'right' });
  end = writeBoth(paper, labels.total, { ...sums, y: end + 5 }, big);

  const words = { x: margin + 13.5, width: contentWidth - sumWidth - 24 - 27 };
  const texts = [
    [`${labels.words.th} · ${labels.words.en}`, small],
    [amountInThai(total), { size: 11.25, font: 'bold' }],
    [amountInEnglish(total), small],
  ] as const;
  const height = texts.reduce(
    (sum, [text, style]) => sum + paper.heightOf(text, words.width, style),
    16,
  );
  paper.redentedBox({ x: margin, y, width: words.width + 27 }, height);
  texts.reduce((top, [text, style]) => paper.write(text, { ...words, y: top }, style), y + 8);
  return Math.max(end, y + height) + 14 * paper.scale;
}

/** What the quiet boxes say, each in three lines. */
function paymentCells({ series, data }: Receipt): readonly (readonly [string, string, string])[] {
  const { payment } = data;
  const named = ({ th, en }: BilingualText) => `${th} · ${en}`;
  const baht = (satang: number) => `${satangText(satang)} บาท`;
  const { credit_satang: credit, paid_satang: paid, left_satang: rest } = payment;
  const leftText =
    rest === null ? '' : rest === 0 ? named(labels.nothingLeft) : `ค้าง ${baht(rest)} · Left to pay`;
  return [
    [
      named(
        payment.method === 'transfer'
          ? labels.transfer
          : series === 'CN'
            ? labels.toCredit
            : labels.credit,
      ),
      baht(payment.amount_satang),
      thaiTime(payment.received_at),
    ],
    ...(credit > 0 ? [[named(labels.withCredit), baht(credit), ''] as const] : []),
    ...(payment.bank_reference === null
      ? []
      : [[named(labels.bankReference), payment.bank_reference, ''] as const]),
    ...(paid === null || series === 'CN'
      ? []
      : [[named(labels.paidSoFar), baht(paid), leftText] as const]),
  ];
}

function writePayment(paper: Paper, receipt: Receipt, y: number): number {
  const cells = paymentCells(receipt);
  const { th, en } = receipt.series === 'CN' ? labels.refund : labels.payment;
  const top = paper.write(`${th} ${en}`, left(y), { size: 10.1, font: 'bold' }) + 6 * paper.scale;
  const gap = 10;
  const width = Math.min((contentWidth - gap * (cells.length - 1)) / cells.length, 163.7);
  const styles = [small, { size: 10.1, font: 'bold' }, small] as const;
  const heights = cells.map((texts) =>
    texts.reduce(
      (sum, text, line) =>
        sum + (text === '' ? 0 : paper.heightOf(text, width - 20, styles[line] ?? small)),
      12,
    ),
  );
  const height = Math.max(...heights);
  for (const [index, texts] of cells.entries()) {
    const x = margin + index * (width + gap);
    paper.cell({ x, y: top, width }, height);
    let line = top + 6;
    for (const [position, text] of texts.entries())
      if (text !== '')
        line = paper.write(text, { x: x + 10, y: line, width: width - 20 }, styles[position]);
  }
  return top + height;
}

/** The notes and the signature above the foot. */
function writeSignature(paper: Paper, receipt: Receipt, top: number): void {
  const { series, data, replaced_by: successor = null } = receipt;
  const { replaces, corrects, received_by: receiver } = data;
  const named = ({ th, en }: BilingualText) => `${th} · ${en}`;
  const notes = [
    ...(series === 'IV' ? [named(labels.set)] : []),
    ...(replaces === null ? [] : [`แทน · Replaces ${earlierText(replaces)}`]),
    ...(successor === null ? [] : [`ถูกแทนด้วย · Replaced by ${successor}`]),
    ...(corrects === null
      ? []
      : [
          `อ้างถึงใบกำกับภาษี · Tax invoice ${earlierText(corrects)}`,
          `สาเหตุ · Reason: ${corrects.reason_th} · ${corrects.reason_en}`,
        ]),
  ];
  notes.reduce((y, note) => paper.write(note, left(y, 280), small), top + 5);
  const box = { x: contentRight - 190, width: 190 };
  paper.rule({ ...box, y: top }, 'ink');
  const { th, en } = series === 'CN' ? labels.issuedBy : labels.receivedBy;
  const end = paper.write(`${th} ${en}`, { ...box, y: top + 5 }, { align: 'center' });
  const day = longDay(data.dated_at).th;
  paper.write(
    receiver === null ? day : `${receiver} · ${day}`,
    { ...box, y: end },
    { align: 'center' },
  );
}

function writeFoot(paper: Paper, receipt: Receipt): void {
  const { email, name_en: name, name_th: thai } = receipt.data.agency;
  paper.perforation(left(footTop));
  const box = left(footTop + 8);
  paper.write([name ?? thai, email].filter((part) => part !== null).join(' · '), box, small);
  paper.write(`${receiptNumberText(receipt)} · หน้า 1/1 Page`, box, { ...small, align: 'right' });
}

const signatureTop = footTop - 52;
/** Text of 5 points, which only a receipt of very long texts needs. */
const smallestScale = 0.54;

/** Draws a receipt on one page; `room` is what its parts leave above the signature, negative where they overlap it. */
function draw(receipt: Receipt, isCopy: boolean, scale: number): { paper: Paper; room: number } {
  const issued = new Date(receipt.issued_at);
  const paper = new Paper(
    {
      Title: `${titles[receipt.series].th} ${receiptNumberText(receipt)}`,
      Author: receipt.data.agency.name_th,
      CreationDate: issued,
      ModDate: issued,
    },
    scale,
  );
  let y = writeHead(paper, receipt, isCopy);
  y = writeParties(paper, receipt, y);
  y = writeLines(paper, receipt, y);
  y = writeTotal(paper, receipt, y);
  y = writePayment(paper, receipt, y);
  writeSignature(paper, receipt, signatureTop);
  writeFoot(paper, receipt);
  if (receipt.voided_at !== null)
    paper.stamp(`${labels.void.th} / ${labels.void.en.toUpperCase()}`);
  return { paper, room: signatureTop - 10 - y };
}

/**
 * Renders a receipt, tax invoice or credit note as a PDF of one page; a long one is set smaller. The same receipt gives the
 * same bytes.
 */
export function renderReceipt(receipt: Receipt, isCopy: boolean): Promise<Uint8Array> {
  let scale = 1;
  let { paper, room } = draw(receipt, isCopy, scale);
  while (room < 0 && scale > smallestScale) {
    // Smaller text has fewer lines, so this is at most a little too small.
    scale = Math.max(smallestScale, scale * (signatureTop / (signatureTop - room)));
    ({ paper, room } = draw(receipt, isCopy, scale));
  }
  return paper.finish();
}
