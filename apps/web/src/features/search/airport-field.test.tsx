import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleOf } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { chooseAirport, emptySearchForm, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';

withBackend();
beforeEach(emptySearchForm);

async function open(language: 'en' | 'th' = 'en') {
  const { user, router } = await renderApp({ path: '/search', language });
  const form = await formOnScreen();
  const box = form.getByRole('combobox', { name: textsOf(language)('search.from') });
  return { user, router, form, box };
}

/** What the open list offers; the other lists of the form are the device's own. */
function options(): string[] {
  const list = screen.queryByRole('listbox');
  if (list === null) return [];
  return within(list)
    .getAllByRole('option')
    .map((option) => option.textContent);
}

function marked(): string | undefined {
  return within(screen.getByRole('listbox')).queryByRole('option', { selected: true })?.textContent;
}

/** The option of aria-activedescendant, which must be the marked one. */
function pointedAt(box: HTMLElement): string | undefined {
  const id = box.getAttribute('aria-activedescendant');
  const text = id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined);
  expect(text).toBe(marked());
  return text;
}

describe('the box of an airport', () => {
  const typings = [
    ['en', 'suvarn', 'BKK'],
    ['en', 'CNX', 'CNX'],
    ['en', 'เชียง ใหม่', 'CNX'],
    ['th', 'ดอน เมือง', 'DMK'],
    ['th', 'โตเกียวนาริตะ', 'NRT'],
    ['th', 'kuala', 'KUL'],
    ['th', 'iCn', 'ICN'],
  ] as const;

  it.each(sampleOf(typings))('in %s finds by "%s" %s', async (language, typed, code) => {
    const { user, box } = await open(language);
    expect(await chooseAirport(user, box, typed)).toBe(code);
  });

  it('opens by the arrow, walks in a ring and takes by Enter without sending the form', async () => {
    const { user, box, router } = await open();
    expect(box.getAttribute('aria-expanded')).toBe('false');
    box.focus();
    expect(options()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(box.getAttribute('aria-expanded')).toBe('true');
    const list = screen.getByRole('listbox', { name: 'Airports' });
    expect(box.getAttribute('aria-controls')).toBe(list.id);
    expect(options()).toHaveLength(10);
    expect(pointedAt(box)).toBe('BKKBangkok Suvarnabhumi');
    await user.keyboard('{ArrowUp}');
    expect(pointedAt(box)).toBe('KULKuala Lumpur');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(pointedAt(box)).toBe('DMKBangkok Don Mueang');
    await user.keyboard('{Enter}');
    expect(box).toHaveProperty('value', 'DMK');
    expect(options()).toEqual([]);
    expect(document.activeElement).toBe(box);
    expect(screen.queryByText(/Missing Information/)).toBeNull();
    expect(router.state.location.pathname).toBe('/search');
  });

  it('marks the best fit while it is typed and takes it on the way to the next field', async () => {
    const { user, box, form } = await open();
    await user.type(box, 'bangkok');
    expect(options()).toEqual(['BKKBangkok Suvarnabhumi', 'DMKBangkok Don Mueang']);
    expect(pointedAt(box)).toBe('BKKBangkok Suvarnabhumi');
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(box).toHaveProperty('value', 'DMK');
    expect(document.activeElement).toBe(form.getByRole('combobox', { name: 'To' }));
  });

  it('leaves the keys of an input method alone while it composes', async () => {
    const { user, box } = await open('th');
    await user.type(box, 'bangkok');
    for (const key of ['ArrowDown', 'Enter', 'Escape'])
      fireEvent.keyDown(box, { key, isComposing: true });
    expect(box).toHaveProperty('value', 'bangkok');
    expect(options()).toHaveLength(2);
    expect(pointedAt(box)).toMatch(/^BKK/);
    await user.keyboard('{Enter}');
    expect(box).toHaveProperty('value', 'BKK');
  });

  it('takes what is pressed and keeps the focus', async () => {
    const { user, box } = await open();
    await user.click(box);
    await user.click(screen.getByRole('option', { name: /Phuket/ }));
    expect(box).toHaveProperty('value', 'HKT');
    expect(document.activeElement).toBe(box);
    expect(options()).toEqual([]);
  });

  it('gives the choice back on Escape', async () => {
    const { user, box } = await open();
    await chooseAirport(user, box, 'sin');
    await user.clear(box);
    await user.type(box, 'tok');
    await user.keyboard('{Escape}');
    expect(box).toHaveProperty('value', 'SIN');
    expect(options()).toEqual([]);
    await user.tab();
    expect(box).toHaveProperty('value', 'SIN');
  });

  it('opens on the choice there is', async () => {
    const { user, box } = await open();
    await chooseAirport(user, box, 'usm');
    await user.click(box);
    expect(options()).toHaveLength(10);
    expect(marked()).toBe('USMKoh Samui');
  });

  it('is empty once it is emptied', async () => {
    const { user, box, form } = await open();
    await chooseAirport(user, box, 'krabi');
    await user.clear(box);
    await user.tab();
    expect(box).toHaveProperty('value', '');
    await user.click(form.getByRole('button', { name: 'Multi-city' }));
    const second = within(form.getByRole('group', { name: 'Leg 2' }));
    expect(second.getByLabelText('To')).toHaveProperty('value', '');
  });

  it('announces that nothing matches, keeps the text, and has no choice', async () => {
    const { user, box, form } = await open();
    await chooseAirport(user, box, 'bkk');
    await user.clear(box);
    await user.type(box, 'London');
    expect(options()).toEqual([]);
    expect(box.getAttribute('aria-expanded')).toBe('false');
    const said = form.getAllByText('No airport matches. Try a city or a code such as BKK.');
    expect(said.some((element) => element.getAttribute('aria-live') === 'polite')).toBe(true);
    await user.keyboard('{Enter}');
    expect(box).toHaveProperty('value', 'London');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Missing Information in Leg 1')).toBeTruthy();
    expect(document.activeElement).toBe(box);
  });

  it('announces the number of matches', async () => {
    const { user, box, form } = await open();
    await user.type(box, 'thailand');
    expect(form.getByText('6 airports').getAttribute('aria-live')).toBe('polite');
  });
});
