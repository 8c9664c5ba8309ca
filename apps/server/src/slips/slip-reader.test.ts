import { crc16, writeTag } from '@bkksiam/domain/emv-qr';
import sharp from 'sharp';
import { afterAll, describe, expect, it, test } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { noisePicture } from '../testing/noise-picture.ts';
import { drawSlip, slipQrText } from '../testing/slip-fixture.ts';
import { readPicture } from './read-picture.ts';
import { SlipReader } from './slip-reader.ts';

const transfer = { bank: '014', reference: '2026112810240000123' };
const drawn = drawSlip({ qr: slipQrText(transfer) });
const slip = await drawn.clone().png().toBuffer();
const reader = new SlipReader();
afterAll(() => reader.close());

async function pictureOf(bytes: Uint8Array) {
  const { picture } = await readPicture(bytes);
  if (picture === undefined) throw new Error('the picture was not read');
  return picture;
}

/** In how many of the 64 bits two hashes differ. */
function distance(one: string, other: string): number {
  const differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  return Array.from(differing.toString(2)).filter((bit) => bit === '1').length;
}

const cut = (share: number) => {
  const [left, top] = [Math.round(720 * share), Math.round(1200 * share)];
  return sharp(slip).extract({ left, top, width: 720 - 2 * left, height: 1200 - 2 * top });
};

describe('a slip', () => {
  it('is read in a thread, as a clean copy that no tail of a page follows', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    const { picture } = await reader.read(Buffer.concat([slip, page]), 'nattaya');
    expect(picture).toMatchObject({ contentType: 'image/png', width: 720, height: 1200 });
    expect(picture?.qr).toEqual(transfer);
    expect(picture?.pictureHash).toMatch(/^[0-9a-f]{16}$/);
    const copy = Buffer.from(picture?.bytes ?? []);
    expect((await sharp(copy).metadata()).format).toBe('png');
    expect(copy.includes('<script>')).toBe(false);
  });

  it('keeps its kind and its sides, up to 3000 pixels, and loses what a camera adds', async () => {
    onlyInWholeSuite();
    const photo = await sharp(slip)
      .rotate(90)
      .resize(3100)
      .withExif({ IFD0: { Artist: 'Nattaya', Orientation: '8' } })
      .withMetadata({ orientation: 8 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const picture = await pictureOf(photo);
    expect(picture).toMatchObject({ contentType: 'image/jpeg', width: 1800, height: 3000 });
    expect(picture.qr).toEqual(transfer);
    const { exif, icc, orientation } = await sharp(picture.bytes).metadata();
    expect([exif, icc, orientation]).toEqual([undefined, undefined, undefined]);
  });

  it('has the same hash with other metadata, and a near one when it is compressed, resized or cut', async () => {
    const { pictureHash: hash } = await pictureOf(slip);
    const hashOf = async (picture: sharp.Sharp) =>
      (await pictureOf(await picture.jpeg({ quality: 40 }).toBuffer())).pictureHash;
    const marked = await sharp(slip)
      .withExif({ IFD0: { Artist: 'Malee' } })
      .png()
      .toBuffer();
    expect((await pictureOf(marked)).pictureHash).toBe(hash);
    expect(distance(hash, await hashOf(sharp(slip)))).toBeLessThanOrEqual(4);
    expect(distance(hash, await hashOf(sharp(slip).resize(480)))).toBeLessThanOrEqual(4);
    expect(distance(hash, await hashOf(cut(0.02)))).toBeLessThanOrEqual(8);
    const other = drawSlip({
      qr: slipQrText({ bank: '014', reference: '2026113018450000777' }),
      ...{ at: '30 Nov 2026 18:45', payer: 'Mr Somchai P.', amount: '23,450.75' },
    });
    expect(distance(hash, await hashOf(other))).toBeGreaterThan(8);
  });

  test.each<[string, sharp.Sharp]>([
    ['compressed to the quality 30', drawn.clone().jpeg({ quality: 30 })],
    ['turned a little', drawn.clone().rotate(7, { background: '#222' }).jpeg({ quality: 60 })],
    ['grey', drawn.clone().greyscale().toColourspace('b-w').png()],
    ['of 16 bits', drawn.clone().toColourspace('rgb16').png()],
    [
      'with a small QR on a large picture',
      drawSlip({ qr: slipQrText(transfer), qrSide: 100 })
        .extend({ top: 1500, left: 500, right: 500, background: '#eee' })
        .png(),
    ],
  ])('names its transfer %s', async (_name, picture) => {
    expect((await pictureOf(await picture.toBuffer())).qr).toEqual(transfer);
  });

  it('names its transfer beside another QR, and none without its own', async () => {
    const qrOf = (text: string) =>
      drawSlip({ qr: text, qrSide: 230 }).extract({ left: 430, top: 960, width: 230, height: 230 });
    const sealed = (text: string) => `${text}9104${crc16(`${text}9104`)}`;
    const others = [
      'https://example.com/',
      '00020101021129370016A000000677010111011300668123456785802TH530376463040BF8',
      sealed('00400006000001010300202-4'),
      sealed(writeTag('00', writeTag('00', slipQrText(transfer).slice(0, 60)))),
    ];
    for (const text of others) {
      const input = await qrOf(text).png().toBuffer();
      expect((await pictureOf(input)).qr).toBeNull();
    }
    const input = await qrOf(others[0] ?? '')
      .png()
      .toBuffer();
    const both = sharp(slip).composite([{ input, left: 60, top: 900 }]);
    expect((await pictureOf(await both.png().toBuffer())).qr).toEqual(transfer);
    expect((await pictureOf(await qrOf(slipQrText(transfer)).png().toBuffer())).qr).toEqual(
      transfer,
    );
  });
});

/** A small JPEG whose header says other sides. */
async function jpegOf(width: number, height: number, progressive: boolean): Promise<Buffer> {
  const bytes = await cut(0.4).jpeg({ progressive }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

describe('a hostile file', () => {
  const pdf = '%PDF-1.7 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>';
  test.each<[string, string | Buffer]>([
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', pdf],
    ['a PDF behind other bytes', `junk${pdf}`],
    ['a slip behind other bytes', Buffer.concat([Buffer.from('junk'), slip])],
    ['nothing', ''],
  ])('is no picture: %s', async (_name, bytes) => {
    expect(await readPicture(Buffer.from(bytes))).toEqual({ problem: 'not_a_picture' });
  });

  it('is refused by its sides before it is decoded', async () => {
    const large = { problem: 'too_many_pixels' };
    expect(await readPicture(await jpegOf(20_000, 20_000, false))).toEqual(large);
    // Decoded as a whole.
    expect(await readPicture(await jpegOf(5000, 4000, true))).toEqual(large);
    expect(await readPicture(await jpegOf(5000, 4000, false))).toEqual({ problem: 'unreadable' });
  });

  it('is refused where its picture ends early or is another one', async () => {
    for (const bytes of [
      slip.subarray(0, 5000),
      Buffer.concat([slip.subarray(0, 8), Buffer.from(pdf)]),
    ])
      expect(await readPicture(bytes)).toEqual({ problem: 'unreadable' });
  });

  it.each([
    [1, 3000],
    [9000, 1],
    [1, 1],
  ])('costs little as a strip of %d × %d', async (width, height) => {
    const strip = sharp({ create: { width, height, channels: 3, background: '#c33' } }).png();
    const { width: across, height: down, qr } = await pictureOf(await strip.toBuffer());
    expect([across <= 3000, down <= 3000, qr]).toEqual([true, true, null]);
  });

  it('has an end, also where a picture is all noise', async () => {
    const noise = await noisePicture(900, 1200).jpeg({ quality: 40 }).toBuffer();
    const { picture } = await reader.read(noise, 'nattaya');
    expect(picture).toMatchObject({ width: 900, height: 1200, qr: null });
  });
});

describe('the reader', () => {
  it('refuses what it cannot read in time, and everything once it is closed', async () => {
    const hasty = new SlipReader({ limitMs: 1 });
    expect(await hasty.read(slip, 'nattaya')).toEqual({ problem: 'too_slow' });
    await hasty.close();
    expect(await hasty.read(slip, 'nattaya')).toEqual({ problem: 'busy' });
  });

  it('reads one picture of a sender at once, and lets eight others wait', async () => {
    const read = (sender: string) => reader.read(Buffer.from('GIF89a'), sender);
    const senders = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const problems = await Promise.all(senders.map(async (sender) => (await read(sender)).problem));
    expect(problems.map((problem) => problem === 'busy')).toEqual(
      senders.map((_sender, at) => at === 1 || at === 10),
    );
    expect((await read('a')).problem).toBe('not_a_picture');
  });

  it('reads nothing for a request that has ended', async () => {
    expect(await reader.read(slip, 'nattaya', AbortSignal.abort())).toEqual({ problem: 'busy' });
  });
});
