import { parseSlipQr, type SlipQr } from '@bkksiam/domain/slip-qr';
import { decodeQRBatch } from 'qr/decode.js';
import sharp, { type Sharp } from 'sharp';

interface Size {
  readonly width: number;
  readonly height: number;
}

async function qrTexts(picture: Sharp): Promise<string[]> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [found = []] = await decodeQRBatch([{ data, width, height }], {
    maxSize: { width, height },
    format: 'RGBA',
  });
  return found.filter((text) => typeof text === 'string');
}

const within = (bytes: Uint8Array, side: number) =>
  sharp(bytes).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** The QR of the slip in a picture, which may have others. Large pictures are searched in smaller copies first. */
export async function findSlipQr(
  bytes: Uint8Array,
  { width, height }: Size,
): Promise<SlipQr | null> {
  const top = Math.floor(height / 2);
  const lowerHalf = () => sharp(bytes).extract({ left: 0, top, width, height: height - top });
  const attempts = [() => within(bytes, 1600), () => within(bytes, 800), lowerHalf];
  for (const attempt of attempts) {
    const texts = await qrTexts(attempt());
    const [slip] = texts.map(parseSlipQr).filter((found) => found !== null);
    if (slip !== undefined) return slip;
  }
  return null;
}
