import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { paceNetworks, type RequestPace } from './request-pace.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const pace: RequestPace = {
  perSecond: 10,
  burst: 5,
  bytesPerRequest: 100 * 1024,
  longestWaitMs: 1_000,
};

/** Serves requests at a pace; the returned function sends one and then notes its name. */
async function serve(given: Partial<RequestPace> = {}) {
  const app = fastify({ trustProxy: true, forceCloseConnections: true });
  apps.push(app);
  paceNetworks(app, { ...pace, ...given });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
  // Leaves the body unread, as a refusal does.
  app.post('/', () => 'done');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answered: string[] = [];
  const send = async (network: string, name: string, body = 'a') => {
    const headers = { 'x-forwarded-for': network, 'content-type': 'text/plain' };
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    answered.push(name);
    return response.status;
  };
  return { send, answered };
}

describe('the requests of a network', () => {
  test('beyond its pace wait and are answered, and those of others do not wait', async () => {
    const { send, answered } = await serve();
    const mine = Array.from({ length: 9 }, () => send('192.0.2.1', 'mine'));
    await Promise.all(mine.slice(0, 5));
    await send('192.0.2.2', 'other');
    expect(await Promise.all(mine)).toEqual(mine.map(() => 200));
    expect(answered.slice(0, 5)).toEqual(['mine', 'mine', 'mine', 'mine', 'mine']);
    expect(answered.indexOf('other')).toBeLessThan(9);
  });

  test('count more the more bytes arrive, also of a body that nobody reads', async () => {
    // The next one waits so long that no other one is overtaken on a busy machine.
    const { send, answered } = await serve({ perSecond: 3, longestWaitMs: 2_000 });
    expect(await send('192.0.2.1', 'large', 'x'.repeat(1000 * 1024))).toBe(200);
    const next = send('192.0.2.1', 'mine');
    await send('192.0.2.2', 'other');
    await next;
    expect(answered).toEqual(['large', 'other', 'mine']);
  });

  test(
    'wait no longer than the longest wait, however many came before',
    { timeout: 10_000 },
    async () => {
      const { send } = await serve({ perSecond: 0.001, longestWaitMs: 50 });
      const statuses = await Promise.all(
        Array.from({ length: 20 }, () => send('192.0.2.1', 'mine')),
      );
      expect(statuses).toEqual(statuses.map(() => 200));
    },
  );

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'never wait where the network is this machine: %s',
    async (address) => {
      const { send } = await serve({ burst: 0, perSecond: 0.001, longestWaitMs: 1_000_000 });
      expect(await send(address, 'own')).toBe(200);
    },
  );
});
