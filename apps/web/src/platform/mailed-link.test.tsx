import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { credentialsOf, sessionOf, withBackend } from '#testing/backend.ts';
import { askForMail, mailTo, whereLinkLeads } from '#testing/mailed-links.ts';
import { openLink } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import { linkError, readMailedLink } from './mailed-link.ts';

const backend = withBackend();
const email = 'somsri@mail.example';

describe('a mailed link that signs in', () => {
  it('opens a guarded page before its guard decides, counts as one sign-in and leaves no trace in the address', async () => {
    const password = 'secret-123';
    const redirect = encodeURIComponent(`${window.location.origin}/dashboard`);
    await askForMail(backend(), `signup?redirect_to=${redirect}`, {
      email,
      password,
      data: { full_name: 'Somsri Jaidee' },
    });
    const { pathname, hash } = await whereLinkLeads(backend(), await mailTo(backend(), email));
    expect(pathname).toBe('/dashboard');
    expect(hash).toContain('access_token=');
    const { router } = await openLink(pathname + hash);
    const visited: string[] = [];
    router.subscribe(({ location }) => visited.push(location.pathname));
    const entries = window.history.length;
    await screen.findByRole('heading', { level: 1, name: /Somsri Jaidee/ });
    expect(visited).not.toContain('/login');
    await waitFor(() => expect(window.location.href).toMatch(/\/dashboard$/));
    expect(window.history.length).toBeLessThanOrEqual(entries + 1);
    await waitFor(async () => {
      const rows = await backend().database.sql(
        'select from public.bkk_login_logs where email = $1',
        [email],
      );
      expect(rows).toHaveLength(1);
    });
    for (let added = window.history.length - entries; added > 0; added -= 1) {
      const left = new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
      });
      window.history.back();
      await left;
      expect(window.location.href).not.toContain('access_token');
    }
  });
});

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

it('shows after the first of the two links for a new address that the other one is still to be opened', async () => {
  const { url, anonKey } = backend();
  const { access_token: token } = await sessionOf('member');
  const change = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: anonKey,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ email: 'nattaya@new.example' }),
  });
  expect(change.status).toBe(200);
  const mail = await mailTo(backend(), 'nattaya@new.example');
  const { hash } = await whereLinkLeads(backend(), mail);
  expect(hash).toMatch(/^#message=/);
  await openLink(`/nowhere${hash}`);
  expect(await toastText()).toBe(
    'One more stepThis email is confirmed. Now open the link in your other mailbox.',
  );
  expect(window.location.href).toMatch(/\/nowhere$/);
  // It changes nothing about who is signed in here.
  await screen.findByRole('link', { name: 'Sign In' });
  await expect(
    askForMail(backend(), 'token?grant_type=password', credentialsOf('member')),
  ).resolves.toBeUndefined();
});

describe('readMailedLink', () => {
  it('reads what the auth service shows in the fragment, and nothing else', () => {
    expect(readMailedLink('')).toBeUndefined();
    expect(readMailedLink('#section-3')).toBeUndefined();
    expect(readMailedLink('#message=hello')).toBeUndefined();
    expect(readMailedLink('#message=Confirmation+link+accepted.&sb=')).toEqual({
      kind: 'first_of_two',
    });
    expect(readMailedLink('#access_token=a&refresh_token=b&type=invite')).toEqual({
      kind: 'session',
      type: 'invite',
    });
    const failed = '#error=access_denied&error_code=otp_expired&error_description=Call+555&sb=';
    expect(readMailedLink(failed)).toEqual({ kind: 'failed', code: 'otp_expired' });
    expect(readMailedLink('#error=server_error')).toEqual({
      kind: 'failed',
      code: 'server_error',
    });
  });
});

describe('linkError', () => {
  it('has a text of its own for errors with another remedy', () => {
    expect(linkError({ kind: 'failed', code: 'otp_expired' })).toBe('otp_expired');
    expect(linkError({ kind: 'failed', code: 'provider_disabled' })).toBe('provider_disabled');
    expect(linkError({ kind: 'failed', code: 'unheard_of' })).toBe('other');
  });
});
