import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { chooseDay, emptySearchForm, formOnScreen } from '#testing/search-form.ts';

withBackend();
beforeEach(emptySearchForm);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The form on a device somewhere, at some moment. */
async function openAt(zone: string, moment: string) {
  vi.stubEnv('TZ', zone);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  const { user } = await renderApp({ path: '/search' });
  return { user, form: await formOnScreen() };
}

describe('the first day that can be chosen', () => {
  it.each([
    ['Asia/Bangkok', '2026-12-04T17:30:00Z'],
    ['Etc/GMT+8', '2026-12-05T08:30:00Z'],
    ['Pacific/Kiritimati', '2026-12-04T10:30:00Z'],
  ])('is today in %s at half past midnight', async (zone, moment) => {
    const { form } = await openAt(zone, moment);
    expect(form.getByLabelText('Departure')).toHaveProperty('min', '2026-12-05');
    expect(form.getByLabelText('Return')).toHaveProperty('min', '2026-12-05');
  });

  it('is the departure for the return, and the leg before for a later leg', async () => {
    const { user, form } = await openAt('Asia/Bangkok', '2026-12-04T17:30:00Z');
    chooseDay(form.getByLabelText('Departure'), '2026-12-12');
    expect(form.getByLabelText('Return')).toHaveProperty('min', '2026-12-12');
    await user.click(form.getByRole('button', { name: 'Multi-city' }));
    await user.click(form.getByRole('button', { name: 'Add a leg' }));
    const mins = () => form.getAllByLabelText<HTMLInputElement>('Departure').map(({ min }) => min);
    expect(mins()).toEqual(['2026-12-05', '2026-12-12', '2026-12-12']);
    chooseDay(form.getAllByLabelText('Departure')[1] ?? document.body, '2026-12-14');
    expect(mins()).toEqual(['2026-12-05', '2026-12-12', '2026-12-14']);
  });

  it('is the new day when the user returns to the page after midnight', async () => {
    const { form } = await openAt('Asia/Bangkok', '2026-12-04T16:59:00Z');
    expect(form.getByLabelText('Departure')).toHaveProperty('min', '2026-12-04');
    vi.setSystemTime(new Date('2026-12-04T17:01:00Z'));
    fireEvent.focus(window);
    expect(form.getByLabelText('Departure')).toHaveProperty('min', '2026-12-05');
  });
});
