import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { chooseDay, emptySearchForm, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';
import { dispatchSearch } from '#entities/search/search-store.ts';

withBackend();
beforeEach(emptySearchForm);

// jsdom has no media queries.
vi.stubGlobal('matchMedia', (media: string) =>
  Object.assign(new EventTarget(), { media, matches: true }),
);

async function openCalendar(language: 'en' | 'th', day = '2084-02-28') {
  const { user } = await renderApp({ path: '/search', language });
  const t = textsOf(language);
  const form = await formOnScreen();
  const input = form.getByLabelText(t('search.departure'), { exact: true });
  chooseDay(input, day);
  const field = t('search.departure');
  const button = await form.findByRole('button', { name: t('search.calendar.open', { field }) });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: field }));
  return { user, t, form, input, button, dialog };
}

describe('the calendar of a day', () => {
  it.each([
    ['en', 'Mon 28 Feb 2084', 'February 2084', 'Tue 29 Feb 2084'],
    ['th', 'จันทร์ 28 ก.พ. 2627', 'กุมภาพันธ์ 2627', 'อังคาร 29 ก.พ. 2627'],
  ] as const)('in %s has names in the language and chooses a leap day', async (...row) => {
    const [language, chosen, month, leapDay] = row;
    const { user, t, input, button, dialog } = await openCalendar(language);
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: t('search.calendar.chosen', { day: chosen }) }),
    );
    expect(dialog.getByRole('grid', { name: month })).toBeTruthy();
    expect(dialog.getByRole('button', { name: t('search.calendar.next') })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: leapDay }));
    expect(input).toHaveProperty('value', '2084-02-29');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(input).toHaveProperty('value', '2084-02-29');
    expect(document.activeElement).toBe(button);
  });

  it.each([
    ['en', 'Tue 29 Feb 2084', 'Mon 28 Feb 2084', 'Thu 2 Mar 2084', 'Wed 1 Mar 2084'],
    ['th', 'อังคาร 29 ก.พ. 2627', 'จันทร์ 28 ก.พ. 2627', 'พฤหัส 2 มี.ค. 2627', 'พุธ 1 มี.ค. 2627'],
  ] as const)('of a round trip in %s leads from the departure to the return', async (...row) => {
    const [language, departure, before, back, between] = row;
    const { user, t, form, button, dialog } = await openCalendar(language);
    expect(dialog.getByText(t('search.calendar.bothDays'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: departure }));
    expect(await screen.findByRole('dialog', { name: t('search.return') })).toBeTruthy();
    expect(dialog.getByText(t('search.calendar.returnNext', { day: departure }))).toBeTruthy();
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: t('search.calendar.from', { day: departure }) }),
    );
    expect(dialog.getByRole('button', { name: before })).toHaveProperty('disabled', true);
    await user.hover(dialog.getByRole('button', { name: back }));
    const cell = (day: string) => dialog.getByRole('button', { name: day }).closest('td');
    expect(cell(between)?.className).toContain('rdp-range');
    await user.click(dialog.getByRole('button', { name: back }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const input = form.getByLabelText(t('search.return'), { exact: true });
    expect(input).toHaveProperty('value', '2084-03-02');
    expect(document.activeElement).toBe(button);
  });

  it('of a one-way trip closes with the departure', async () => {
    act(() => dispatchSearch({ type: 'tripType', tripType: 'oneway' }));
    const { user, input, button, dialog } = await openCalendar('en');
    await user.click(dialog.getByRole('button', { name: 'Tue 29 Feb 2084' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(input).toHaveProperty('value', '2084-02-29');
    expect(document.activeElement).toBe(button);
  });

  it('shows two months side by side where there is room, from Sunday on', async () => {
    const { dialog } = await openCalendar('en');
    const months = dialog.getAllByRole('grid');
    const names = months.map((month) => month.getAttribute('aria-label'));
    expect(names).toEqual(['February 2084', 'March 2084']);
    for (const month of months) expect(month.querySelector('th')?.textContent).toBe('Su');
  });

  it('moves by the arrows and by months, and closes by Escape without a choice', async () => {
    onlyInWholeSuite();
    const { user, input, button } = await openCalendar('en');
    await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Fri 7 Apr 2084');
    await user.keyboard('{PageUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tue 7 Mar 2084');
    await user.keyboard('{Escape}');
    expect(input).toHaveProperty('value', '2084-02-28');
    expect(document.activeElement).toBe(button);
  });

  it('does not offer a return before the departure', async () => {
    const { user, t, form, dialog } = await openCalendar('en');
    await user.keyboard('{Escape}');
    expect(dialog).toBeTruthy();
    const field = t('search.return');
    await user.click(form.getByRole('button', { name: t('search.calendar.open', { field }) }));
    const days = within(await screen.findByRole('dialog', { name: field }));
    expect(days.getByRole('button', { name: 'Sun 27 Feb 2084' })).toHaveProperty('disabled', true);
    const departure = t('search.calendar.from', { day: 'Mon 28 Feb 2084' });
    fireEvent.click(days.getByRole('button', { name: departure }));
    expect(form.getByLabelText(field, { exact: true })).toHaveProperty('value', '2084-02-28');
  });
});
