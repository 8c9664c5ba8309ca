import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { languages } from '@bkksiam/domain/languages';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

withBackend();

it.each(languages)('begins with the number of news in %s', async (language) => {
  await renderApp({ path: '/ideas', features: ['support'], language });
  const main = await screen.findByRole('main');
  await waitFor(() => expect(main.textContent).toMatch(/[1-9]\d* (news items|เรื่อง)/));
});

it('is not found without its feature', async () => {
  await renderApp({ path: '/ideas' });
  const notFound = textsOf('en')('notFound.title');
  expect(await screen.findByRole('heading', { level: 1, name: notFound })).toBeTruthy();
});
