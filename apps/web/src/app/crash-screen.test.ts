import { afterEach, beforeEach, expect, it } from 'vitest';
import { armCrashScreen, showCrash } from './crash-screen.ts';

let disarm: () => void;

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><button>Go on</button></div>';
  disarm = armCrashScreen();
});
afterEach(() => disarm());

const pageText = () => document.body.textContent;

function throwOutside(error: unknown): void {
  window.dispatchEvent(
    new ErrorEvent('error', {
      error,
      message: error instanceof Error ? error.message : 'Script error.',
    }),
  );
}

function rejectUnhandled(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

it('replaces the whole page with the message of the error', () => {
  throwOutside(new Error('the sum is wrong'));
  expect(pageText()).toBe('Runtime error:the sum is wrong');
  expect(document.querySelector('h1')?.textContent).toBe('Runtime error:');
  expect(document.querySelector('button')).toBeNull();
});

it.each([
  ['a rejected promise', new TypeError('Failed to fetch'), 'Failed to fetch'],
  [
    'a page whose code could not be fetched',
    new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
    'Failed to fetch dynamically imported module: /assets/x.js',
  ],
  [
    'an aborted request without a handler',
    new DOMException('The operation was aborted.', 'AbortError'),
    'The operation was aborted.',
  ],
  ['a reason without an error', 'gone', 'gone'],
  [
    'an error object of a server',
    { code: '42501', message: 'permission denied' },
    'permission denied',
  ],
])('stands for %s', (_name, reason, text) => {
  rejectUnhandled(reason);
  expect(pageText()).toBe(`Runtime error:${text}`);
});

it('keeps the first error', () => {
  showCrash(new Error('first'));
  showCrash(new Error('second'));
  throwOutside(new Error('third'));
  expect(pageText()).toBe('Runtime error:first');
});

it('writes text, never markup', () => {
  showCrash(new Error('<img src=x onerror=alert(1)>'));
  expect(document.querySelector('img')).toBeNull();
  expect(pageText()).toContain('<img src=x');
});

it('lets the notice of a repeated layout pass', () => {
  window.dispatchEvent(
    new ErrorEvent('error', {
      message: 'ResizeObserver loop completed with undelivered notifications.',
    }),
  );
  expect(pageText()).toBe('Go on');
});

it('lets a picture that does not load pass', () => {
  const picture = document.createElement('img');
  document.body.append(picture);
  picture.dispatchEvent(new Event('error'));
  expect(pageText()).toBe('Go on');
});
