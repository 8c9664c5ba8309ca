import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import {
  chooseAirport,
  chooseDay,
  emptySearchForm,
  formOnScreen,
  searchTexts,
} from '#testing/search-form.ts';

withBackend();
beforeEach(emptySearchForm);

const cabins = {
  en: ['Economy', 'Premium', 'Business', 'First'],
  th: ['ชั้นประหยัด', 'ชั้นประหยัดพรีเมียม', 'ชั้นธุรกิจ', 'ชั้นหนึ่ง'],
};
const passengers = { en: ['1 passenger', '9 passengers'], th: ['1 คน', '9 คน'] };
const locked = { en: 'Starts where leg 1 ends', th: 'ต่อจากเที่ยวบินที่ 1' };
const full = { en: 'A trip has up to 6 legs.', th: 'เพิ่มได้สูงสุด 6 เที่ยวบิน' };
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
  return { ...hands, form: await formOnScreen(), text: searchTexts[language] };
}

async function openLegs(language: 'en' | 'th') {
  const opened = await openForm(language);
  const { user, form, text } = opened;
  await user.click(form.getByRole('button', { name: text.types.multicity }));
  const leg = (number: number) => within(form.getByRole('group', { name: text.leg(number) }));
  return { ...opened, leg };
}

describe.each(languagesInTest('en'))('the search form in %s', (language) => {
  it('starts as a round trip in economy for one, with nothing chosen', async () => {
    const { form, text } = await openForm(language);
    const pressed = form.getAllByRole('button', { pressed: true });
    expect(pressed.map(({ textContent }) => textContent)).toEqual([text.types.roundtrip]);
    expect(form.getByLabelText(text.passengers)).toHaveProperty('value', '1');
    expect(form.getByLabelText(text.cabin)).toHaveProperty('value', 'economy');
    for (const label of [text.from, text.to, text.departure, text.back]) {
      expect(form.getByLabelText(label, { exact: true })).toHaveProperty('value', '');
    }
  });

  it('offers one to nine passengers and four cabin classes', async () => {
    const { form, text, user } = await openForm(language);
    const options = (label: string) =>
      within(form.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options(text.cabin)).toEqual(cabins[language]);
    const counts = options(text.passengers);
    expect(counts).toHaveLength(9);
    expect([counts[0], counts[8]]).toEqual(passengers[language]);
    await user.selectOptions(form.getByLabelText(text.passengers), '9');
    await user.selectOptions(form.getByLabelText(text.cabin), 'first');
    expect(form.getByLabelText(text.passengers)).toHaveProperty('value', '9');
    expect(form.getByLabelText(text.cabin)).toHaveProperty('value', 'first');
  });

  it('asks for a return on a round trip only, and shows days and nights in the language', async () => {
    const { form, text, user } = await openForm(language);
    chooseDay(form.getByLabelText(text.departure), '2026-12-12');
    chooseDay(form.getByLabelText(text.back), '2026-12-17');
    expect(descriptionOf(form.getByLabelText(text.departure))).toBe(day[language][0]);
    expect(form.getByText(new RegExp(`${day[language][1] ?? ''}$`))).toBeTruthy();
    await user.click(form.getByRole('button', { name: text.types.oneway }));
    expect(form.queryByLabelText(text.back)).toBeNull();
    expect(form.getByLabelText(text.departure)).toHaveProperty('value', '2026-12-12');
    await user.click(form.getByRole('button', { name: text.types.roundtrip }));
    expect(form.getByLabelText(text.back)).toHaveProperty('value', '2026-12-17');
  });

  it('turns the way back round with every end of a round trip', async () => {
    const { form, text, user } = await openForm(language);
    expect(await chooseAirport(user, form.getByLabelText(text.from), 'bkk')).toBe('BKK');
    expect(await chooseAirport(user, form.getByLabelText(text.to), 'nrt')).toBe('NRT');
    await user.click(form.getByRole('button', { name: text.swap }));
    expect(form.getByLabelText(text.from)).toHaveProperty('value', 'NRT');
    expect(form.getByLabelText(text.to)).toHaveProperty('value', 'BKK');
    await chooseAirport(user, form.getByLabelText(text.from), 'sin');
    await user.click(form.getByRole('button', { name: text.types.multicity }));
    const second = within(form.getByRole('group', { name: text.leg(2) }));
    expect(second.getByLabelText(text.from)).toHaveProperty('value', 'BKK');
    expect(second.getByLabelText(text.to)).toHaveProperty('value', 'SIN');
    expect(form.queryByRole('group', { name: text.leg(3) })).toBeNull();
  });

  it('starts each later leg where the one before ends, locked, and shows why', async () => {
    const { leg, text, user } = await openLegs(language);
    await chooseAirport(user, leg(1).getByLabelText(text.to), 'hkt');
    const origin = leg(2).getByLabelText(text.from);
    expect(origin).toHaveProperty('value', 'HKT');
    expect(origin).toHaveProperty('readOnly', true);
    expect(descriptionOf(origin)).toContain(locked[language]);
    await user.type(origin, 'BKK');
    expect(origin).toHaveProperty('value', 'HKT');
    expect(leg(1).getByRole('combobox', { name: text.from })).toBeTruthy();
  });

  it('adds legs up to six, each with the focus on its destination', async () => {
    const { leg, form, text, user } = await openLegs(language);
    await chooseAirport(user, leg(2).getByLabelText(text.to), 'sin');
    for (const number of [3, 4, 5, 6]) {
      await user.click(form.getByRole('button', { name: text.add }));
      expect(document.activeElement).toBe(leg(number).getByLabelText(text.to));
    }
    expect(leg(3).getByLabelText(text.from)).toHaveProperty('value', 'SIN');
    expect(form.queryByRole('button', { name: text.add })).toBeNull();
    expect(form.getByText(full[language])).toBeTruthy();
  });

  it('removes legs down to two, ties the rest together and moves the focus to the next', async () => {
    const { leg, form, text, user } = await openLegs(language);
    await chooseAirport(user, leg(1).getByLabelText(text.to), 'nrt');
    await chooseAirport(user, leg(2).getByLabelText(text.to), 'icn');
    await user.click(form.getByRole('button', { name: text.add }));
    await chooseAirport(user, leg(3).getByLabelText(text.to), 'sin');
    await user.click(form.getByRole('button', { name: text.add }));
    await user.click(form.getByRole('button', { name: text.remove(2) }));
    expect(document.activeElement).toBe(leg(2).getByLabelText(text.to));
    expect(leg(2).getByLabelText(text.from)).toHaveProperty('value', 'NRT');
    expect(leg(2).getByLabelText(text.to)).toHaveProperty('value', 'SIN');
    await user.click(form.getByRole('button', { name: text.remove(1) }));
    expect(document.activeElement).toBe(leg(1).getByLabelText(text.from));
    expect(leg(1).getByLabelText(text.from)).toHaveProperty('value', 'NRT');
    expect(form.queryByRole('button', { name: text.remove(1) })).toBeNull();
    expect(form.queryByRole('group', { name: text.leg(3) })).toBeNull();
  });

  it('moves the focus to the leg before when the last is removed', async () => {
    const { leg, form, text, user } = await openLegs(language);
    await user.click(form.getByRole('button', { name: text.add }));
    await user.click(form.getByRole('button', { name: text.remove(3) }));
    expect(document.activeElement).toBe(leg(2).getByLabelText(text.to));
  });
});

describe('what stands in the form', () => {
  it('is the same at home and on its own page, and after a switch of the language', async () => {
    const { form, text, user, router } = await openForm('en', '/');
    await chooseAirport(user, form.getByLabelText(text.from), 'chiang mai');
    chooseDay(form.getByLabelText(text.departure), '2026-12-12');
    await user.type(form.getByLabelText(text.to), 'nowhere at all');
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    const thai = await screen.findByLabelText(searchTexts.th.from, { selector: 'form *' });
    expect(thai).toHaveProperty('value', 'CNX');
    expect(descriptionOf(thai)).toBe('เชียงใหม่');
    expect(screen.getByLabelText(searchTexts.th.departure)).toHaveProperty('value', '2026-12-12');
    expect(screen.getByLabelText(searchTexts.th.to)).toHaveProperty('value', 'nowhere at all');
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('link', { name: searchTexts.th.submit }));
    await screen.findByRole('heading', { level: 1, name: 'อยากไปที่ไหน เมื่อไร' });
    expect(router.state.location.pathname).toBe('/search');
    const again = await formOnScreen();
    expect(again.getByLabelText(searchTexts.th.from)).toHaveProperty('value', 'CNX');
    expect(JSON.parse(sessionStorage.getItem('bkksiam-search') ?? '')).toMatchObject({
      legs: [{ origin: 'CNX', departure: '2026-12-12' }, {}],
    });
  });

  it('is filled in as ever where the browser forbids storage', async () => {
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const { form, text, user } = await openForm('en');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    expect(await chooseAirport(user, form.getByLabelText(text.from), 'kul')).toBe('KUL');
    expect(form.getByLabelText(text.from)).toHaveProperty('value', 'KUL');
  });
});
