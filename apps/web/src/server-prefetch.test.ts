import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { PrefetchCache } from './server-prefetch.ts';

const minuteMs = 60_000;

let answer: (signal: AbortSignal) => Promise<unknown>;
let calls: number;
let failures: string[];
let cache: PrefetchCache;

const query = (name = 'news') => ({
  queryKey: [name],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
    calls += 1;
    return answer(signal);
  },
});
const dataOf = async () => (await cache.get(query(), 'request-1')).data;
const good = () => Promise.resolve({ count: 1 });
const failing = () => Promise.reject(new Error('status 503'));
const silent = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')));
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  calls = 0;
  failures = [];
  cache = new PrefetchCache(([name], error) => {
    failures.push(`${String(name)}: ${error instanceof Error ? error.message : ''}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('an answer is used for five seconds, then fetched again', async () => {
  answer = good;
  await cache.get(query(), 'request-1');
  await cache.get(query(), 'request-1');
  expect(calls).toBe(1);
  vi.advanceTimersByTime(5001);
  await cache.get(query(), 'request-1');
  expect(calls).toBe(2);
});

it.each([
  ['fails', failing],
  ['does not answer in time', silent],
])('the last good answer is used for ten minutes while its service %s', async (_name, down) => {
  answer = good;
  await cache.get(query(), 'request-1');
  answer = down;
  vi.advanceTimersByTime(9 * minuteMs);
  expect(await cache.get(query(), 'request-1')).toMatchObject({
    data: { count: 1 },
    updatedAt: Date.now() - 9 * minuteMs,
  });
  vi.advanceTimersByTime(2 * minuteMs);
  expect(await dataOf()).toBeUndefined();
  expect(failures.length).toBe(2);
});

it('a failed query is fetched again five seconds later, not before', async () => {
  answer = failing;
  expect(await dataOf()).toBeUndefined();
  answer = good;
  expect(await dataOf()).toBeUndefined();
  expect(calls).toBe(1);
  vi.advanceTimersByTime(5001);
  expect(await dataOf()).toEqual({ count: 1 });
});

it('queries in flight are bounded', async () => {
  onlyInWholeSuite();
  answer = silent;
  const names = Array.from({ length: 100 }, (_, at) => `product ${String(at)}`);
  const answers = await Promise.all(names.map((name) => cache.get(query(name), 'request-1')));
  expect(answers.every(({ data }) => data === undefined)).toBe(true);
  expect(calls).toBe(20);
});

it('the oldest answers are dropped beyond the bound, one that was fetched again later', async () => {
  answer = good;
  await cache.get(query('news'), 'request-1');
  for (let at = 0; at < 500; at += 1) {
    vi.advanceTimersByTime(20);
    if (at === 400) await cache.get(query('news'), 'request-1');
    await cache.get(query(`product ${String(at)}`), 'request-1');
  }
  const before = calls;
  await cache.get(query('news'), 'request-1');
  await cache.get(query('product 499'), 'request-1');
  expect(calls).toBe(before);
  vi.setSystemTime(Date.now() - 5000);
  await cache.get(query('product 0'), 'request-1');
  expect(calls).toBe(before + 1);
});

it('searches for flights, whose answers are large, have a bound of their own', async () => {
  answer = good;
  const search = (at: number) => ({ ...query(), queryKey: ['flights', 'own', String(at)] });
  await cache.get(query('news'), 'request-1');
  for (let at = 0; at <= 50; at += 1) {
    vi.advanceTimersByTime(20);
    await cache.get(search(at), 'request-1');
  }
  const before = calls;
  await cache.get(query('news'), 'request-1');
  await cache.get(search(1), 'request-1');
  expect(calls).toBe(before);
  await cache.get(search(0), 'request-1');
  expect(calls).toBe(before + 1);
});
