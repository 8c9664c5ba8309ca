import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { openLink } from '#testing/render-app.tsx';

const backend = withBackend();

it('shows in the visitor’s language why a used or outdated link does not sign in, and removes the reason from the URL', async () => {
  const { url } = backend();
  const asked = `${url}/auth/v1/verify?type=magiclink&token=none&redirect_to=${encodeURIComponent(`${window.location.origin}/dashboard`)}`;
  const led = await fetch(asked, { redirect: 'manual' });
  const { pathname, hash } = new URL(led.headers.get('location') ?? '');
  expect(hash).toContain('error_code=otp_expired');
  await openLink(pathname + hash, 'th');
  const dialog = await screen.findByRole('dialog');
  const message = /ลิงก์หมดอายุหรือถูกใช้ไปแล้ว กรุณาขอลิงก์ใหม่/;
  expect(within(dialog).getByText(message)).toBeTruthy();
  const [toast] = screen
    .getAllByText(message)
    .map((found) => found.closest('[role=alert]'))
    .filter((alert) => alert !== null);
  expect(toast?.textContent).toContain('ลิงก์นี้ใช้ไม่ได้');
  expect(document.body.textContent).not.toContain('invalid or has expired');
  expect(window.location.href).toMatch(/\/login$/);
});
