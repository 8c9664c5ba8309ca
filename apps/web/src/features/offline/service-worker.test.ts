import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';

const file = join(import.meta.dirname, '../../../public/service-worker.js');
const origin = 'https://site.example';

type Saved = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Runs the worker over saved texts by cache and path; gives the text it answers a request with, undefined for none of its own. */
function startWorker(saved: Saved, network: () => Promise<string>) {
  const listeners: Record<string, (event: object) => void> = {};
  const imported: string[] = [];
  const open = (name: string) =>
    Promise.resolve({ match: (path: string) => Promise.resolve(saved[name]?.[path]) });
  runInNewContext(readFileSync(file, 'utf8'), {
    self: {
      location: { origin },
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
    },
    importScripts: (path: string) => imported.push(path),
    caches: { keys: () => Promise.resolve(Object.keys(saved)), open },
    fetch: network,
    Response: { error: () => 'the error of the browser' },
    setTimeout,
    URL,
  });
  async function request(url: string, { method = 'GET', mode = 'navigate' } = {}) {
    let answer: Promise<string> | undefined;
    listeners.fetch?.({
      request: { method, mode, url: new URL(url, origin).href },
      preloadResponse: Promise.resolve(undefined),
      waitUntil: () => undefined,
      respondWith: (given: Promise<string>) => (answer = given),
    });
    return answer;
  }
  return { request, imported };
}

const saved: Saved = {
  'another-cache': { '/dashboard': 'not of the feature' },
  'bkksiam-offline': { '/offline/': 'the list of visitors', '/offline/a.css': 'styles' },
  'bkksiam-offline-6f': {
    '/offline/': 'the list of the member',
    '/dashboard/bookings/BKK-1': 'a trip',
  },
};
const fails = () => Promise.reject(new TypeError('Failed to fetch'));

it.each([
  ['a saved page, whatever its query', '/dashboard/bookings/BKK-1?from=mail', {}, 'a trip'],
  ['any other page', '/admin/users', {}, 'the list of the member'],
  ['a file of a copy', '/offline/a.css', { mode: 'no-cors' }, 'styles'],
  ['a file of the site', '/assets/index.js', { mode: 'cors' }, undefined],
  ['the data of the site', '/rest/v1/bkk_bookings', { mode: 'cors' }, undefined],
  ['what is sent', '/dashboard/bookings/BKK-1', { method: 'POST' }, undefined],
  ['another site', 'https://other.example/', {}, undefined],
])('answers without a network for %s', async (_what, url, options, text) => {
  expect(await startWorker(saved, fails).request(url, options)).toBe(text);
});

it('shows the page of the network where there is one, and of visitors what is theirs', async () => {
  const online = startWorker(saved, () => Promise.resolve('the page of today'));
  expect(await online.request('/dashboard/bookings/BKK-1')).toBe('the page of today');
  const { 'bkksiam-offline': ofVisitors = {} } = saved;
  const visitor = startWorker({ 'bkksiam-offline': ofVisitors }, fails);
  expect(await visitor.request('/dashboard/bookings/BKK-1')).toBe('the list of visitors');
  expect(await startWorker({}, fails).request('/')).toBe('the error of the browser');
  expect(online.imported).toEqual(['/push-worker.js']);
});

it('does not wait for a slow network where the page is saved', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = startWorker(saved, () => new Promise(() => undefined)).request(
    '/dashboard/bookings/BKK-1',
  );
  await vi.advanceTimersByTimeAsync(8000);
  expect(await answer).toBe('a trip');
});
