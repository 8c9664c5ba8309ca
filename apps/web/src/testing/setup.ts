import { format, transferableAbortController } from 'node:util';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { addComplaint, takeComplaints } from './complaints.ts';
import { routeFetch } from './network.ts';

/** What a browser has and jsdom lacks; nothing is imitated that a test looks at. */
function completeBrowser(): void {
  const { AbortController, AbortSignal } = nativeAbort();
  vi.stubGlobal('AbortController', AbortController);
  vi.stubGlobal('AbortSignal', AbortSignal);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media }),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.releasePointerCapture = () => undefined;
}

/** Node's own: its fetch refuses the signals of jsdom. */
function nativeAbort() {
  const controller = transferableAbortController();
  return {
    AbortController: controller.constructor,
    AbortSignal: controller.signal.constructor,
  };
}

completeBrowser();
routeFetch();

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      addComplaint(format(...words));
    });
  }
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(takeComplaints()).toEqual([]);
});
