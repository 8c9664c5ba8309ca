import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { FastifyInstance } from 'fastify';
import { createTokens, type Tokens } from '../http/jwt.ts';
import { startRealtime } from '../testing/realtime-client.ts';
import { join, ok, openRealtimeSocket, refused } from '../testing/realtime-socket.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';

let backend: TestBackend;
let tokens: Tokens;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  tokens = createTokens({ secret: backend.config.jwtSecret });
  await backend.database.sql(`
    create table public.bans (sub uuid);
    grant select on public.bans to authenticated;
    create policy "members read channels" on realtime.messages for select to authenticated
      using (realtime.topic() like 'channel-%' and not exists (select from public.bans where sub = auth.uid()));
    create policy "members write channels" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'channel-%');
  `);
});
afterAll(() => backend.close());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A server of Realtime alone with other limits, on the same database. */
async function serverWith(limits: Partial<RealtimeLimits>, isRateLimited = false): Promise<string> {
  const { database } = backend.database;
  const { app, url } = await startRealtime({ database, tokens, isRateLimited, limits });
  open.push(app);
  return url;
}

const memberToken = (seconds = 3600, sub: string = randomUUID()) =>
  tokens.sign({ role: 'authenticated', sub }, seconds);

/** A socket of version 2 that collects what it receives. */
async function connected(url = backend.url, query = `apikey=${backend.anonKey}&vsn=2.0.0`) {
  const opened = await openRealtimeSocket(url, query);
  open.push({ close: () => opened.socket.terminate() });
  return opened;
}

async function refusedUpgrade(url: string, query: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  let text = '';
  for await (const part of response) text += String(part);
  return { status: response.statusCode, error: (JSON.parse(text) as { error: string }).error };
}

describe('a socket', () => {
  it('is opened by a valid key alone, in a version that exists', async () => {
    const { url, anonKey } = backend;
    const noRole = await tokens.sign({ sub: 'x' }, 60);
    const expired = await tokens.sign({ role: 'anon', iat: 1 }, 60);
    expect(await refusedUpgrade(url, 'vsn=2.0.0')).toEqual({
      status: 401,
      error: 'API key is missing',
    });
    expect(await refusedUpgrade(url, 'apikey=x')).toEqual({
      status: 401,
      error: 'The token provided is not a valid JWT',
    });
    expect(await refusedUpgrade(url, `apikey=${anonKey.slice(0, -4)}AAAA`)).toEqual({
      status: 401,
      error: 'Failed to validate JWT signature',
    });
    expect(await refusedUpgrade(url, `apikey=${noRole}`)).toEqual({
      status: 401,
      error: 'Fields `role` and `exp` are required in JWT',
    });
    expect(await refusedUpgrade(url, `apikey=${expired}`)).toEqual({
      status: 401,
      error: 'Token has expired',
    });
    expect(await refusedUpgrade(url, `apikey=${anonKey}&vsn=3.0.0`)).toMatchObject({ status: 403 });
  });

  it('speaks version 1 in objects', async () => {
    const { socket } = await connected(backend.url, `apikey=${backend.anonKey}`);
    socket.send(
      JSON.stringify({
        topic: 'phoenix',
        event: 'heartbeat',
        payload: {},
        ref: '7',
        join_ref: null,
      }),
    );
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({
      topic: 'phoenix',
      event: 'phx_reply',
      payload: ok(),
      ref: '7',
    });
  });

  it('answers a heartbeat at once, and drops frames that it cannot read', async () => {
    const { socket, ask, frames } = await connected();
    for (const frame of ['', '{', '[]', '{"topic":1}', '[1,2,3,4,5]', 'null', '"x"'])
      socket.send(frame);
    for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9]])
      socket.send(Buffer.from(bytes));
    expect(await ask('phoenix', 'heartbeat')).toEqual(ok());
    expect(frames).toHaveLength(1);
  });

  it('is not opened by another upgrade, which is served as HTTP', async () => {
    const { port } = new URL(backend.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    );
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    await expect.poll(() => text).toContain('A WebSocket is expected');
    socket.destroy();
  });
});

describe('a join', () => {
  it('is answered with its entries and their ids', async () => {
    const { ask } = await connected();
    const wanted = [
      { event: 'INSERT', schema: 'public', table: 'x' },
      { event: 'INSERT', schema: 'public', table: 'x' },
      { event: '*', schema: '*', extra: 1 },
    ];
    const reply = (await ask('realtime:a', 'phx_join', join({ postgres_changes: wanted }))) as {
      response: { postgres_changes: { id: number }[] };
    };
    const { postgres_changes: echoed } = reply.response;
    expect(echoed).toEqual(wanted.map((entry) => ({ ...entry, id: expect.any(Number) as number })));
    expect(new Set(echoed.map(({ id }) => id)).size).toBe(3);
    expect(await ask('realtime:b', 'phx_join')).toEqual(ok({ postgres_changes: [] }));
  });

  it('closes the former channel of the topic with the reference of its join', async () => {
    const { ask, send, frames } = await connected();
    await ask('realtime:a', 'phx_join', join());
    await ask('realtime:a', 'phx_join', join());
    expect(frames).toContainEqual(['1', '1', 'realtime:a', 'phx_close', {}]);
    const ref = send('realtime:a', 'broadcast', { event: 'x', payload: {} }, '3');
    // The frames of a topic are answered in their order.
    expect(await ask('realtime:a', 'phx_leave')).toEqual(ok());
    expect(frames.filter(([, own]) => own === ref)).toEqual([]);
  });

  it('is refused with the reason', async () => {
    const { ask } = await connected();
    const expired = await tokens.sign(
      { role: 'anon', iat: Math.floor(Date.now() / 1000) - 70 },
      60,
    );
    expect(await ask('other:a', 'phx_join', join())).toEqual(refused('unmatched topic'));
    expect(await ask('realtime:a', 'phx_join', join({}, 'x'))).toEqual(
      refused('InvalidJWTToken: The token provided is not a valid JWT'),
    );
    expect(await ask('realtime:a', 'phx_join', join({}, expired))).toMatchObject({
      response: {
        reason: expect.stringMatching(
          /^InvalidJWTToken: Token has expired 1\d seconds ago$/,
        ) as string,
      },
    });
    expect(await ask('realtime:a', 'phx_join', { config: { private: 'yes' } })).toMatchObject({
      status: 'error',
    });
    expect(await ask('realtime:a', 'broadcast', {})).toEqual(refused('unmatched topic'));
    expect(await ask('realtime:a', 'phx_leave')).toEqual(ok());
  });

  it('with a key in place of a token speaks for the key of the socket', async () => {
    const { ask } = await connected();
    expect(await ask('realtime:a', 'phx_join', join({}, 'sb_publishable_x'))).toMatchObject(ok());
  });

  it('leaves with a reply and a close', async () => {
    const { ask, frames } = await connected();
    await ask('realtime:a', 'phx_join', join());
    expect(await ask('realtime:a', 'phx_leave')).toEqual(ok());
    await expect.poll(() => frames).toContainEqual(['1', '1', 'realtime:a', 'phx_close', {}]);
  });
});

describe('the token of a channel', () => {
  it('ends the channel when it has expired', async () => {
    const url = await serverWith({ clockMs: 50 });
    const { ask, frames } = await connected(url);
    const config = { private: true };
    await ask('realtime:channel-a', 'phx_join', join(config, await memberToken(1)));
    await expect
      .poll(() => frames.map(([, , , event]) => event), { timeout: 5000 })
      .toContain('phx_close');
    const said = frames.find(([, , , event]) => event === 'system')?.[4];
    expect(said).toMatchObject({
      extension: 'system',
      status: 'error',
      channel: 'channel-a',
      message: expect.stringMatching(/^Token has expired \d+ seconds ago$/) as string,
    });
  });

  it('is replaced in flight, and a permission that is gone ends the channel', async () => {
    const url = await serverWith({ clockMs: 50, permissionMs: 100 });
    const { ask, send, frames } = await connected(url);
    const sub = randomUUID();
    const token = await memberToken(3600, sub);
    const config = { private: true, broadcast: { ack: true } };
    await ask('realtime:channel-b', 'phx_join', join(config, token));
    send('realtime:channel-b', 'access_token', { access_token: await memberToken(7200, sub) });
    send('realtime:channel-b', 'access_token', { access_token: null });
    // The frames of a topic are answered in their order.
    expect(await ask('realtime:channel-b', 'broadcast', { event: 'x' })).toEqual(ok());
    await backend.database.sql('insert into public.bans values ($1)', [sub]);
    await expect
      .poll(() => frames.at(-2)?.[4])
      .toMatchObject({
        message: 'You no longer have permission to read from this Channel topic: channel-b',
      });
    expect(frames.at(-1)?.[3]).toBe('phx_close');
  });

  it('that is invalid ends the channel', async () => {
    const { ask, send, frames } = await connected();
    await ask('realtime:a', 'phx_join', join());
    send('realtime:a', 'access_token', { access_token: 'x.y.z' });
    await expect.poll(() => frames.map(([, , , event]) => event)).toContain('phx_close');
  });
});

describe('presence', () => {
  it('refuses what is not an object, and ignores what is known', async () => {
    const { ask, frames } = await connected(await serverWith({ presenceMs: 50 }));
    const config = { presence: { enabled: true, key: 'k' } };
    await ask('realtime:p', 'phx_join', join(config));
    await expect
      .poll(() => frames.find(([, , , event]) => event === 'presence_state')?.[4])
      .toEqual({});
    expect(await ask('realtime:p', 'presence', { event: 'track', payload: [1] })).toEqual(
      refused('Presence track payload must be a map'),
    );
    expect(await ask('realtime:p', 'presence', { event: 'TRACK', payload: { a: 1 } })).toEqual(
      ok(),
    );
    expect(await ask('realtime:p', 'presence', { event: 'track', payload: { a: 1 } })).toEqual(
      ok(),
    );
    const diffs = () => frames.filter(([, , , event]) => event === 'presence_diff');
    await expect.poll(diffs).toHaveLength(1);
    expect(diffs()[0]?.[4]).toMatchObject({ joins: { k: { metas: [{ a: 1 }] } }, leaves: {} });
  });

  it('of a channel that calls too often ends', async () => {
    const url = await serverWith({ presenceMessages: 2 });
    const { ask, send, frames } = await connected(url);
    await ask('realtime:p', 'phx_join', join());
    for (const n of [1, 2, 3]) send('realtime:p', 'presence', { event: 'track', payload: { n } });
    await expect
      .poll(() => frames.find(([, , , event]) => event === 'system')?.[4])
      .toMatchObject({ message: 'Client presence rate limit exceeded' });
  });
});

describe('the bounds', () => {
  it('hold for channels, joins and messages of a socket', async () => {
    const url = await serverWith({ channelsPerSocket: 2, joinsPerSecond: 1, messagesPerSecond: 5 });
    const { ask, socket, frames, closed } = await connected(url);
    await ask('realtime:a', 'phx_join');
    await ask('realtime:b', 'phx_join');
    expect(await ask('realtime:c', 'phx_join')).toEqual(
      refused('ChannelRateLimitReached: Too many channels'),
    );
    for (const topic of ['realtime:a', 'realtime:b']) await ask(topic, 'phx_leave');
    await ask('realtime:a', 'phx_join');
    await ask('realtime:b', 'phx_join');
    expect(await ask('realtime:b', 'phx_join')).toEqual(
      refused('ClientJoinRateLimitReached: Too many joins per second'),
    );
    for (let n = 0; n < 60; n += 1)
      socket.send(JSON.stringify(['1', null, 'realtime:a', 'broadcast', { event: 'x' }]));
    await expect
      .poll(() => frames.find(([, , , event]) => event === 'system')?.[4])
      .toMatchObject({ message: 'Too many messages per second' });
    expect(await closed).toBe(1008);
  });

  it('hold for payloads, frames and an idle socket', async () => {
    const url = await serverWith({
      payloadBytes: 1000,
      frameBytes: 4000,
      idleMs: 300,
      clockMs: 50,
    });
    const { ask, socket, closed } = await connected(url);
    await ask('realtime:a', 'phx_join', join({ broadcast: { ack: true } }));
    const payload = { text: 'x'.repeat(1000) };
    expect(await ask('realtime:a', 'broadcast', { event: 'x', payload })).toEqual(
      refused('Payload size exceeds the limit'),
    );
    socket.send('x'.repeat(4001));
    expect(await closed).toBe(1009);
    expect(await (await connected(url)).closed).toBe(1000);
  });

  it('hold for the sockets of a network and of the server', async () => {
    const url = await serverWith({ socketsPerNetwork: 1 });
    const query = `apikey=${backend.anonKey}`;
    const { socket } = await connected(url);
    expect(await refusedUpgrade(url, query)).toEqual({
      status: 429,
      error: 'Too many connected users',
    });
    socket.terminate();
    await expect
      .poll(() =>
        connected(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('hold for a reader who is too slow', async () => {
    const { traffic } = defaultLimits;
    const url = await serverWith({
      traffic: { ...traffic, socket: { ...traffic.socket, waitingBytes: 100_000 } },
    });
    const slow = await connected(url);
    await slow.ask('realtime:a', 'phx_join');
    slow.socket.pause();
    const sender = await connected(url);
    await sender.ask('realtime:a', 'phx_join', join({ broadcast: { ack: true } }));
    const payload = { text: 'x'.repeat(200_000) };
    for (let n = 0; n < 60; n += 1)
      expect(await sender.ask('realtime:a', 'broadcast', { event: 'x', payload })).toEqual(ok());
    slow.socket.resume();
    expect(await slow.closed).toBeGreaterThan(0);
    expect(slow.frames.length).toBeLessThan(60);
  });

  it('let a server stop at once', async () => {
    const url = await serverWith({});
    const { closed } = await connected(url);
    await (open[0] as FastifyInstance).close();
    expect([1001, 1006]).toContain(await closed);
  });
});

it('HTTP refuses what is wrong with the reason', async () => {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${backend.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  expect(await post('', { messages: [] }, { apikey: 'x' })).toMatchObject({ status: 401 });
  const invalid = await post('', { messages: [{ topic: '', event: 'x', payload: [] }] });
  expect(invalid.status).toBe(422);
  expect(invalid.text).toContain('messages.0.topic');
  expect(await post('/a/events/b?private=true', {})).toMatchObject({
    status: 403,
    text: expect.stringContaining('Unauthorized') as string,
  });
  expect((await post('/a/events/b', {}, { 'content-type': 'text/html' })).status).toBe(415);
  expect((await post('/a/events/b', { n: 1 })).status).toBe(202);
  expect((await post('/elsewhere', {})).status).toBe(404);
});
