import type { SlipQr } from '@bkksiam/domain/slip-qr';
import sharp, { type Sharp } from 'sharp';
import { findSlipQr } from './find-slip-qr.ts';
import { pictureHash } from './picture-hash.ts';

/** A picture of a slip, written anew without its metadata and whatever followed it. */
interface SlipPicture {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** 16 hexadecimal digits: similar pictures differ in few of the 64 bits. */
  readonly pictureHash: string;
  /** Null where no QR is that of a slip. */
  readonly qr: SlipQr | null;
}

type UnreadablePicture = 'not_a_picture' | 'too_many_pixels' | 'unreadable' | 'too_slow';

export type PictureReading =
  | { readonly picture: SlipPicture; readonly problem?: undefined }
  | { readonly picture?: undefined; readonly problem: UnreadablePicture };

const maxPixels = 40_000_000;
/** Interlaced pictures are decoded as a whole, in up to 8 bytes a pixel. */
const maxInterlacedPixels = 16_000_000;
/** The longest sides that are tried in turn, until the file is no larger than an upload may be. */
const sides = [3000, 2000, 1200];
const maxBytes = 5 * 1024 * 1024;
/** Of each step; what no time limit of libvips interrupts ends with the thread. */
const maxSeconds = 5;

const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
};

/** Bytes that begin as neither reach no decoder: sharp would also read SVG. */
const formatOf = (bytes: Uint8Array): 'png' | 'jpeg' | undefined =>
  (['png', 'jpeg'] as const).find((format) =>
    signatures[format].every((byte, at) => bytes[at] === byte),
  );

function encoded(source: Sharp, format: 'png' | 'jpeg') {
  const picture = format === 'png' ? source.png() : source.jpeg({ quality: 88 });
  return picture.toBuffer({ resolveWithObject: true });
}

/** The picture upright, on white, without metadata. */
async function writtenAnew(bytes: Uint8Array, format: 'png' | 'jpeg') {
  for (const side of sides) {
    const source = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true })
      .timeout({ seconds: maxSeconds })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb');
    const { data, info } = await encoded(source, format);
    if (data.length <= maxBytes) return { data, width: info.width, height: info.height };
  }
  return undefined;
}

/** Reads the picture of a slip: its clean copy, its hash and its QR. */
export async function readPicture(bytes: Uint8Array): Promise<PictureReading> {
  const format = formatOf(bytes);
  if (format === undefined) return { problem: 'not_a_picture' };
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (found.format !== format) return { problem: 'not_a_picture' };
    const limit = found.isProgressive ? maxInterlacedPixels : maxPixels;
    if (found.width * found.height > limit) return { problem: 'too_many_pixels' };
    const copy = await writtenAnew(bytes, format);
    if (copy === undefined) return { problem: 'unreadable' };
    const { data, width, height } = copy;
    return {
      picture: {
        ...{ bytes: data, contentType: `image/${format}`, width, height },
        pictureHash: await pictureHash(data, { width, height }),
        qr: await findSlipQr(data, { width, height }),
      },
    };
  } catch (error) {
    const isLate = error instanceof Error && error.message.includes('timeout');
    return { problem: isLate ? 'too_slow' : 'unreadable' };
  }
}
