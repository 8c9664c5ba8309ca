import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { routeUpgrades, upgradeOf } from './websocket-upgrades.ts';

const socketPath = '/socket';
const pipelined = 500;

let app: FastifyInstance | undefined;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app?.close();
});

/** A server that rejects the WebSocket and answers everything else. */
async function start(): Promise<number> {
  app = fastify();
  app.get('/plain', () => 'plain');
  app.post('/echo', (request) => request.body);
  app.get(socketPath, (request, reply) =>
    reply.code(upgradeOf(request.raw) === undefined ? 404 : 503).send('rejected'),
  );
  routeUpgrades(app, socketPath);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return Number(port);
}

function requestText(path: string, upgrade: string, body = ''): string {
  const lines = [
    `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: x',
    'connection: upgrade',
    `upgrade: ${upgrade}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The responses on one connection until the server ends it. The client keeps its side open. */
async function responsesTo(port: number, text: string): Promise<readonly string[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(socket);
  // The server may close the connection before it has read everything.
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString()));
  socket.write(text);
  await once(socket, 'end');
  return received.match(/HTTP\/1\.1 \d{3}/g) ?? [];
}

test.each([
  ['/plain', 'h2c', 'HTTP/1.1 200'],
  ['/plain', 'websocket', 'HTTP/1.1 200'],
  [socketPath, 'h2c', 'HTTP/1.1 404'],
  [socketPath, 'websocket', 'HTTP/1.1 503'],
])('pipelined upgrades at %s to %s are answered once', async (path, upgrade, status) => {
  const port = await start();
  let connections = 0;
  app?.server.on('connection', () => (connections += 1));
  expect(await responsesTo(port, requestText(path, upgrade).repeat(pipelined))).toEqual([status]);
  expect(connections).toBeLessThanOrEqual(2);
});

test('a request with a body and an upgrade is served with its body', async () => {
  const port = await start();
  expect(await responsesTo(port, requestText('/echo', 'h2c', '{"sent":"whole"}'))).toEqual([
    'HTTP/1.1 200',
  ]);
});

test('a client that does not close its side holds no connection after a rejected upgrade', async () => {
  const port = await start();
  await responsesTo(port, requestText(socketPath, 'websocket'));
  const open = () =>
    new Promise<number>((resolve) => {
      app?.server.getConnections((_error, count) => resolve(count));
    });
  await expect.poll(open).toBe(0);
});
