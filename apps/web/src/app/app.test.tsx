import { render, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTranslations } from '#platform/i18n.ts';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError, takeConsoleErrors } from '#testing/console-errors.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { App } from './app.tsx';
import { armCrashScreen } from './crash-screen.ts';

withBackend();

let disarm: () => void;

beforeAll(() => startTranslations());
beforeEach(() => {
  disarm = armCrashScreen();
});
afterEach(() => disarm());

function open(page: RouteObject): void {
  const routes = [{ path: '*', HydrateFallback: () => null, ErrorBoundary: () => null, ...page }];
  render(<App router={createMemoryRouter(routes)} queryClient={createQueryClient()} />);
}

const box = 'Runtime error:the page is broken';

it('replaces everything when a page cannot be drawn', async () => {
  open({
    Component: () => {
      throw new Error('the page is broken');
    },
  });
  await waitFor(() => expect(document.body.textContent).toBe(box));
  // React names the component that broke.
  await expectConsoleError('the page is broken');
});

it('replaces everything when the code of a page cannot be fetched', async () => {
  open({ lazy: () => Promise.reject(new TypeError('the page is broken')) });
  await waitFor(() => expect(document.body.textContent).toBe(box));
  takeConsoleErrors();
});

it('replaces everything when what a page loads breaks', async () => {
  open({
    loader: () => {
      throw new Error('the page is broken');
    },
  });
  await waitFor(() => expect(document.body.textContent).toBe(box));
  takeConsoleErrors();
});
