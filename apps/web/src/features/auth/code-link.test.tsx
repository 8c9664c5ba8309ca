import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { askForMail, mailTo, whereLinkLeads } from '#testing/mailed-links.ts';
import { openLink } from '#testing/render-app.tsx';
import { enrolFactor } from '#testing/second-factor.ts';

const backend = withBackend();

it('a recovery link asks for the code of the authenticator before the new password', async () => {
  const { email } = credentialsOf('member');
  const factor = await enrolFactor(backend(), 'member');
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
