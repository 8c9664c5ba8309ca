import { gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressText } from './content-encoding.ts';

const text = 'ก'.repeat(400);
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  app.addHook('onSend', compressText);
  app.get('/text', async (_request, reply) => reply.headers({ etag: '"tag"' }).send(text));
  app.get('/vary', async (_request, reply) => reply.header('vary', 'Origin').send(text));
  app.get('/kept', async (_request, reply) =>
    reply.header('cache-control', 'no-store, no-transform').send(text),
  );
  app.get('/encoded', async (_request, reply) =>
    reply.header('content-encoding', 'x-own').send(text),
  );
  app.get('/bytes', async (_request, reply) =>
    reply.headers({ etag: '"tag"' }).send(Buffer.from(text)),
  );
  app.get('/short', async (_request, reply) => reply.send('x'.repeat(1024)));
  await app.ready();
});
afterAll(() => app.close());

const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } });

it.each(['text', 'bytes'])(
  'text is compressed by its bytes, with a weak tag: /%s',
  async (path) => {
    const { headers, rawPayload } = await get(`/${path}`);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"tag"' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(gunzipSync(rawPayload).toString()).toBe(text);
  },
);

it('a header Vary is added to', async () => {
  expect((await get('/vary')).headers.vary).toBe('Origin, Accept-Encoding');
});

it.each([
  ['/kept', undefined],
  ['/encoded', 'x-own'],
  ['/short', undefined],
])('a response stays as it is: %s', async (url, encoding) => {
  const { headers, payload } = await get(url);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('Accept-Encoding');
  expect([text, 'x'.repeat(1024)]).toContain(payload);
});
