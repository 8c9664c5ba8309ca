import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

const file = join(import.meta.dirname, '../../../public/push-worker.js');

/** Runs the worker in a scope of its own; gives what it did. */
function startWorker(tabs: readonly string[] = []) {
  const listeners: Record<string, (event: object) => void> = {};
  const focused = vi.fn<(url: string) => void>();
  const scope = {
    location: { origin: 'https://site.example' },
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
    registration: { showNotification: vi.fn() },
    clients: {
      matchAll: () => Promise.resolve(tabs.map((url) => ({ url, focus: () => focused(url) }))),
      openWindow: vi.fn(),
    },
  };
  runInNewContext(readFileSync(file, 'utf8'), { self: scope, URL });
  async function handle(type: string, event: object) {
    let work: Promise<unknown> | undefined;
    listeners[type]?.({ ...event, waitUntil: (waited: Promise<unknown>) => (work = waited) });
    await work;
  }
  const press = (url: unknown) =>
    handle('notificationclick', { notification: { close: () => undefined, data: { url } } });
  return { scope, listeners, focused, handle, press };
}

it('shows what a message says, and nothing secret', async () => {
  const { scope, handle, listeners } = startWorker();
  const data = { title: 'Your offer is ready', body: 'Request 1', url: '/dashboard', tag: 'a' };
  await handle('push', { data: { json: () => data } });
  expect(scope.registration.showNotification).toHaveBeenCalledWith(
    data.title,
    expect.objectContaining({ body: data.body, tag: 'a', data: { url: '/dashboard' } }),
  );
  expect(Object.keys(listeners)).toEqual(['push', 'notificationclick']);
});

it('opens its page on a press, in the tab that has it', async () => {
  const page = 'https://site.example/dashboard';
  const other = startWorker(['https://site.example/']);
  await other.press('/dashboard');
  expect(other.scope.clients.openWindow).toHaveBeenCalledWith(page);
  const same = startWorker([page]);
  await same.press('/dashboard');
  expect(same.focused).toHaveBeenCalledWith(page);
  expect(same.scope.clients.openWindow).not.toHaveBeenCalled();
});

it.each([
  undefined,
  'https://evil.example/',
  '//evil.example/x',
  'javascript:alert(1)',
  'http://[',
])('opens no other site: %s', async (url) => {
  const { scope, press } = startWorker();
  await press(url);
  expect(scope.clients.openWindow).toHaveBeenCalledWith('https://site.example/');
});
