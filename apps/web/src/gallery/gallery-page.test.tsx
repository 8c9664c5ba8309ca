import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import english from '../../public/locales/en/parts.json';
import thai from '../../public/locales/th/parts.json';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

withBackend();

for (const language of languagesInTest('th')) {
  const text = language === 'th' ? thai : english;

  it(`the gallery shows every part, and the filter sheet gives the focus back, in ${language}`, async () => {
    const { user } = await renderApp({ path: '/gallery', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    for (const state of Object.values(text.state)) {
      expect(screen.getByText(state.title)).toBeTruthy();
    }
    const open = screen.getByRole('button', { name: /\(1\)/ });
    await user.click(open);
    const sheet = within(await screen.findByRole('dialog', { name: text.filter.title }));
    await user.click(sheet.getByRole('button', { name: text.filter.clear }));
    expect(sheet.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    await user.click(sheet.getByRole('button', { name: textsOf(language)('action.close') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(open);
  });

  it(`a flight card opens with its details, and a booking beside the queue, in ${language}`, async () => {
    const { user } = await renderApp({ path: '/gallery', language });
    const more = await screen.findByRole('button', { name: text.flight.more });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    const card = within(screen.getByRole('article', { name: new RegExp(text.sort.cheapest) }));
    await user.click(more);
    expect(card.getByRole('button', { name: text.flight.choose })).toBeTruthy();
    expect(card.getByRole('button', { expanded: true }).textContent).toBe(text.flight.fewer);
    await user.click(screen.getByRole('button', { name: 'BKK-4WHT9C2R' }));
    expect(screen.getByRole('heading', { level: 3, name: 'BKK-4WHT9C2R' })).toBeTruthy();
  });
}
