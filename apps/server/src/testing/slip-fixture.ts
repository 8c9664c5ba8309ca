import { crc16, writeTag } from '@bkksiam/domain/emv-qr';
import sharp, { type Sharp } from 'sharp';
import { encode } from 'uqr';

/** The text of the QR of a bank's slip. */
export function slipQrText({
  bank,
  reference,
}: {
  readonly bank: string;
  readonly reference: string;
}): string {
  const transfer = writeTag('00', '000001') + writeTag('01', bank) + writeTag('02', reference);
  const text = `${writeTag('00', transfer)}${writeTag('51', 'TH')}9104`;
  return text + crc16(text);
}

export interface DrawnSlip {
  /** The text of its QR; none where it is empty. */
  readonly qr: string;
  readonly amount?: string;
  readonly at?: string;
  readonly payer?: string;
  readonly payee?: string;
  /** Of the bank. */
  readonly colour?: string;
  /** Side of the QR in pixels, of a slip 720 wide. */
  readonly qrSide?: number;
}

function drawnQr(text: string, side: number, left: number, top: number): string {
  if (text === '') return '';
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const module = side / size;
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return `<g transform="translate(${String(left)} ${String(top)}) scale(${String(module)})"><rect width="${String(size)}" height="${String(size)}" fill="#fff"/><path d="${dark.join('')}" shape-rendering="crispEdges"/></g>`;
}

/** A slip as a bank's app draws it, 720 × 1200. */
export function drawSlip({
  qr,
  amount = '1,000.00',
  at = '28 Nov 2026 10:24',
  payer = 'Ms Nattaya W.',
  payee = 'BKK Siam Co Ltd',
  colour = '#138f2d',
  qrSide = 170,
}: DrawnSlip): Sharp {
  const line = (y: number, text: string, size = 30) =>
    `<text x="120" y="${String(y)}" font-family="sans-serif" font-size="${String(size)}">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1200"><rect width="720" height="1200" fill="#f7f8fa"/>
<rect width="720" height="150" fill="${colour}"/><circle cx="640" cy="75" r="45" fill="#fff"/>
${line(260, 'Transfer completed', 40)}${line(310, at, 24)}
<circle cx="70" cy="430" r="34" fill="${colour}"/>${line(420, payer)}${line(465, 'xxx-x-x1234-x', 24)}
<circle cx="70" cy="620" r="34" fill="#888"/>${line(610, payee)}${line(655, 'xxx-x-x9876-x', 24)}
<rect y="740" x="60" width="600" height="3" fill="#ccc"/>${line(820, `Amount ${amount} THB`, 36)}
${drawnQr(qr, qrSide, 660 - qrSide, 960)}</svg>`;
  return sharp(Buffer.from(svg));
}
