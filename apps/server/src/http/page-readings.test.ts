import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageReadings } from './page-readings.ts';

const read = { service: 'store', path: '/store/one/products' } as const;
const minuteMs = 60_000;

let respond: RequestListener;
let asked = 0;
let mostAtOnce = 0;
let failures: string[];
let readings: PageReadings;
let close: () => void;

beforeEach(async () => {
  // Only the age of answers is on this clock; sockets and time limits run on the real one.
  vi.useFakeTimers({ toFake: ['performance'] });
  let atOnce = 0;
  asked = mostAtOnce = 0;
  failures = [];
  const server = createServer((request, response) => {
    asked += 1;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => (atOnce -= 1));
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const service = { address: () => address, headers: {} };
  readings = new PageReadings({
    services: { data: service, store: service },
    onFailure: (name, reason) => void failures.push(`${name} ${reason}`),
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  vi.useRealTimers();
  close();
});

const good: RequestListener = (_request, response) => response.end('{"count":1}');
const down: RequestListener = (_request, response) => response.writeHead(503).end();
const silent: RequestListener = () => undefined;

it.each([
  ['answers 503', down],
  ['does not answer in time', silent],
])('an answer is used again while the service %s', async (_name, failing) => {
  respond = good;
  const first = await readings.get(read);
  expect(first.answer).toEqual({ found: true, body: { count: 1 } });
  respond = failing;
  vi.advanceTimersByTime(6000);
  expect(await readings.get(read)).toEqual(first);
  vi.advanceTimersByTime(minuteMs);
  expect(await readings.get(read)).toEqual(first);
  respond = good;
  vi.advanceTimersByTime(6000);
  expect(await readings.get(read)).toEqual(first);
});

it('an answer that is too old is not used while the service fails', async () => {
  respond = good;
  await readings.get(read);
  respond = down;
  vi.advanceTimersByTime(11 * minuteMs);
  expect((await readings.get(read)).answer).toBeUndefined();
});

it('a failed read is tried again a second later', async () => {
  respond = down;
  expect((await readings.get(read)).answer).toBeUndefined();
  expect((await readings.get(read)).answer).toBeUndefined();
  expect(asked).toBe(1);
  respond = good;
  vi.advanceTimersByTime(1001);
  expect((await readings.get(read)).answer).toEqual({ found: true, body: { count: 1 } });
});

it('reads in flight are bounded', async () => {
  respond = silent;
  const paths = Array.from({ length: 100 }, (_, at) => `/store/one/products/${String(at)}`);
  const all = await Promise.all(paths.map((path) => readings.get({ service: 'store', path })));
  expect(all.every(({ answer }) => answer === undefined)).toBe(true);
  expect(mostAtOnce).toBeGreaterThan(0);
  expect(mostAtOnce).toBeLessThanOrEqual(20);
  expect(failures).toHaveLength(1);
});
