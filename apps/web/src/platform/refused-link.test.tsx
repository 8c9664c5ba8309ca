import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.tsx';
import { withBackend } from '#testing/backend.ts';
import { startTranslations } from './i18n.ts';

const backend = withBackend();

it('says why a used or outdated link does not sign in, and takes the reason off the address', async () => {
  const { url } = backend();
  const led = await fetch(`${url}/auth/v1/verify?type=signup&token=none`, { redirect: 'manual' });
  const { hash } = new URL(led.headers.get('location') ?? '');
  expect(hash).toContain('error_code=otp_expired');
  await startTranslations();
  window.history.pushState(null, '', `/nowhere${hash}`);
  render(<App router={createAppRouter()} />);
  const words = await screen.findByText('Email link is invalid or has expired');
  expect(words.closest('[role=alert]')?.textContent).toContain('Sign in Failed');
  expect(window.location.href).toMatch(/\/nowhere$/);
});
