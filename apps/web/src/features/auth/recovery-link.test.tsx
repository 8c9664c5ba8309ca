import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { supabase } from '#platform/supabase.ts';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { askForMail, mailTo, whereLinkLeads } from '#testing/mailed-links.ts';
import { connectTo } from '#testing/network.ts';
import { openLink } from '#testing/render-app.tsx';
import { enrolFactor } from '#testing/second-factor.ts';

const backend = withBackend();
const { email, password } = credentialsOf('member');

/** The title of the toast is the same for every error; its text is not. */
async function expectError(server: string | RegExp, advice: string): Promise<void> {
  await waitFor(() => {
    const alert = screen.getByText('Failed to update password.').closest('[role=alert]');
    expect(alert?.textContent).toMatch(server);
  });
  expect(await screen.findByText(advice)).toBeTruthy();
}

it('sets a new password after a recovery link, shows its errors, and opens the home page', async () => {
  const redirect = encodeURIComponent(`${window.location.origin}/reset-password`);
  await askForMail(backend(), `recover?redirect_to=${redirect}`, { email });
  const { pathname, hash } = await whereLinkLeads(backend(), await mailTo(backend(), email));
  const { user, router } = await openLink(pathname + hash);
  await screen.findByRole('heading', { level: 1, name: 'Set New Password' });
  const field = await screen.findByLabelText<HTMLInputElement>('New Password');
  expect(screen.getByText(`For your account ${email}`)).toBeTruthy();
  expect(window.location.href).toMatch(/\/reset-password$/);

  const send = async (typed: string) => {
    await user.clear(field);
    if (typed !== '') await user.type(field, typed);
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
  };
  await send('');
  expect(screen.getByText('Please enter a password.', { selector: '[id]' })).toBeTruthy();
  await send('12345');
  expect(screen.getByText('Please use at least 6 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await send(password);
  await expectError(
    'New password should be different from the old password.',
    'Please choose a password you are not using now.',
  );
  await send('x'.repeat(73));
  await expectError(/72 characters/, 'Please check what you have entered.');
  connectTo(undefined);
  await send('a new password');
  await expectError(
    'fetch failed',
    'We could not reach the server. Please check your connection and try again.',
  );
  expect(field.value).toBe('a new password');
  await expectConsoleError('fetch failed');
  connectTo(backend().url);

  await send('a new password');
  const updated = await screen.findByText('Password Updated!');
  expect(updated.closest('[role=status]')).not.toBeNull();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  const { auth } = await supabase();
  const signedIn = await auth.signInWithPassword({ email, password: 'a new password' });
  expect(signedIn.error).toBeNull();
});

it('a recovery link asks for the code of the authenticator before the new password', async () => {
  const { email } = credentialsOf('newMember');
  const factor = await enrolFactor(backend(), 'newMember');
  const redirect = encodeURIComponent(`${window.location.origin}/reset-password`);
  await askForMail(backend(), `recover?redirect_to=${redirect}`, { email });
  const { pathname, hash } = await whereLinkLeads(backend(), await mailTo(backend(), email));
  const { user } = await openLink(pathname + hash);
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' });
  const code = await factor.freshCode();
  await user.type(await screen.findByLabelText('6-digit code'), `${code}{Enter}`);
  await screen.findByRole('heading', { level: 1, name: 'Set New Password' });
  await user.type(await screen.findByLabelText('New Password'), 'a new password{Enter}');
  expect(await screen.findByText('Password Updated!')).toBeTruthy();
});
