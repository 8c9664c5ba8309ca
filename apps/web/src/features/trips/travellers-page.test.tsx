import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { holdBooking } from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { closePage, storedDrafts } from '#testing/drafts.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { alertToast, toastText } from '#testing/toasts.ts';
import { saveTraveller } from '#testing/travellers.ts';
import englishBookings from '../../../public/locales/en/bookings.json';
import common from '../../../public/locales/en/common.json';
import english from '../../../public/locales/en/travellers.json';
import thaiBookings from '../../../public/locales/th/bookings.json';
import thai from '../../../public/locales/th/travellers.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const bookingTexts = ({
  form,
  oneName,
  problem,
}: typeof englishBookings | typeof thaiBookings) => ({
  form,
  oneName,
  names: problem.passenger_name,
});
const texts = {
  en: { ...english, ...bookingTexts(englishBookings) },
  th: { ...thai, ...bookingTexts(thaiBookings) },
};

beforeEach(() => sql('delete from public.bkk_travellers'));

const open = (language: 'en' | 'th' = 'en', as: 'member' | 'newMember' = 'member') =>
  renderApp({ path: '/dashboard/travellers', as, language, features });

const stored = () =>
  sql(`select first_name, last_name, birth_date::text, nationality, passport_ending, passport_expires_on::text,
         passport_sealed is not null as has_number
       from public.bkk_travellers order by last_name, first_name`);

const rows = async () =>
  within(await screen.findByRole('list', { name: english.title })).getAllByRole('listitem');

const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Answers for the functions from now on: the server of tests has a key. */
function answerFunction(body: object, status: number): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((request, init) => {
    const address = request instanceof Request ? request.url : String(request);
    return address.includes('/functions/v1/')
      ? Promise.resolve(Response.json(body, { status }))
      : fetch(request, init);
  });
}

/** The specimen of ICAO 9303. */
const zone = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;

describe.each(languagesInTest('en'))('the saved travellers in %s', (language) => {
  const text = texts[language];

  it('are typed, listed with the end of the passport number, and changed', async () => {
    const { user } = await open(language);
    expect(await screen.findByText(text.emptyText)).toBeTruthy();
    await press(user, text.add);
    await waitFor(() => expect(document.activeElement?.id).toBe('traveller'));
    expect(screen.getByText(text.passport.stored)).toBeTruthy();
    await user.type(input(text.form.lastName), 'Wongthai');
    await user.type(input(text.form.firstName), 'Ploy');
    await user.type(input(text.form.birthDate), '30/5/2560');
    await user.type(input(text.nationality), 'ไทย{Tab}');
    await user.type(input(text.passport.number), 'aa 123-4567');
    await user.type(input(text.passport.expiry), '28/2/2574');
    await press(user, text.save);
    const list = await screen.findByRole('list', { name: text.title });
    expect(await stored()).toEqual([
      {
        first_name: 'Ploy',
        last_name: 'Wongthai',
        birth_date: '2017-05-30',
        nationality: 'THA',
        passport_ending: '567',
        passport_expires_on: '2031-02-28',
        has_number: true,
      },
    ]);
    for (const shown of [
      'PLOY WONGTHAI',
      text.passport.shown.replace('{{ending}}', '567'),
      language === 'th' ? 'ไทย' : 'Thailand',
    ])
      expect(list.textContent).toContain(shown);
    expect(list.textContent).not.toContain('1234567');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    );
    await press(user, text.changeNamed.replace('{{name}}', 'PLOY WONGTHAI'));
    expect(input(text.passport.number).value).toBe('');
    await user.clear(input(text.form.firstName));
    await user.type(input(text.form.firstName), 'Ploypailin');
    await press(user, text.save);
    expect(await screen.findByText('PLOYPAILIN WONGTHAI')).toBeTruthy();
    expect(await stored()).toMatchObject([{ first_name: 'Ploypailin', passport_ending: '567' }]);
  });

  it('are said to be wrong beside each field, and nothing is sent', async () => {
    const { user } = await open(language);
    await press(user, text.add);
    await user.type(input(text.form.lastName), 'วงศ์ไทย');
    await user.type(input(text.form.firstName), '-');
    await user.type(input(text.passport.number), 'A1');
    await user.type(input(text.passport.expiry), 'soon');
    await press(user, text.save);
    const problems = text.problem.traveller;
    const expected = [
      [text.form.lastName, text.names.thai],
      [text.form.firstName, text.names.empty],
      [text.passport.number, problems.passport_number],
      [text.passport.expiry, problems.passport_expiry],
    ];
    const said = () =>
      expected.map(([label = '']) => {
        const ids = input(label).getAttribute('aria-describedby') ?? '';
        return [label, document.getElementById(ids.split(' ').at(-1) ?? '')?.textContent];
      });
    await waitFor(() => expect(said()).toEqual(expected));
    expect(await stored()).toEqual([]);
  });

  it('are read from the lines of a passport, with the field whose check digit does not fit', async () => {
    const { user } = await open(language);
    await press(user, text.add);
    await user.click(screen.getByText(text.zone.title));
    await user.click(input(text.zone.label));
    await user.paste(zone.join('\n').replace('7408122', '7408123'));
    expect(await screen.findByText(text.problem.mrz.birth_date_digit)).toBeTruthy();
    expect(input(text.form.lastName).value).toBe('');
    await user.clear(input(text.zone.label));
    await user.paste(zone.join('\n'));
    expect(await screen.findByText(text.zone.read)).toBeTruthy();
    await press(user, text.save);
    expect(await screen.findByText('ANNA MARIA ERIKSSON')).toBeTruthy();
    expect(screen.getByText(text.passport.expired)).toBeTruthy();
    expect(await stored()).toEqual([
      {
        first_name: 'ANNA MARIA',
        last_name: 'ERIKSSON',
        birth_date: '1974-08-12',
        nationality: 'UTO',
        passport_ending: '2C3',
        passport_expires_on: '2012-04-15',
        has_number: true,
      },
    ]);
  });

  it('may have one name: the form and the list tell how airlines write it', async () => {
    const { user } = await open(language);
    const written = text.oneName.written
      .replace('{{last}}', 'SUHARTINI')
      .replace('{{first}}', 'FNU');
    await press(user, text.add);
    await user.type(input(text.form.firstName), 'Suhartini');
    expect((await screen.findByText(written, { exact: false })).textContent).toBe(
      `${written} ${text.oneName.isWhole}`,
    );
    await press(user, text.save);
    expect(await screen.findByText(written)).toBeTruthy();
    expect(await stored()).toMatchObject([{ first_name: null, last_name: 'Suhartini' }]);
  });

  it('are deleted after a question', async () => {
    for (const name of ['Krit', 'Nok'])
      await saveTraveller(backend(), 'member', [name, 'Wongthai']);
    const { user } = await open(language);
    await press(user, text.deleteNamed.replace('{{name}}', 'KRIT WONGTHAI'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain(text.deleteTitle.replace('{{name}}', 'KRIT WONGTHAI'));
    await user.click(within(dialog).getByRole('button', { name: text.delete }));
    await waitFor(async () => expect(await stored()).toMatchObject([{ first_name: 'Nok' }]));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    // After a deletion, too, a question that is left gives the focus back to its button.
    const remove = text.deleteNamed.replace('{{name}}', 'NOK WONGTHAI');
    await press(user, remove);
    await press(user, text.deleteBack);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: remove })),
    );
    await press(user, remove);
    await press(user, text.delete);
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(await stored()).toEqual([]);
  });
});

/** Opens the form of a new traveller, and writes a name and the number of a passport into it. */
async function openWritten() {
  const { user } = await open();
  await press(user, english.add);
  await user.type(input(englishBookings.form.lastName), 'Dee');
  await user.type(input(englishBookings.form.firstName), 'Nok');
  await user.type(input(english.passport.number), 'AA1234567');
  return { user };
}

it('the number of a passport is deleted without the traveller', async () => {
  const { user } = await openWritten();
  await press(user, english.save);
  await press(user, english.changeNamed.replace('{{name}}', 'NOK DEE'));
  await user.click(input(english.passport.remove.replace('{{ending}}', '567')));
  await press(user, english.save);
  await rows();
  expect(await stored()).toMatchObject([
    { last_name: 'Dee', passport_ending: null, has_number: false },
  ]);
});

it('a traveller is saved without the number where the server cannot keep it, which is said', async () => {
  onlyInWholeSuite();
  const { user } = await openWritten();
  answerFunction({ code: 'no_sealing_key', message: 'No key' }, 501);
  await press(user, english.save);
  expect(await toastText()).toContain(english.savedWithoutPassport);
  expect(await rows()).toHaveLength(1);
  expect(await stored()).toMatchObject([{ last_name: 'Dee', has_number: false }]);
});

it('the form keeps what was typed when the number could not be sent, and makes one traveller', async () => {
  onlyInWholeSuite();
  const { user } = await openWritten();
  const unblock = blockRequests('/functions/v1/');
  await press(user, english.save);
  await waitFor(() => expect(alertToast()).toContain(english.passportFailed));
  await expectConsoleError(/mutation \["travellers","save"\]/);
  expect(input(english.passport.number).value).toBe('AA1234567');
  unblock();
  await press(user, english.save);
  expect(await rows()).toHaveLength(1);
  expect(await stored()).toMatchObject([{ last_name: 'Dee', passport_ending: '567' }]);
});

it('says in the language of the page that there was no connection', async () => {
  await saveTraveller(backend(), 'member', ['Krit', 'Wongthai']);
  const { user } = await open('th');
  const unblock = blockRequests('bkk_delete_traveller');
  await press(user, thai.deleteNamed.replace('{{name}}', 'KRIT WONGTHAI'));
  await press(user, thai.delete);
  await waitFor(() => expect(alertToast()).toContain(thai.deleteFailed));
  expect(alertToast()).toContain(textsOf('th')('authError.network'));
  await expectConsoleError(/fetch failed/);
  unblock();
});

it('says that 50 travellers are the most, and offers no other', async () => {
  await sql(`insert into public.bkk_travellers (traveller_id, user_id, first_name, last_name)
    select gen_random_uuid(), id, 'Nok', 'Dee' from auth.users, generate_series(1, 50)
    where email = 'nattaya@bkksiam.example'`);
  await open();
  expect(await rows()).toHaveLength(50);
  expect(screen.getByText(english.fullText)).toBeTruthy();
  expect(screen.queryByRole('button', { name: english.add })).toBeNull();
});

it("shows no traveller of another member, neither in that member's bookings", async () => {
  await saveTraveller(backend(), 'member', ['Krit', 'Wongthai']);
  await saveTraveller(backend(), 'newMember', ['Malee', 'Srisuk']);
  const { unmount } = await open('en', 'newMember');
  const [first, ...others] = await rows();
  expect(others).toEqual([]);
  expect(first?.textContent).toContain('MALEE SRISUK');
  unmount();
  await renderApp({ path: '/booking/TG%20600', as: 'newMember', features });
  const picks = await screen.findByRole('group', { name: english.picks.title });
  expect(
    within(picks)
      .getAllByRole('button')
      .map((pick) => pick.textContent),
  ).toEqual(['Malee Srisuk']);
});

it('says that the travellers could not be loaded, and tries again', async () => {
  const unblock = blockRequests('/bkk_travellers');
  const { user } = await open();
  expect(await screen.findByText(english.loadFailed)).toBeTruthy();
  await expectConsoleError(/query \["travellers"/);
  unblock();
  await press(user, 'Try again');
  expect(await screen.findByText(english.empty)).toBeTruthy();
});

it('is reached from My Bookings and from the passengers of a booking', async () => {
  onlyInWholeSuite();
  const { reference } = await holdBooking(backend());
  for (const path of ['/dashboard/bookings', `/dashboard/bookings/${reference}`]) {
    const { unmount } = await renderApp({ path, as: 'member', features });
    const link = await screen.findByRole('link', { name: english.link });
    expect(link.getAttribute('href')).toBe('/dashboard/travellers');
    unmount();
  }
});

it('is no page while the feature is off', async () => {
  await renderApp({ path: '/dashboard/travellers', as: 'member' });
  expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
});

describe('a traveller that was typed and not saved', () => {
  async function typeAndReload() {
    const before = await open();
    await press(before.user, english.add);
    await before.user.type(input(texts.en.form.lastName), 'Wongthai');
    await before.user.type(input(texts.en.form.firstName), 'Ploy');
    await before.user.type(input(english.passport.number), 'AA1234567');
    closePage(before.unmount);
    expect(storedDrafts()).toContain('Wongthai');
    expect(storedDrafts()).not.toContain('AA1234567');
    const { user } = await open();
    await press(user, english.add);
    await waitFor(() => expect(input(texts.en.form.lastName).value).toBe('Wongthai'));
    expect(input(english.passport.number).value).toBe('');
    return user;
  }

  it('is there after a reload without the passport number, and gone once saved', async () => {
    const user = await typeAndReload();
    await press(user, english.save);
    await waitFor(async () => expect(await stored()).toMatchObject([{ first_name: 'Ploy' }]));
    await waitFor(() => expect(storedDrafts()).toBeNull());
  });

  it('is gone when the member gives it up or signs out', async () => {
    onlyInWholeSuite();
    const user = await typeAndReload();
    await press(user, common.nav.logOut);
    await press(user, common.members.leave.leave);
    expect(await toastText()).toContain(common.toast.signedOutText);
    expect(storedDrafts()).toBeNull();
  });
});
