import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { askForMail, mailTo, whereLinkLeads } from '#testing/mailed-links.ts';
import { openLink } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

it('shows after the first of the two links for a new address that the other one is still to be opened', async () => {
  const { url, anonKey } = backend();
  const member = credentialsOf('member');
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(member),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const change = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${token}` },
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
  await expect(askForMail(backend(), 'token?grant_type=password', member)).resolves.toBeUndefined();
});
