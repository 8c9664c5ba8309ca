import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { connectionLimits, limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { createTokens, serviceKey } from './jwt.ts';

const headers = `host: x\r\n`;
const shortMs = 300;
const news = 800;
/** Lower bound of three responses. */
const responseBytes = 3 * news * 3 * 2000;

let backend: TestBackend;
let key: string;
const open = new Set<Socket>();

async function startWithNews(limits: Partial<ConnectionLimits>): Promise<TestBackend> {
  const started = await startTestBackend({ connectionLimits: { ...connectionLimits, ...limits } });
  await started.database.sql(`insert into public.bkk_airline_news (title, excerpt, is_public)
    select 'News ' || n, repeat('x', 2000), true from generate_series(1, ${String(news)}) n`);
  return started;
}

beforeAll(async () => {
  backend = await startWithNews({
    headersMs: shortMs,
    requestMs: 2 * shortMs,
    checkMs: 50,
    responseMs: shortMs,
  });
  key = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await backend.close();
});

async function connected({ url } = backend): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  open.add(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => open.delete(socket));
  await once(socket, 'connect');
  return socket;
}

/** What the server sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** Sends the text byte by byte until the server closes the connection. */
async function sendSlowly(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (socket.closed) return;
    socket.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const endless = 'x'.repeat(10_000);

describe('a client that sends byte by byte', () => {
  test.each([
    ['the headers', '', `GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ${endless}`],
    [
      'the body of a write',
      `POST /rest/v1/bkk_login_logs HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: 9000\r\n`,
      endless,
    ],
    [
      'the body of a sign-in',
      `POST /auth/v1/token?grant_type=password HTTP/1.1\r\n${headers}content-length: 9000\r\n`,
      endless,
    ],
  ])('is cut off within the limit: %s', async (_name, head, rest) => {
    const socket = await connected();
    const answer = received(socket);
    if (head !== '') socket.write(`${head}apikey: ${key}\r\n\r\n`);
    await sendSlowly(socket, rest);
    expect((await answer).slice(0, 12)).toBe('HTTP/1.1 408');
  });
});

/**
 * Connects without reading, and requests more than the socket buffers of both sides hold. The last request asks to close the
 * connection: on a busy machine the reads may time out, and their short errors would leave it open.
 */
async function readNothing(from = backend): Promise<Socket> {
  const socket = await connected(from);
  const path = `/rest/v1/bkk_airline_news?select=*,again:excerpt,more:excerpt`;
  socket.pause();
  const request = `GET ${path} HTTP/1.1\r\n${headers}apikey: ${from.anonKey}\r\n`;
  socket.write(`${request}\r\n`.repeat(2) + `${request}connection: close\r\n\r\n`);
  return socket;
}

describe('a client that never reads', () => {
  test('is cut off, and holds no connection of the database meanwhile', async () => {
    const before = await backend.connections();
    const sockets = await Promise.all(Array.from({ length: 4 }, () => readNothing()));
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    const response = await fetch(`${backend.url}/rest/v1/bkk_airline_news?select=id&limit=1`, {
      headers: { apikey: backend.anonKey },
    });
    expect(response.status).toBe(200);
    await vi.waitUntil(async () => (await backend.connections()) <= before + 1, 10_000);
    const read = await Promise.all(sockets.map(received));
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(responseBytes);
  });

  test('and disconnects does not delay a stop', async () => {
    const stopped = await startWithNews({});
    const socket = await readNothing(stopped);
    await once(socket, 'readable');
    socket.destroy();
    await stopped.close();
  });
});

test('a client that disconnects before its response leaves no timer behind', async () => {
  const app = fastify();
  const clients = 100;
  limitConnections(app, connectionLimits);
  const arrived: Promise<unknown>[] = [];
  app.get('/', async (_request, { raw }) => {
    const left = once(raw, 'close');
    arrived.push(left);
    await left;
    return 'too late';
  });
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.write(`GET / HTTP/1.1\r\n${headers}\r\n`);
    await vi.waitUntil(() => arrived.length === clients, { timeout: 10_000 });
    const before = timers();
    for (const socket of sockets) socket.destroy();
    await Promise.all(arrived);
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers()).toBeLessThan(before + clients / 2);
  } finally {
    await app.close();
  }
});

describe('a request that is too long', () => {
  test.each([
    ['URL', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${headers}\r\n`],
    ['header', `GET / HTTP/1.1\r\n${headers}x-long: ${'x'.repeat(17_000)}\r\n\r\n`],
  ])('by its %s is answered 431', async (_name, request) => {
    const socket = await connected();
    const answer = received(socket);
    socket.write(request);
    expect((await answer).slice(0, 12)).toBe('HTTP/1.1 431');
  });
});

test('connections beyond the limit are closed, those that are open are served', async () => {
  const limited = await startTestBackend({
    connectionLimits: { ...connectionLimits, connections: 3 },
  });
  try {
    const [first] = await Promise.all([1, 2, 3].map(() => connected(limited)));
    expect(await received(await connected(limited))).toBe('');
    if (first === undefined) throw new Error('no connection');
    const served = received(first);
    first.write('GET /config.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect((await served).slice(0, 12)).toBe('HTTP/1.1 200');
  } finally {
    for (const socket of open) socket.destroy();
    await limited.close();
  }
});
