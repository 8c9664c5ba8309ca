import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from './i18n.ts';
import { ToastRegion } from './toast-region.tsx';
import { showToast, type Toast } from './toast.ts';

beforeAll(() => startTranslations());
beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastRegion />);
});
afterEach(() => {
  pass(60_000);
  vi.useRealTimers();
});

function show(toast: Toast): void {
  act(() => {
    showToast(toast);
  });
}

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const status = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;

function happen(element: Element | null, event: string): void {
  act(() => {
    element?.dispatchEvent(new Event(event));
  });
}

function seeTab(visibility: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describe('a toast', () => {
  it('stays five seconds and is announced politely', () => {
    show({ title: 'toast.signedOut', description: 'toast.signedOutText' });
    expect(status()).toBe('Signed OutYou have been successfully signed out.');
    expect(alert()).toBe('');
    pass(4999);
    expect(status()).toContain('Signed Out');
    pass(1);
    expect(status()).toBe('');
  });

  it('is announced at once when something failed, with the message of the server', () => {
    show({
      title: 'signIn.failed',
      description: { text: 'Invalid <b>login</b>' },
      tone: 'destructive',
    });
    expect(alert()).toBe('Sign in FailedInvalid <b>login</b>');
    expect(status()).toBe('');
  });

  it('gives way to the next: one at a time, with its own time', () => {
    show({ title: 'toast.comingSoon' });
    pass(4000);
    show({ title: 'toast.notImplemented', duration: 3000 });
    expect(status()).toBe('This feature is not implemented yet');
    pass(2999);
    expect(status()).not.toBe('');
    pass(1);
    expect(status()).toBe('');
  });

  it('starts anew when the same is shown again', () => {
    show({ title: 'toast.comingSoon' });
    pass(4000);
    show({ title: 'toast.comingSoon' });
    pass(4000);
    expect(status()).toBe('Coming Soon!');
  });

  it.each([
    ['pointed at', 'pointerenter', 'pointerleave'],
    ['holding the focus', 'focusin', 'focusout'],
  ])('waits while it is %s and goes on with the time left', (_name, begin, end) => {
    show({ title: 'toast.comingSoon' });
    pass(4000);
    const card = screen.getByText('Coming Soon!').closest('.rising');
    happen(card, begin);
    pass(30_000);
    expect(status()).toBe('Coming Soon!');
    happen(card, end);
    pass(999);
    expect(status()).toBe('Coming Soon!');
    pass(1);
    expect(status()).toBe('');
  });

  it('waits while another tab is looked at', () => {
    show({ title: 'toast.comingSoon' });
    pass(1000);
    seeTab('hidden');
    pass(60_000);
    expect(status()).toBe('Coming Soon!');
    seeTab('visible');
    pass(4000);
    expect(status()).toBe('');
  });

  it('marks information with another sign than a success', () => {
    const sign = () => screen.getByRole('status').querySelector('svg')?.classList.value;
    show({ title: 'toast.signedOut' });
    expect(sign()).toContain('lucide-circle-check');
    show({ title: 'toast.comingSoon', tone: 'info' });
    expect(sign()).toContain('lucide-info');
    expect(alert()).toBe('');
  });

  it.each([
    ['moves down when it would cover the control that has the focus', true, 100, 'bottom-24'],
    ['stays below the top bar when the focus is elsewhere', true, 600, 'top-'],
    ['is at the bottom of a phone, where it covers no heading', false, 600, 'bottom-24'],
    ['moves up on a phone when it would cover the control that has the focus', false, 100, 'top-'],
  ])('%s', (_name, isWide, top, place) => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: isWide, media }),
    );
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      return this === button ? new DOMRect(0, top, 300, 48) : new DOMRect(0, 88, 300, 80);
    });
    show({ title: 'toast.comingSoon' });
    expect(screen.getByText('Coming Soon!').closest('.rising')?.className).toContain(place);
    button.remove();
    vi.restoreAllMocks();
  });

  it('can be closed', () => {
    show({ title: 'toast.comingSoon' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(status()).toBe('');
  });
});
