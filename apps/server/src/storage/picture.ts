// Makes pictures smaller, with bounds on pixels, bytes, and how many are made at once.
import { availableParallelism } from 'node:os';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type ResizeOptions } from 'sharp';
import { z } from 'zod';
import { NetworkQueue, QueueFull } from '../limits/network-queue.ts';
import { storageErrors } from './errors.ts';

/** The largest source. */
export const maxSourceBytes = 25 * 1024 * 1024;
const maxPixels = 50_000_000;
/** AVIF is decoded as a whole, which no time limit interrupts, and takes several times as long as other formats. */
const maxAvifPixels = 12_000_000;
/** Of 0 to 9: 4 megapixels take a second of a processor, and 25 with the usual effort of 4. */
const avifEffort = 1;
const maxSide = 2000;
const defaultQuality = 80;
/** A picture that takes longer is not worth the wait. */
const maxSeconds = 10;

const side = z.coerce
  .number()
  .int()
  .min(1)
  .transform((pixels) => Math.min(pixels, maxSide));

export const transformation = z.object({
  height: side.optional(),
  width: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
});
export type Transformation = z.infer<typeof transformation>;

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' };

/** What was done, in the words of the header `X-Transformations`. */
export function describe({ height, width, resize = 'cover', quality }: Transformation): string {
  const sides = [height && `height:${height}`, width && `width:${width}`].filter(Boolean);
  return [
    ...sides,
    ...(sides.length > 0 ? [`resizing_type:${resizingTypes[resize]}`] : []),
    ...(quality === undefined ? [] : [`quality:${quality}`]),
  ].join(',');
}

const formats = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
] as const);
type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

sharp.cache(false);
sharp.concurrency(1);

const madeAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));
const inTurn = new NetworkQueue({
  running: madeAtOnce,
  runningOfNetwork: madeAtOnce,
  waiting: 256,
  waitingOfNetwork: 16,
  rests: true,
});

/**
 * Refuses a network of which too many pictures wait, before anything is read for it.
 *
 * @throws {StorageError}
 */
export function refuseWaiting(network: string): void {
  if (inTurn.isFullFor(network)) throw storageErrors.slowDown();
}

async function formatOf(source: Buffer): Promise<Format> {
  const found = await fileTypeFromBuffer(source).catch(() => undefined);
  const format = formats.get((found?.mime ?? '') as 'image/png');
  if (format === undefined) throw storageErrors.invalidRequest('The object is no picture');
  return format;
}

/** The sides of the result, which are bounded whether both are asked for, one or none. */
function sidesOf({ height, width, resize = 'cover' }: Transformation): ResizeOptions {
  const isWhole = height !== undefined && width !== undefined && resize !== 'contain';
  return {
    ...{ height: height ?? maxSide, width: width ?? maxSide },
    fit: isWhole ? resize : 'inside',
    withoutEnlargement: height === undefined && width === undefined,
  };
}

function resized(
  source: Buffer,
  given: Transformation,
  origin: Format,
  format: Format,
): Promise<Buffer> {
  const limitInputPixels = origin === 'avif' ? maxAvifPixels : maxPixels;
  return sharp(source, { limitInputPixels, sequentialRead: true })
    .rotate()
    .timeout({ seconds: maxSeconds })
    .resize(sidesOf(given))
    .toFormat(format, {
      quality: given.quality ?? defaultQuality,
      ...(format === 'avif' && { effort: avifEffort }),
    })
    .toBuffer();
}

/**
 * The picture as asked for; the bytes decide what it is, whatever the stored type.
 *
 * @param network whose turn it is
 * @param read reads the source, once it is its turn: those that wait are not in memory
 * @param acceptsWebp whether the client names it; then it is the format of all but `origin`
 * @throws {StorageError} for bytes that are no picture, too many pixels, or too many others of the network waiting
 */
export async function transformPicture(
  network: string,
  read: () => Promise<Buffer>,
  given: Transformation,
  acceptsWebp: boolean,
): Promise<{ readonly bytes: Buffer; readonly type: string }> {
  const made = inTurn.run(network, async () => {
    const source = await read();
    const origin = await formatOf(source);
    const asked = given.format ?? (acceptsWebp ? 'webp' : 'origin');
    const format = asked === 'origin' ? origin : asked;
    try {
      return { bytes: await resized(source, given, origin, format), type: `image/${format}` };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw storageErrors.invalidRequest(`The picture cannot be made: ${reason}`);
    }
  });
  return made.catch((error: unknown) => {
    throw error instanceof QueueFull ? storageErrors.slowDown() : error;
  });
}
