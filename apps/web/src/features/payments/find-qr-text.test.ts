import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { parseSlipQr } from '@bkksiam/domain/slip-qr';
import { findQrText } from './find-qr-text.ts';

const slipText = '004000060000010103002021900021231231212000115102TH91049C30';

/** A grey picture with a small QR code in its corner, as slips have it. */
function slipPicture(text: string, scale = 4) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const [width, height] = [600, 900];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(230);
  const [left, top] = [width - size * scale - 20, height - size * scale - 20];
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1) {
      const dark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      const at = ((top + y) * width + left + x) * 4;
      pixels.fill(dark ? 20 : 255, at, at + 3);
      pixels[at + 3] = 255;
    }
  return { data: pixels, width, height };
}

it('finds the small code of a slip, and none where there is none', () => {
  const found = findQrText(slipPicture(slipText));
  expect(found).toBe(slipText);
  expect(parseSlipQr(found ?? '')).toEqual({ bank: '002', reference: '0002123123121200011' });
  const blank = { data: new Uint8ClampedArray(400 * 400 * 4).fill(255), width: 400, height: 400 };
  expect(findQrText(blank)).toBeNull();
});
