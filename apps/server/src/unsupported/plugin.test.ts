import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createClient, type RealtimeClientOptions } from '@supabase/supabase-js';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { rateLimitRejections } from '../limits/rate-limits.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { unsupportedPlugin, type UnsupportedOptions } from './plugin.ts';
import { defaultSocketLimits } from './realtime-sockets.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const reason = 'Realtime is not offered by this server';

describe('a client of a service that is not offered', () => {
  const errorBodies = {
    '/storage/v1/object/avatars/me.png': {
      statusCode: '404',
      error: 'not_offered',
      message: 'Storage is not offered by this server',
    },
    '/graphql/v1': { errors: [{ message: 'GraphQL is not offered by this server' }] },
    '/realtime/v1/api/broadcast': { error: reason, message: reason },
    '/realtime/v1/websocket': { error: reason, message: reason },
  };

  it.each(Object.entries(errorBodies))('gets 404 with the reason at %s', async (path, body) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(backend.url + path, {
        method,
        headers: { 'content-type': 'image/png', origin: 'https://elsewhere.example' },
        ...(method === 'POST' && { body: Buffer.alloc(2_000_000) }),
      });
      expect([response.status, await response.json()]).toEqual([404, body]);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    const asked = 'authorization,x-upsert,x-client-info';
    const preflight = await fetch(backend.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': asked,
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  });

  it('gets it as a storage error of the unmodified client', async () => {
    const { storage } = realtimeClient(backend.url).client;
    const uploaded = await storage.from('avatars').upload('me.png', new Blob(['x']));
    expect(uploaded.error).toMatchObject({
      status: 404,
      statusCode: '404',
      message: 'Storage is not offered by this server',
    });
  });
});

/** An unmodified client, and the connections it has opened. */
function realtimeClient(url: string, options: RealtimeClientOptions = {}) {
  const opened: WebSocket[] = [];
  class Transport extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      opened.push(this);
    }
  }
  const transport = Transport as unknown as NonNullable<RealtimeClientOptions['transport']>;
  const client = createClient(url, 'any key', {
    auth: { persistSession: false },
    realtime: { ...options, transport },
  });
  return { client, opened };
}

describe('a channel of the unmodified client', () => {
  it.each(['1.0.0', '2.0.0'])('is refused with the reason by protocol %s, once', async (vsn) => {
    const beats: string[] = [];
    const { client, opened } = realtimeClient(backend.url, {
      vsn,
      disconnectOnEmptyChannelsAfterMs: 200,
      heartbeatCallback: (status) => void beats.push(status),
    });
    const statuses: string[] = [];
    for (const name of ['one', 'two']) {
      client
        .channel(name)
        .on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
        .subscribe((status, error) => {
          statuses.push(error === undefined ? status : `${status} ${error.message}`);
        });
    }
    const refused = [`CHANNEL_ERROR ${reason}`, 'CLOSED'];
    await expect.poll(() => statuses).toEqual([...refused, ...refused]);
    expect(client.getChannels()).toEqual([]);
    await client.realtime.sendHeartbeat();
    await expect.poll(() => beats).toContain('ok');
    await expect.poll(() => opened[0]?.readyState).toBe(WebSocket.CLOSED);
    expect(client.realtime.connectionState()).toBe('closed');
    expect(client.realtime.reconnectTimer.timer).toBeFalsy();
    expect([opened.length, statuses.length]).toEqual([1, 4]);
  });

  it('has its connection for longer than the client keeps one without channels', () => {
    const { realtime } = realtimeClient(backend.url).client;
    const kept: unknown = Reflect.get(realtime, '_disconnectOnEmptyChannelsAfterMs');
    expect(kept).toBe(50_000);
    expect(defaultSocketLimits.longMs).toBeGreaterThan(Number(kept));
  });

  it('is left without a failure', async () => {
    const { client, opened } = realtimeClient(backend.url);
    const channel = client.channel('one').subscribe();
    await expect.poll(() => opened[0]?.readyState).toBe(WebSocket.OPEN);
    expect(await client.removeChannel(channel)).toBe('ok');
    await client.removeAllChannels();
    await expect.poll(() => opened[0]?.readyState).toBe(WebSocket.CLOSED);
  });
});

describe('a WebSocket', () => {
  const limits = { shortMs: 100, longMs: 300, connections: 2 };
  const join = { topic: 'realtime:x', event: 'phx_join', payload: {}, ref: '1', join_ref: '1' };
  let app: FastifyInstance | undefined;

  async function start(options: UnsupportedOptions = {}): Promise<string> {
    app = fastify();
    app.post('/echo', (request) => request.body);
    await app.register(unsupportedPlugin, { socketLimits: limits, ...options });
    return app.listen({ host: '127.0.0.1', port: 0 });
  }
  afterEach(() => app?.close());

  async function open(url: string, sent: readonly string[] = []) {
    const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=x&vsn=1.0.0`);
    const received: unknown[] = [];
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await once(socket, 'open');
    for (const message of sent) socket.send(message);
    return { socket, received, closed };
  }

  async function rejectedUpgrade(url: string) {
    const socket = new WebSocket(`${url}/realtime/v1/websocket`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    response.resume();
    return { status: response.statusCode, retryAfter: response.headers['retry-after'] };
  }

  it('is closed when no subscription comes', async () => {
    const { received, closed } = await open(await start());
    expect([await closed, received]).toEqual([1000, []]);
  });

  it('gets a refused subscription and the close of its channel, and is closed', async () => {
    const { received, closed } = await open(await start(), [JSON.stringify(join)]);
    expect(await closed).toBe(1000);
    const { topic } = join;
    expect(received).toEqual([
      {
        topic,
        event: 'phx_reply',
        payload: { status: 'error', response: { reason } },
        ref: '1',
        join_ref: '1',
      },
      { topic, event: 'phx_close', payload: {}, ref: '1', join_ref: '1' },
    ]);
  });

  it('is closed for an invalid, a too large or too many messages', async () => {
    const url = await start({ socketLimits: { ...limits, shortMs: 60_000 } });
    const beat = JSON.stringify(['1', '1', 'phoenix', 'heartbeat', {}]);
    expect(await (await open(url, ['{"topic":1}'])).closed).toBe(1007);
    expect(await (await open(url, ['x'.repeat(65 * 1024)])).closed).toBe(1009);
    const { received, closed } = await open(
      url,
      Array.from({ length: 101 }, () => beat),
    );
    expect(await closed).toBe(1008);
    expect(received).toHaveLength(100);
  });

  it('is refused beyond the connections of a network and of the server', async () => {
    const allowance = { name: 'test sockets', requests: 3, bytes: Infinity, windowSeconds: 60 };
    const url = await start({ allowance, socketLimits: { ...limits, shortMs: 60_000 } });
    const both = [await open(url), await open(url)];
    expect(await rejectedUpgrade(url)).toEqual({ status: 503, retryAfter: '5' });
    expect(await rejectedUpgrade(url)).toEqual({
      status: 429,
      retryAfter: expect.any(String) as string,
    });
    expect(rateLimitRejections().get('test sockets')).toBe(1);
    for (const { socket } of both) socket.terminate();
  });

  it('does not delay a stop', async () => {
    const { closed } = await open(await start({ socketLimits: { ...limits, shortMs: 60_000 } }));
    await app?.close();
    expect([1001, 1006]).toContain(await closed);
  });

  it.each([
    ['/echo', 'h2c', 'POST', '{"sent":"whole"}'],
    ['/realtime/v1/websocket', 'h2c', 'GET', reason],
    ['/graphql/v1', 'websocket', 'GET', 'GraphQL is not offered'],
  ])(
    'is not opened at %s by the upgrade %s, which is served as HTTP',
    async (path, upgrade, method, expected) => {
      const { port } = new URL(await start());
      const socket = connect(Number(port), '127.0.0.1');
      const body = method === 'POST' ? '{"sent":"whole"}' : '';
      const asked = app && once(app.server, 'upgrade');
      const head = [
        `${method} ${path} HTTP/1.1`,
        'Host: x',
        'Connection: Upgrade, HTTP2-Settings',
        `Upgrade: ${upgrade}`,
        'Content-Type: application/json',
        `Content-Length: ${String(body.length)}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
      await asked;
      socket.write(body.slice(5));
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString()));
      await expect.poll(() => text).toContain(expected);
      expect(text).toMatch(/^HTTP\/1\.1 (200|404) /);
      socket.destroy();
    },
  );
});
