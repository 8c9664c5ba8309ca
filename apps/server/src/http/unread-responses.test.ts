import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { limitUnreadResponses } from './unread-responses.ts';

const mebibyte = 1024 * 1024;
/** More than the buffers of the system take. */
const size = 16 * mebibyte;
const limits = { connection: 2.5 * size, network: 3.5 * size, all: 5.5 * size };

let app: FastifyInstance;
let port: number;
const clients: Socket[] = [];

beforeEach(async () => {
  app = fastify({ trustProxy: true });
  app.get('/large', () => 'x'.repeat(size));
  app.get('/small', () => 'small');
  limitUnreadResponses(app, limits);
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app.close();
});

const requestText = (network: string, path = '/large') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${network}\r\n\r\n`;

/** Sends the requests on one connection and reads nothing but the first bytes of the first response. */
async function ask(network: string, requests = 1): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  clients.push(socket);
  socket.on('error', () => undefined);
  socket.write(requestText(network).repeat(requests));
  await once(socket, 'readable');
  return socket;
}

/** Reads to the end of the connection and returns the number of bytes. */
async function readRest(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await once(socket, 'close');
  return bytes;
}

/** Whether a response of the size arrives completely. */
async function readsWhole(socket: Socket): Promise<boolean> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= size) resolve(true);
    });
    socket.once('close', () => resolve(false));
  });
}

test('a connection with more unread bytes than its limit is closed', async () => {
  const within = await ask('192.0.2.1', 2);
  const beyond = await ask('192.0.2.2', 3);
  expect(await readRest(beyond)).toBeLessThan(size);
  expect(await readsWhole(within)).toBe(true);
});

test('beyond the limit of a network its slowest connection is closed', async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < 4; count += 1) sockets.push(await ask('192.0.2.1'));
  const [slowest, ...others] = sockets;
  expect(slowest && (await readRest(slowest))).toBeLessThan(size);
  for (const socket of others) expect(await readsWhole(socket)).toBe(true);
});

test('beyond the limit of all the slowest connection of the largest network is closed', async () => {
  const other = await ask('192.0.2.1');
  const slowest = await ask('192.0.2.2');
  const sockets = [other, await ask('192.0.2.2'), await ask('192.0.2.2')];
  sockets.push(await ask('192.0.2.3'), await ask('192.0.2.4'));
  expect(await readRest(slowest)).toBeLessThan(size);
  for (const socket of sockets) expect(await readsWhole(socket)).toBe(true);
});

test('a client that reads is never closed, and neither are others of its network', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  clients.push(socket);
  for (let count = 0; count < 6; count += 1) {
    socket.write(requestText('192.0.2.1'));
    expect(await readsWhole(socket)).toBe(true);
  }
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  expect((await fetch(`http://127.0.0.1:${port}/small`, { headers })).status).toBe(200);
});

test('what a client leaves unread when it goes is forgotten', async () => {
  onlyInWholeSuite();
  for (let count = 0; count < 6; count += 1) (await ask('192.0.2.1')).destroy();
  const open = () =>
    new Promise<number>((resolve) => {
      app.server.getConnections((_error, connections) => resolve(connections));
    });
  await expect.poll(open).toBe(0);
  const sockets = [await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')];
  for (const socket of sockets) expect(await readsWhole(socket)).toBe(true);
});
