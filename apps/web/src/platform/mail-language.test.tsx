import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { provideSettings, settings } from './env.ts';
import { changeLanguage } from './i18n.ts';

const backend = withBackend();
const { email } = credentialsOf('member');

async function savedLanguage(): Promise<unknown> {
  const [row] = await backend().database.sql(
    `select raw_user_meta_data ->> 'language' as language from auth.users where email = $1`,
    [email],
  );
  return row?.language;
}

afterEach(() => provideSettings({ ...settings(), features: [] }));

it('is the one that the member last used, while bookings are switched on', async () => {
  provideSettings({ ...settings(), features: ['bookings'] });
  await renderApp({ path: '/dashboard', as: 'member', language: 'th' });
  await vi.waitFor(async () => expect(await savedLanguage()).toBe('th'), 10_000);
  await act(() => changeLanguage('en'));
  await vi.waitFor(async () => expect(await savedLanguage()).toBe('en'), 10_000);
});

it('stays that of the sign-up while they are switched off', async () => {
  const before = await savedLanguage();
  await renderApp({ path: '/dashboard', as: 'member', language: before === 'th' ? 'en' : 'th' });
  await networkQuiet();
  expect(await savedLanguage()).toBe(before);
});
