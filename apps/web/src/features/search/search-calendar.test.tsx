import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { chooseDay, emptySearchForm, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';

withBackend();
beforeEach(emptySearchForm);

// jsdom has no media queries.
vi.stubGlobal('matchMedia', (media: string) =>
  Object.assign(new EventTarget(), { media, matches: true }),
);

async function openCalendar(language: 'en' | 'th', day = '2028-02-28') {
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
    ['en', 'Mon 28 Feb 2028', 'February 2028', 'Tue 29 Feb 2028'],
    ['th', 'จันทร์ 28 ก.พ. 2571', 'กุมภาพันธ์ 2571', 'อังคาร 29 ก.พ. 2571'],
  ] as const)('in %s has names in the language and chooses a leap day', async (...row) => {
    const [language, chosen, month, leapDay] = row;
    const { user, t, input, button, dialog } = await openCalendar(language);
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: t('search.calendar.chosen', { day: chosen }) }),
    );
    expect(dialog.getByRole('grid', { name: month })).toBeTruthy();
    expect(dialog.getByRole('button', { name: t('search.calendar.next') })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: leapDay }));
    expect(input).toHaveProperty('value', '2028-02-29');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('moves by the arrows and by months, and closes by Escape without a choice', async () => {
    const { user, input, button } = await openCalendar('en');
    await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Fri 7 Apr 2028');
    await user.keyboard('{PageUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tue 7 Mar 2028');
    await user.keyboard('{Escape}');
    expect(input).toHaveProperty('value', '2028-02-28');
    expect(document.activeElement).toBe(button);
  });

  it('does not offer a return before the departure', async () => {
    const { user, t, form, dialog } = await openCalendar('en');
    await user.keyboard('{Escape}');
    expect(dialog).toBeTruthy();
    const field = t('search.return');
    await user.click(form.getByRole('button', { name: t('search.calendar.open', { field }) }));
    const days = within(await screen.findByRole('dialog', { name: field }));
    expect(days.getByRole('button', { name: 'Sun 27 Feb 2028' })).toHaveProperty('disabled', true);
    fireEvent.click(days.getByRole('button', { name: 'Mon 28 Feb 2028' }));
    expect(form.getByLabelText(field, { exact: true })).toHaveProperty('value', '2028-02-28');
  });
});
