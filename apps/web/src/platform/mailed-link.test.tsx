import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.tsx';
import { withBackend } from '#testing/backend.ts';
import { startTranslations } from './i18n.ts';

const backend = withBackend();
const email = 'somsri@mail.example';

/** Where the link of the sign-up mail leads: the site, with the session in the fragment. */
async function followMailedLink(): Promise<URL> {
  const { url, anonKey } = backend();
  await fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'secret-123', data: { full_name: 'Somsri Jaidee' } }),
  });
  const mail = await waitFor(async () => {
    const [first] = await backend().mails();
    if (first?.text === undefined) throw new Error('no mail yet');
    return first.text;
  });
  const link = new URL(/https?:\S+\/verify\S+/.exec(mail)?.[0] ?? '');
  const led = await fetch(url + link.pathname + link.search, { redirect: 'manual' });
  expect(led.status).toBe(303);
  return new URL(led.headers.get('location') ?? '');
}

it('signs in, is recorded as one sign-in and leaves no trace in the address', async () => {
  const { hash } = await followMailedLink();
  expect(hash).toContain('access_token=');
  await startTranslations();
  window.history.pushState(null, '', `/nowhere${hash}`);
  render(<App router={createAppRouter()} />);
  await screen.findByRole('button', { name: 'Account menu' });
  await waitFor(() => expect(window.location.href).toMatch(/\/nowhere$/));
  await waitFor(async () => {
    const rows = await backend().database.sql(
      'select from public.bkk_login_logs where email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
  });
});
