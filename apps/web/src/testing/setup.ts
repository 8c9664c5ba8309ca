import { format } from 'node:util';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '#platform/toast.ts';
import { forgetUnsavedChanges } from '#platform/unsaved-changes.ts';
import { addConsoleError, takeConsoleErrors } from './console-errors.ts';
import { networkQuiet, releaseAnswers, resetNetwork, routeFetch } from './network.ts';

/** Stubs browser APIs that jsdom lacks and no test depends on. */
function stubBrowserApis(): void {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media }),
  );
  class Observer {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('IntersectionObserver', Observer);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.releasePointerCapture = () => undefined;
}

// The server and its database answer in their own time, on a machine that may be busy.
configure({
  asyncUtilTimeout: 10_000,
  // A query that waits prints the document when its time is over, not at every attempt.
  getElementError(message, container) {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    return new Error(`${message ?? ''}${isWaiting ? '' : `\n\n${String(prettyDOM(container))}`}`);
  },
});
stubBrowserApis();
routeFetch();

// The files of a worker share one page: each begins with what a browser has on a first visit.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name);
  }
  resetNetwork();
});

beforeEach(() => {
  // What the test before had sent may have been answered after its page was gone.
  dismissToast();
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      const line = format(...args);
      // The functions of the server under test run in this very process, with clients of their own.
      if (!line.includes('Multiple GoTrueClient instances')) addConsoleError(line);
    });
  }
});

afterEach(async () => {
  cleanup();
  forgetUnsavedChanges();
  releaseAnswers();
  await networkQuiet();
  vi.restoreAllMocks();
  expect(takeConsoleErrors()).toEqual([]);
});
