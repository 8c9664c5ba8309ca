import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAddress, networkOf } from '../http/network.ts';
import { noisePicture } from '../testing/noise-picture.ts';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { transformPicture } from './picture.ts';

let storage: StorageService;
let secret: string;
let open: string;

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

beforeAll(async () => {
  storage = await startStorage();
  secret = await storage.bucket();
  open = await storage.bucket({ public: true });
  const jpeg = await plain(400, 300).jpeg().toBuffer();
  for (const bucket of [secret, open])
    await storage.service.from(bucket).upload('a.jpg', jpeg, { contentType: 'text/plain' });
  await storage.service.from(open).upload('tall.png', await plain(300, 3000).png().toBuffer());
});
afterAll(() => storage.close());

async function render(query: string, headers: Record<string, string> = {}, key = 'a.jpg') {
  const response = await fetch(`${storage.url}/render/image/public/${open}/${key}?${query}`, {
    headers: { accept: '*/*', ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
  const { width, height, format } = isPicture ? await sharp(bytes).metadata() : {};
  return { response, bytes, size: [width, height], format };
}

describe('a picture', () => {
  test.each([
    ['width=200&height=200', [200, 200], 'height:200,width:200,resizing_type:fill'],
    ['width=200', [200, 150], 'width:200,resizing_type:fill'],
    [
      'width=200&height=200&resize=contain&quality=60',
      [200, 150],
      'height:200,width:200,resizing_type:fit,quality:60',
    ],
    ['width=200&height=200&resize=fill', [200, 200], 'height:200,width:200,resizing_type:force'],
    ['width=9000&height=1', [2000, 1], 'height:1,width:2000,resizing_type:fill'],
    ['quality=20', [400, 300], 'quality:20'],
    ['width=2000&key=tall.png', [200, 2000], 'width:2000,resizing_type:fill'],
    ['quality=20&key=tall.png', [200, 2000], 'quality:20'],
  ])('is made as asked for: %s', async (query, size, transformations) => {
    const key = new URLSearchParams(query).get('key') ?? 'a.jpg';
    const rendered = await render(query, {}, key);
    const format = key.endsWith('png') ? 'png' : 'jpeg';
    expect([rendered.response.status, rendered.size, rendered.format]).toEqual([200, size, format]);
    expect(rendered.response.headers.get('x-transformations')).toBe(transformations);
    expect(rendered.response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('has the format that is asked for, or that the client names', async () => {
    expect((await render('width=10&format=webp')).format).toBe('webp');
    expect((await render('width=10&format=avif')).format).toBe('heif');
    const accept = { accept: 'image/avif,image/webp,*/*' };
    expect((await render('width=10', accept)).format).toBe('webp');
    expect((await render('width=10&format=origin', accept)).format).toBe('jpeg');
  });

  test('is made as AVIF with little effort', async () => {
    const source = await noisePicture(90, 90).png().toBuffer();
    const { bytes } = await transformPicture(
      '192.0.2.1',
      () => Promise.resolve(source),
      { width: 90, height: 90, format: 'avif' },
      false,
    );
    const sizeOf = async (effort: number) =>
      (await sharp(source).avif({ quality: 80, effort }).toBuffer()).length;
    expect(bytes).toHaveLength(await sizeOf(1));
    expect(bytes.length).not.toBe(await sizeOf(4));
  });

  test('is made once and then known', async () => {
    const { response, bytes } = await render('width=77');
    const folder = join(storage.backend.config.dataDir, 'storage', 'pictures');
    const before = await readdir(folder);
    const again = await render('width=77');
    expect(again.bytes).toEqual(bytes);
    expect(await readdir(folder)).toEqual(before);
    const tag = response.headers.get('etag') ?? '';
    expect((await render('width=77', { 'if-none-match': tag })).response.status).toBe(304);
  });

  test.each(['width=0', 'width=x', 'quality=19', 'quality=101', 'resize=stretch', 'format=svg'])(
    'is not made of %s',
    async (query) => {
      const { response, bytes } = await render(query);
      expect(response.status).toBe(400);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'InvalidRequest' });
    },
  );

  test('is made of nothing else, however it is named, and of no bomb', async () => {
    const upload = (key: string, body: Buffer | string) =>
      storage.service.from(open).upload(key, body, { contentType: 'image/png' });
    await upload('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await upload('bomb.png', await plain(8000, 8000).png({ compressionLevel: 1 }).toBuffer());
    await upload('slow.avif', await plain(4000, 3001).avif({ effort: 0 }).toBuffer());
    await upload('broken.png', (await plain(90, 90).png().toBuffer()).subarray(0, 60));
    for (const key of ['page.png', 'bomb.png', 'slow.avif', 'broken.png']) {
      const { response, bytes } = await render('width=10', {}, key);
      expect([key, response.status]).toEqual([key, 400]);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'InvalidRequest' });
    }
  });

  test('of a private bucket needs the right to it, or a link that names what is made', async () => {
    const transform = { width: 20, height: 10, quality: 50 };
    const { data } = await storage.service.from(secret).download('a.jpg', { transform });
    const own = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
    expect(await sharp(own).metadata()).toMatchObject({ width: 20, height: 10 });
    const visitors = await storage.visitor.from(secret).download('a.jpg', { transform });
    expect(visitors.error).not.toBeNull();
    const signed = await storage.service.from(secret).createSignedUrl('a.jpg', 60, { transform });
    const link = signed.data?.signedUrl ?? '';
    expect(link).toContain('/render/image/sign/');
    const response = await fetch(`${link}&width=300`);
    expect(response.headers.get('x-transformations')).toBe(
      'height:10,width:20,resizing_type:fill,quality:50',
    );
    const plainLink = await storage.service.from(secret).createSignedUrl('a.jpg', 60);
    expect(plainLink.data?.signedUrl).toContain('/object/sign/');
  });
});

/** Pictures that are not made until they are released. */
function heldPictures(network: string, count: number) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const progress = { reads: 0 };
  const read = async () => {
    progress.reads += 1;
    await released;
    return plain(10, 10).png().toBuffer();
  };
  const pictures = Array.from({ length: count }, () =>
    transformPicture(network, read, { width: 5 }, false),
  );
  return { pictures, progress, release };
}

const madeAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));

test('those that wait for their turn have not been read', async () => {
  const count = 2 * availableParallelism();
  const { pictures, progress, release } = heldPictures('192.0.2.1', count);
  await new Promise((resolve) => setImmediate(resolve));
  expect(progress.reads).toBe(madeAtOnce);
  release();
  expect(await Promise.all(pictures)).toHaveLength(count);
});

test('of a network of which too many wait, another is refused before its object is looked up', async () => {
  const network = networkOf(clientAddress('127.0.0.1'));
  const statusOf = async () => (await render('width=9', {}, 'none.jpg')).response.status;
  const { pictures, release } = heldPictures(network, madeAtOnce + 16);
  expect(await statusOf()).toBe(429);
  release();
  await Promise.all(pictures);
  expect(await statusOf()).toBe(400);
});
