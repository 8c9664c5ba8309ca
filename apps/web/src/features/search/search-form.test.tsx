import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { chooseAirport, chooseDay, emptySearchForm, formOnScreen } from '#testing/search-form.ts';
import { textsOf } from '#testing/texts.ts';

withBackend();
beforeEach(emptySearchForm);

const day = {
  en: ['Sat 12 Dec 2026', '5 nights'],
  th: ['เสาร์ 12 ธ.ค. 2569', '5 คืน'],
};

function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '(nothing)').join(' ');
}

async function openForm(language: 'en' | 'th', path = '/search') {
  const hands = await renderApp({ path, language });
  return { ...hands, form: await formOnScreen(), t: textsOf(language) };
}

async function openLegs(language: 'en' | 'th') {
  const opened = await openForm(language);
  const { user, form, t } = opened;
  await user.click(form.getByRole('button', { name: t('search.type.multicity') }));
  const leg = (number: number) =>
    within(form.getByRole('group', { name: t('search.leg', { leg: number }) }));
  return { ...opened, leg };
}

describe.each(languagesInTest('en'))('the search form in %s', (language) => {
  it('starts as a round trip in economy for one, with nothing chosen', async () => {
    const { form, t } = await openForm(language);
    const pressed = form.getAllByRole('button', { pressed: true });
    expect(pressed.map(({ textContent }) => textContent)).toEqual([t('search.type.roundtrip')]);
    expect(form.getByLabelText(t('field.passengers'))).toHaveProperty('value', '1');
    expect(form.getByLabelText(t('search.cabinLabel'))).toHaveProperty('value', 'economy');
    for (const label of [
      t('search.from'),
      t('search.to'),
      t('search.departure'),
      t('search.return'),
    ]) {
      expect(form.getByLabelText(label, { exact: true })).toHaveProperty('value', '');
    }
  });

  it('offers one to nine passengers and four cabin classes', async () => {
    const { form, t, user } = await openForm(language);
    const options = (label: string) =>
      within(form.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options(t('search.cabinLabel'))).toEqual(
      (['economy', 'premium', 'business', 'first'] as const).map((cabin) =>
        t(`search.cabin.${cabin}`),
      ),
    );
    const counts = options(t('field.passengers'));
    expect(counts).toHaveLength(9);
    expect([counts[0], counts[8]]).toEqual(
      [1, 9].map((count) => t('search.passengerOption', { count })),
    );
    await user.selectOptions(form.getByLabelText(t('field.passengers')), '9');
    await user.selectOptions(form.getByLabelText(t('search.cabinLabel')), 'first');
    expect(form.getByLabelText(t('field.passengers'))).toHaveProperty('value', '9');
    expect(form.getByLabelText(t('search.cabinLabel'))).toHaveProperty('value', 'first');
  });

  it('asks for a return on a round trip only, and shows days and nights in the language', async () => {
    const { form, t, user } = await openForm(language);
    chooseDay(form.getByLabelText(t('search.departure')), '2026-12-12');
    chooseDay(form.getByLabelText(t('search.return')), '2026-12-17');
    expect(await form.findByText(day[language][0] ?? '', { ignore: '[aria-hidden]' })).toBeTruthy();
    expect(descriptionOf(form.getByLabelText(t('search.departure')))).toBe(day[language][0]);
    expect(form.getByText(new RegExp(`${day[language][1] ?? ''}$`))).toBeTruthy();
    await user.click(form.getByRole('button', { name: t('search.type.oneway') }));
    expect(form.queryByLabelText(t('search.return'))).toBeNull();
    expect(form.getByLabelText(t('search.departure'))).toHaveProperty('value', '2026-12-12');
    await user.click(form.getByRole('button', { name: t('search.type.roundtrip') }));
    expect(form.getByLabelText(t('search.return'))).toHaveProperty('value', '2026-12-17');
  });

  it('turns the way back round with every end of a round trip', async () => {
    const { form, t, user } = await openForm(language);
    expect(await chooseAirport(user, form.getByLabelText(t('search.from')), 'bkk')).toBe('BKK');
    expect(await chooseAirport(user, form.getByLabelText(t('search.to')), 'nrt')).toBe('NRT');
    await user.click(form.getByRole('button', { name: t('search.swap') }));
    expect(form.getByLabelText(t('search.from'))).toHaveProperty('value', 'NRT');
    expect(form.getByLabelText(t('search.to'))).toHaveProperty('value', 'BKK');
    await chooseAirport(user, form.getByLabelText(t('search.from')), 'sin');
    await user.click(form.getByRole('button', { name: t('search.type.multicity') }));
    const second = within(form.getByRole('group', { name: t('search.leg', { leg: 2 }) }));
    expect(second.getByLabelText(t('search.from'))).toHaveProperty('value', 'BKK');
    expect(second.getByLabelText(t('search.to'))).toHaveProperty('value', 'SIN');
    expect(form.queryByRole('group', { name: t('search.leg', { leg: 3 }) })).toBeNull();
  });

  it('starts each later leg where the one before ends, locked, and shows why', async () => {
    const { leg, t, user } = await openLegs(language);
    await chooseAirport(user, leg(1).getByLabelText(t('search.to')), 'hkt');
    const origin = leg(2).getByLabelText(t('search.from'));
    expect(origin).toHaveProperty('value', 'HKT');
    expect(origin).toHaveProperty('readOnly', true);
    expect(descriptionOf(origin)).toContain(t('search.locked', { previous: 1 }));
    await user.type(origin, 'BKK');
    expect(origin).toHaveProperty('value', 'HKT');
    expect(leg(1).getByRole('combobox', { name: t('search.from') })).toBeTruthy();
  });

  it('adds legs up to six, each with the focus on its destination', async () => {
    onlyInWholeSuite();
    const { leg, form, t, user } = await openLegs(language);
    await chooseAirport(user, leg(2).getByLabelText(t('search.to')), 'sin');
    for (const number of [3, 4, 5, 6]) {
      await user.click(form.getByRole('button', { name: t('search.addLeg') }));
      expect(document.activeElement).toBe(leg(number).getByLabelText(t('search.to')));
    }
    expect(leg(3).getByLabelText(t('search.from'))).toHaveProperty('value', 'SIN');
    expect(form.queryByRole('button', { name: t('search.addLeg') })).toBeNull();
    expect(form.getByText(t('search.mostLegs', { max: 6 }))).toBeTruthy();
  });

  it('removes legs down to two, ties the rest together and moves the focus to the next', async () => {
    const { leg, form, t, user } = await openLegs(language);
    await chooseAirport(user, leg(1).getByLabelText(t('search.to')), 'nrt');
    await chooseAirport(user, leg(2).getByLabelText(t('search.to')), 'icn');
    await user.click(form.getByRole('button', { name: t('search.addLeg') }));
    await chooseAirport(user, leg(3).getByLabelText(t('search.to')), 'sin');
    await user.click(form.getByRole('button', { name: t('search.addLeg') }));
    await user.click(form.getByRole('button', { name: t('search.removeLeg', { leg: 2 }) }));
    expect(document.activeElement).toBe(leg(2).getByLabelText(t('search.to')));
    expect(leg(2).getByLabelText(t('search.from'))).toHaveProperty('value', 'NRT');
    expect(leg(2).getByLabelText(t('search.to'))).toHaveProperty('value', 'SIN');
    await user.click(form.getByRole('button', { name: t('search.removeLeg', { leg: 1 }) }));
    expect(document.activeElement).toBe(leg(1).getByLabelText(t('search.from')));
    expect(leg(1).getByLabelText(t('search.from'))).toHaveProperty('value', 'NRT');
    expect(form.queryByRole('button', { name: t('search.removeLeg', { leg: 1 }) })).toBeNull();
    expect(form.queryByRole('group', { name: t('search.leg', { leg: 3 }) })).toBeNull();
  });

  it('moves the focus to the leg before when the last is removed', async () => {
    const { leg, form, t, user } = await openLegs(language);
    await user.click(form.getByRole('button', { name: t('search.addLeg') }));
    await user.click(form.getByRole('button', { name: t('search.removeLeg', { leg: 3 }) }));
    expect(document.activeElement).toBe(leg(2).getByLabelText(t('search.to')));
  });
});

describe('what stands in the form', () => {
  const thai = textsOf('th');

  it('is the same at home and on its own page, and after a switch of the language', async () => {
    onlyInWholeSuite();
    const { form, t, user, router } = await openForm('en', '/');
    await chooseAirport(user, form.getByLabelText(t('search.from')), 'chiang mai');
    chooseDay(form.getByLabelText(t('search.departure')), '2026-12-12');
    await user.type(form.getByLabelText(t('search.to')), 'nowhere at all');
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    const box = await screen.findByLabelText(thai('search.from'), { selector: 'form *' });
    expect(box).toHaveProperty('value', 'CNX');
    expect(descriptionOf(box)).toBe('เชียงใหม่');
    expect(screen.getByLabelText(thai('search.departure'))).toHaveProperty('value', '2026-12-12');
    expect(screen.getByLabelText(thai('search.to'))).toHaveProperty('value', 'nowhere at all');
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('link', { name: thai('nav.searchFlights') }));
    await screen.findByRole('heading', { level: 1, name: thai('search.heading') });
    expect(router.state.location.pathname).toBe('/search');
    const again = await formOnScreen();
    expect(again.getByLabelText(thai('search.from'))).toHaveProperty('value', 'CNX');
    expect(JSON.parse(sessionStorage.getItem('bkksiam-search') ?? '')).toMatchObject({
      legs: [{ origin: 'CNX', departure: '2026-12-12' }, {}],
    });
  });

  it('is filled in as ever where the browser forbids storage', async () => {
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const { form, t, user } = await openForm('en');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    expect(await chooseAirport(user, form.getByLabelText(t('search.from')), 'kul')).toBe('KUL');
    expect(form.getByLabelText(t('search.from'))).toHaveProperty('value', 'KUL');
  });
});
