import { decodeQR } from 'qr/decode.js';
import { encode } from 'uqr';
import { readPromptPay } from '@bkksiam/domain/promptpay-qr';
import { qrOptions, quietZone } from './qr-matrix.ts';

/** Pixels of a module, enough for the reader. */
const scale = 4;

/** The code of a text as a picture in black and white (RGBA). */
function drawn(text: string) {
  const { data, size } = encode(text, qrOptions);
  const side = (size + 2 * quietZone) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at += 1) {
    const x = Math.floor((at % side) / scale) - quietZone;
    const y = Math.floor(at / side / scale) - quietZone;
    if (data[y]?.[x] === true) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return { width: side, height: side, data: pixels };
}

/** Draws the code of a payment and reads the picture as a bank's app does: payee and amount, or null. */
export function readDrawnQr(text: string) {
  try {
    return readPromptPay(decodeQR(drawn(text), { format: 'RGBA' }));
  } catch {
    return null;
  }
}
