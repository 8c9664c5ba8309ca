import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';

withBackend();

it('the filter sheet of the gallery gives the focus back', async () => {
  onlyInWholeSuite();
  const { user } = await renderApp({ path: '/gallery' });
  const open = await screen.findByRole('button', { name: 'Filters (1)' });
  await user.click(open);
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(sheet.getByRole('button', { name: 'Clear all' }));
  expect(sheet.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(open);
});

it('a flight card of the gallery opens with its details', async () => {
  const { user } = await renderApp({ path: '/gallery' });
  const more = await screen.findByRole('button', { name: 'See details' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  const card = within(screen.getByRole('article', { name: /^Cheapest/ }));
  await user.click(more);
  expect(card.getByRole('button', { name: 'Choose' })).toBeTruthy();
  expect(card.getByRole('button', { expanded: true }).textContent).toBe('Fewer details');
});
