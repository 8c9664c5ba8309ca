import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';

withBackend();

it('is asked again every half a minute, only while a page shows what depends on it', async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  const stopped = vi.spyOn(globalThis, 'clearInterval');
  const fetched = vi.spyOn(globalThis, 'fetch');
  const requestsTo = (path: string) =>
    fetched.mock.calls.filter(([input]) => typeof input === 'string' && input.includes(path));
  /** What is asked when half a minute has passed. */
  async function askedAfterHalfAMinute() {
    await networkQuiet();
    fetched.mockClear();
    for (const [index, [callback, delay]] of started.mock.calls.entries()) {
      const timer: unknown = started.mock.results[index]?.value;
      const isRunning = !stopped.mock.calls.some(([cleared]) => cleared === timer);
      if (delay === 30_000 && isRunning) callback();
    }
    // The session is checked as often, on every page.
    await waitFor(() => expect(requestsTo('/auth/v1/user')).not.toEqual([]));
    await networkQuiet();
    return requestsTo('bkk_is_admin');
  }
  const { router } = await renderApp({ path: '/dashboard', as: 'admin' });
  await screen.findByRole('heading', { name: 'Admin Panel' });
  expect(await askedAfterHalfAMinute()).toHaveLength(1);
  await act(() => router.navigate('/about'));
  await screen.findByRole('button', { name: 'Account menu' });
  expect(await askedAfterHalfAMinute()).toEqual([]);
});
