import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contactAbout } from '#pages.ts';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

withBackend();

const t = textsOf('en');

const subjectField = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: t('pages.contact.subject') });

it('a link to the contact page fills in the subject, trimmed and at most 200 characters', async () => {
  const { router } = await renderApp({ path: contactAbout('  Travel package:\n Tokyo ') });
  const field = await subjectField();
  expect(field.value).toBe('Travel package: Tokyo');
  await act(() => router.navigate(contactAbout('x'.repeat(500))));
  await waitFor(() => expect(field.value).toBe('x'.repeat(200)));
});

it('a changed subject stays when the name of the member comes', async () => {
  const { user, releaseSession } = await renderApp({
    path: contactAbout('Tokyo'),
    as: 'member',
    holdsSession: true,
  });
  const field = await subjectField();
  await user.type(field, ' in May');
  releaseSession();
  await waitFor(() =>
    expect(screen.getByDisplayValue('nattaya@bkksiam.example')).toBeInstanceOf(HTMLInputElement),
  );
  expect(field.value).toBe('Tokyo in May');
});

it('a subject of the link alone is no unsent input', async () => {
  const { user, router } = await renderApp({ path: contactAbout('Tokyo') });
  await subjectField();
  const [link] = screen.getAllByRole('link', { name: t('nav.about') });
  if (link === undefined) throw new Error('no link to another page');
  await user.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
});
