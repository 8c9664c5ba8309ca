import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withClient } from '../db/server-address.ts';
import { anonKey, createTokens } from '../http/jwt.ts';
import { startRealtime } from '../testing/realtime-client.ts';
import { join, ok, openRealtimeSocket, refused } from '../testing/realtime-socket.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { SharedFrame } from './frames.ts';
import { defaultLimits, type RealtimeLimits, type TrafficBounds } from './limits.ts';

const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
let database: TestDatabase;
let key: string;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  key = await anonKey(tokens);
  await database.sql(`
    create table public.notes (id int primary key, body text);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes`);
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A server of Realtime with other limits, and what opens a socket of a network. */
async function server(
  limits: Partial<RealtimeLimits> = {},
  { isRateLimited = false }: { readonly isRateLimited?: boolean } = {},
) {
  const { app, url } = await startRealtime({
    database: database.database,
    tokens,
    isRateLimited,
    limits,
  });
  open.push(app);
  return async (network = '127.0.0.1') => {
    const opened = await openRealtimeSocket(url, `apikey=${key}&vsn=2.0.0`, network);
    open.push({ close: () => opened.socket.terminate() });
    return opened;
  };
}

/** The usual bounds of sockets and networks but for some. */
function traffic(
  bounds: Partial<Record<'socket' | 'network', Partial<TrafficBounds>>>,
): Partial<RealtimeLimits> {
  const { socket, network, process } = defaultLimits.traffic;
  return {
    traffic: {
      socket: { ...socket, ...bounds.socket },
      network: { ...network, ...bounds.network },
      process,
    },
  };
}

const changesOf = (filter: string) => ({
  postgres_changes: [{ event: '*', schema: 'public', table: 'notes', filter }],
});

describe('what a channel keeps', () => {
  it('is a join of bounded size, without what the server does not know', async () => {
    const connect = await server({ joinBytes: 2000, ...traffic({ socket: { keptBytes: 2500 } }) });
    const { ask } = await connect();
    expect(await ask('realtime:a', 'phx_join', { config: {}, more: 'x'.repeat(2000) })).toEqual(
      refused('InvalidJoinPayload: the payload is not a configuration'),
    );
    const more = 'x'.repeat(1500);
    for (const topic of ['a', 'b', 'c'])
      expect(await ask(`realtime:${topic}`, 'phx_join', { config: {}, more })).toMatchObject(ok());
  });

  it('has a sum for a socket and a network, and is released when it leaves', async () => {
    const connect = await server(traffic({ network: { keptBytes: 25_000 } }));
    const full = refused('ChannelRateLimitReached: Too much is kept for the channels');
    const { ask } = await connect();
    for (const topic of ['a', 'b'])
      await ask(`realtime:${topic}`, 'phx_join', join(changesOf('id=eq.1')));
    const { ask: askToo, socket } = await connect();
    expect(await askToo('realtime:a', 'phx_join', join(changesOf('id=eq.1')))).toEqual(full);
    await ask('realtime:a', 'phx_leave');
    expect(await askToo('realtime:a', 'phx_join', join(changesOf('id=eq.1')))).toMatchObject(ok());
    expect(await ask('realtime:c', 'phx_join', join(changesOf('id=eq.1')))).toEqual(full);
    const { ask: askElsewhere } = await connect('127.0.0.2');
    const other = askElsewhere('realtime:a', 'phx_join', join(changesOf('id=eq.1')));
    expect(await other).toMatchObject(ok());
    socket.terminate();
    await expect
      .poll(() => ask('realtime:c', 'phx_join', join(changesOf('id=eq.1'))))
      .toMatchObject(ok());
  });

  it('is of presence a bounded part, for a channel and for a topic', async () => {
    const connect = await server({ presenceBytes: 1000, presenceBytesOfTopic: 1500 });
    const track = (text: string) => ({ event: 'track', payload: { text } });
    const full = refused('There is no room for this presence');
    const [one, two] = [await connect(), await connect()];
    for (const { ask } of [one, two]) await ask('realtime:p', 'phx_join', join());
    expect(await one.ask('realtime:p', 'presence', track('x'.repeat(900)))).toEqual(ok());
    expect(await two.ask('realtime:p', 'presence', track('x'.repeat(900)))).toEqual(full);
    expect(await one.ask('realtime:p', 'presence', track('x'.repeat(100)))).toEqual(ok());
    expect(await two.ask('realtime:p', 'presence', track('x'.repeat(900)))).toEqual(ok());
    await two.ask('realtime:p', 'phx_leave');
    expect(await one.ask('realtime:p', 'presence', track('x'.repeat(900)))).toEqual(ok());
    one.send('realtime:p', 'presence', track('x'.repeat(1000)));
    await expect
      .poll(() => one.frames.find(([, , , event]) => event === 'system')?.[4])
      .toMatchObject({ message: 'Track message size exceeded' });
  });
});

describe('work beyond the rate', () => {
  const slow = { workPerSecond: 1_000_000, workBurst: 50_000 };
  /** Comes in several reads, of which the first begins the debt. A visitor's byte counts four times: it takes over half a second. */
  const frame = 'x'.repeat(150_000);
  const limited = { isRateLimited: true };
  const heartbeatMs = async ({ ask }: { readonly ask: (...of: [string, string]) => unknown }) => {
    const began = performance.now();
    await ask('phoenix', 'heartbeat');
    return performance.now() - began;
  };

  it('of a socket stops its reading alone, until it is paid', async () => {
    const connect = await server(traffic({ socket: slow }), limited);
    const [busy, other] = [await connect(), await connect()];
    busy.socket.send(frame);
    const paid = heartbeatMs(busy);
    await heartbeatMs(other);
    expect(busy.frames).toEqual([]);
    expect(await paid).toBeGreaterThan(400);
  });

  it('of a network stops its other sockets too, and no other network', async () => {
    const connect = await server(traffic({ network: slow }), limited);
    const [busy, neighbour, elsewhere] = [
      await connect(),
      await connect(),
      await connect('127.0.0.2'),
    ];
    busy.socket.send(frame);
    const paid = heartbeatMs(busy);
    const paidToo = heartbeatMs(neighbour);
    await heartbeatMs(elsewhere);
    expect(busy.frames).toEqual([]);
    expect(await paid).toBeGreaterThan(400);
    await paidToo;
  });

  it('of a socket that is reset in debt is not even parsed', async () => {
    const { app, url } = await startRealtime({
      ...{ database: database.database, tokens, isRateLimited: true },
      limits: traffic({ socket: { workPerSecond: 20_000, workBurst: 100_000 } }),
    });
    open.push(app);
    const connect = () => openRealtimeSocket(url, `apikey=${key}&vsn=2.0.0`, '127.0.0.1');
    const [busy, receiver] = [await connect(), await connect()];
    open.push({ close: () => receiver.socket.terminate() });
    for (const { ask } of [busy, receiver]) await ask('realtime:a', 'phx_join', join({}));
    busy.socket.send('x'.repeat(30_000));
    await receiver.ask('phoenix', 'heartbeat');
    busy.socket.send(JSON.stringify(['1', '2', 'realtime:a', 'left over', {}]));
    await receiver.ask('phoenix', 'heartbeat');
    const parsed = vi.spyOn(JSON, 'parse');
    busy.connection.resetAndDestroy();
    const connections = promisify(app.server.getConnections.bind(app.server));
    await expect.poll(connections).toBe(1);
    const texts = parsed.mock.calls.map(([text]) => text);
    parsed.mockRestore();
    expect(texts.filter((text) => text.includes('left over'))).toEqual([]);
  });

  it('is also what deliveries cost', async () => {
    const connect = await server(traffic({ socket: slow }), limited);
    const receivers = await Promise.all(Array.from({ length: 20 }, () => connect()));
    const sender = await connect();
    const ack = { broadcast: { ack: true } };
    for (const { ask } of [...receivers, sender]) await ask('realtime:a', 'phx_join', join(ack));
    const payload = { text: 'x'.repeat(20_000) };
    expect(await sender.ask('realtime:a', 'broadcast', { event: 'x', payload })).toEqual(ok());
    expect(await heartbeatMs(sender)).toBeGreaterThan(150);
    for (const { frames } of receivers)
      await expect.poll(() => frames.map(([, , , event]) => event)).toContain('broadcast');
  });

  it('by HTTP is refused until the debt is paid', async () => {
    const connect = await server(traffic({ network: { workPerSecond: 10, workBurst: 50_000 } }), {
      isRateLimited: true,
    });
    const { socket } = await connect('127.0.0.2');
    const { origin } = new URL(socket.url.replace('ws', 'http'));
    const post = async () => {
      const message = { topic: 'a', event: 'x', payload: { text: 'x'.repeat(100_000) } };
      const response = await fetch(`${origin}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [message] }),
      });
      return response.status;
    };
    const receiver = await connect('127.0.0.2');
    await receiver.ask('realtime:a', 'phx_join', join());
    expect(await post()).toBe(202);
    expect(await post()).toBe(429);
  });
});

it('what waits for the slow sockets of a network closes them, and not those that read', async () => {
  const connect = await server(traffic({ network: { waitingBytes: 1_000_000 } }));
  const [sender, prompt, ...paused] = await Promise.all(Array.from({ length: 8 }, () => connect()));
  if (sender === undefined || prompt === undefined) throw new Error('two sockets are missing');
  for (const { ask } of [sender, prompt, ...paused])
    await ask('realtime:a', 'phx_join', join({ broadcast: { ack: true } }));
  for (const { socket } of paused) socket.pause();
  const payload = { text: 'x'.repeat(200_000) };
  for (let n = 0; n < 60; n += 1)
    expect(await sender.ask('realtime:a', 'broadcast', { event: 'x', payload })).toEqual(ok());
  await expect
    .poll(() => prompt.frames.filter(([, , , event]) => event === 'broadcast'))
    .toHaveLength(60);
  for (const { socket } of paused) socket.resume();
  const codes = await Promise.all(paused.map(({ closed }) => closed));
  expect(codes.length).toBe(6);
});

it('a topic is watched without waiting for one who changes what is published', async () => {
  const connect = await server();
  const { ask, frames } = await connect();
  const subscribed = () => frames.filter(([, , , event]) => event === 'system').length;
  await ask('realtime:a', 'phx_join', join(changesOf('id=eq.1')));
  await expect.poll(subscribed).toBe(1);
  const { admin } = database;
  await withClient(admin, admin, async (client) => {
    await client.query('begin; select pg_advisory_xact_lock(7424600002)');
    await ask('realtime:b', 'phx_join', join(changesOf('id=eq.1')));
    await expect.poll(subscribed).toBe(2);
  });
});

it('one network asks the database one thing at a time, and others are served', async () => {
  const connect = await server();
  const [many, other] = [await connect(), await connect('127.0.0.2')];
  const joinAll = Array.from({ length: 20 }, (_, index) =>
    many.ask(`realtime:${String(index)}`, 'phx_join', join()),
  );
  await Promise.all(joinAll);
  const waiting = async () => {
    const [row] = await database.sql(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return row?.count;
  };
  const { admin } = database;
  const tracked = await withClient(admin, admin, async (client) => {
    await client.query('begin; lock table bkksiam_private.realtime_presences');
    const track = (_: unknown, index: number) =>
      many.ask(`realtime:${String(index)}`, 'presence', { event: 'track', payload: { index } });
    const asked = Array.from({ length: 20 }, track);
    await expect.poll(waiting).toBe(1);
    await other.ask('realtime:a', 'phx_join', join(changesOf('id=eq.1')));
    await expect.poll(() => other.frames.at(-1)?.[3]).toBe('system');
    expect(await waiting()).toBe(1);
    await client.query('rollback');
    return Promise.all(asked);
  });
  expect(tracked).toEqual(Array.from({ length: 20 }, () => ok()));
});

it('a frame for a topic is written once for each version', () => {
  let written = 0;
  const frame = new SharedFrame(() => {
    written += 1;
    return 'x';
  });
  expect(frame.for(1)).toBe(frame.for(1));
  expect(frame.for(2)?.data.toString()).toBe('x');
  expect(written).toBe(2);
});

it('a topic, event or meta over 255 bytes is refused where a binary frame cannot hold it', async () => {
  const connect = await server();
  const { ask } = await connect();
  const long = `realtime:${'ก'.repeat(83)}`;
  expect(await ask(long, 'phx_join', join())).toEqual(
    refused('InvalidJoinPayload: the topic has more than 255 bytes'),
  );
});
