import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '@bkksiam/domain/booking';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withFeatures } from '#testing/backend.ts';
import { holdAnswers, loseAnswer, networkQuiet } from '#testing/network.ts';
import { fieldNamed, setField } from '#testing/fields.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastRegion, toastText } from '#testing/toasts.ts';
import { saveTraveller } from '#testing/travellers.ts';
import englishBookings from '../../../public/locales/en/bookings.json';
import english from '../../../public/locales/en/hold.json';
import travellerTexts from '../../../public/locales/en/travellers.json';
import thaiBookings from '../../../public/locales/th/bookings.json';
import thai from '../../../public/locales/th/hold.json';

const { backend, features, sql } = withFeatures(['bookings']);
const texts = { en: english, th: thai };
const bookingTexts = { en: englishBookings, th: thaiBookings };

beforeEach(async () => {
  localStorage.removeItem('bkksiam-bookings');
  // Events cannot be deleted but with their booking.
  await sql('delete from public.bkk_bookings');
});

const local = () =>
  JSON.parse(localStorage.getItem('bkksiam-bookings') ?? '[]') as readonly Booking[];

const held = () =>
  sql(`select booking_id::text, reference, flight_id, status, contact_email, contact_phone, notes, slip_name,
         (select string_agg(first_name || ' ' || last_name, ', ' order by position)
          from public.bkk_booking_passengers as passenger where passenger.booking_id = booking.booking_id) as names
       from public.bkk_bookings as booking order by created_at`);

async function open(language: 'en' | 'th' = 'en') {
  const app = await renderApp({ path: '/booking/TG%20600', as: 'newMember', language, features });
  await waitFor(() => fieldNamed('contact.phone'));
  return app;
}

function fillIn(): void {
  setField('passengers.0.firstName', ' Malee ');
  setField('passengers.0.lastName', 'Srisuk');
  setField('contact.phone', '+66 ๐๘๑ 234 5678');
}

const submit = (language: 'en' | 'th' = 'en') =>
  fireEvent.click(
    screen.getByRole('button', { name: textsOf(language)('members.booking.submit') }),
  );

const alert = () => within(screen.getByRole('main')).findByRole('alert');

describe.each(languagesInTest('en'))('holding a booking on the server in %s', (language) => {
  const t = textsOf(language);
  const text = texts[language];

  it('holds the seats, stores the booking with the id of the server, and opens the dashboard', async () => {
    const { user, router } = await open(language);
    expect(screen.getByText(text.stored)).toBeTruthy();
    fillIn();
    submit(language);
    const shown = await toastText();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    const [booking, ...others] = await held();
    expect(others).toEqual([]);
    expect(booking).toMatchObject({
      flight_id: 'TG 600',
      status: 'HOLD',
      contact_email: 'malee@bkksiam.example',
      contact_phone: '+66812345678',
      notes: null,
      names: 'Malee Srisuk',
    });
    expect(shown).toContain(t('members.booking.done'));
    expect(shown).toContain(String(booking?.reference));
    const [stored, ...more] = local();
    expect(more).toEqual([]);
    expect(stored).toMatchObject({
      id: `BKK-${String(Date.parse(stored?.createdAt ?? ''))}`,
      flightId: 'TG 600',
      passengers: [{ firstName: 'Malee', lastName: 'Srisuk' }],
      status: 'HOLD',
      serverId: booking?.booking_id,
    });
    const region = await toastRegion();
    await user.click(within(region).getByRole('button', { name: text.open }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `/dashboard/bookings/${String(booking?.reference)}`,
      ),
    );
  });

  it('says beside each field what the server would refuse, and sends nothing', async () => {
    await open(language);
    setField('passengers.0.firstName', 'มาลี');
    setField('passengers.0.lastName', 'Mrs Srisuk');
    setField('contact.email', 'no address');
    setField('contact.phone', '02 000 0142 ต่อ 12');
    submit(language);
    const names = bookingTexts[language].problem.passenger_name;
    const wrong = [
      ['passengers.0.firstName', names.thai],
      ['passengers.0.lastName', names.title.replace('{{title}}', 'Mrs')],
      ['contact.email', text.problem.booking.email],
      ['contact.phone', text.problem.booking.phone],
    ];
    const errors = () =>
      wrong.map(([name = '']) => [
        name,
        document.getElementById(fieldNamed(name).getAttribute('aria-describedby') ?? '')
          ?.textContent,
      ]);
    await waitFor(() => expect(errors()).toEqual(wrong));
    expect(document.activeElement).toBe(fieldNamed('passengers.0.firstName'));
    const summary = screen.getByRole('navigation', { name: t('members.booking.summary') });
    expect(within(summary).getAllByRole('button')).toHaveLength(4);
    expect(await held()).toEqual([]);
    expect(local()).toEqual([]);
  });
});

describe('saved travellers', () => {
  const pick = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed });
  const names = () =>
    [...document.querySelectorAll<HTMLInputElement>('[name^="passengers."]')].map(
      ({ value }) => value,
    );

  beforeEach(async () => {
    await sql('delete from public.bkk_travellers');
    await saveTraveller(backend(), 'newMember', ['Malee', 'Srisuk']);
    await saveTraveller(backend(), 'newMember', ['Nok', 'Dee']);
  });

  it('fill an empty row or a new one, are marked, and leave the row again', async () => {
    const { user } = await open();
    await user.click(await pick('Malee Srisuk', false));
    await user.click(await pick('Nok Dee', false));
    expect(names()).toEqual(['Malee', 'Srisuk', 'Nok', 'Dee']);
    await user.click(await pick('Malee Srisuk', true));
    expect(names()).toEqual(['', '', 'Nok', 'Dee']);
    await user.click(await pick('Malee Srisuk', false));
    setField('contact.phone', '081 234 5678');
    submit();
    await waitFor(() => expect(local()).toHaveLength(1));
    expect(await held()).toMatchObject([{ names: 'Malee Srisuk, Nok Dee' }]);
  });

  it('are shown together with the fields below them', async () => {
    const { router } = await renderApp({ path: '/about', as: 'newMember', features });
    await networkQuiet();
    const release = holdAnswers();
    onTestFinished(release);
    await router.navigate('/booking/TG%20600');
    await screen.findByRole('button', { name: textsOf('en')('members.booking.submit') });
    expect(document.querySelector('main input')).toBeNull();
    release();
    await pick('Malee Srisuk', false);
    expect(names()).toEqual(['', '']);
  });

  it('are neither shown nor read while the feature is off', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    provideSettings({ ...settings(), features: [] });
    onTestFinished(() => provideSettings({ ...settings(), features }));
    await renderApp({ path: '/booking/TG%20600', as: 'newMember' });
    await waitFor(() => fieldNamed('contact.phone'));
    await networkQuiet();
    expect(screen.queryByText(travellerTexts.picks.title)).toBeNull();
    const addresses = fetched.mock.calls.map(([request]) =>
      request instanceof Request ? request.url : String(request),
    );
    expect(addresses.filter((address) => address.includes('travellers'))).toEqual([]);
  });
});

it('a passenger may have one name, and is told how airlines write it', async () => {
  onlyInWholeSuite();
  await sql(`select bkk_internal.set_one_name_style('twice')`);
  onTestFinished(async () => {
    await sql(`select bkk_internal.set_one_name_style('fnu')`);
  });
  await open();
  fillIn();
  setField('passengers.0.firstName', '');
  const { written, isWhole } = englishBookings.oneName;
  const told = written.replace('{{last}}', 'SRISUK').replace('{{first}}', 'SRISUK');
  expect(await screen.findByText(`${told} ${isWhole}`)).toBeTruthy();
  submit();
  await waitFor(async () => expect(await held()).toHaveLength(1));
  expect(await sql('select first_name, last_name from public.bkk_booking_passengers')).toEqual([
    { first_name: null, last_name: 'Srisuk' },
  ]);
});

it('a slip starts a review', async () => {
  await open();
  fillIn();
  const file = new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' });
  fireEvent.change(fieldNamed('slip'), { target: { files: [file] } });
  submit();
  await waitFor(() => expect(local()).toMatchObject([{ status: 'DEPOSIT_PENDING' }]));
  expect(await held()).toMatchObject([{ status: 'DEPOSIT_PENDING', slip_name: 'slip.pdf' }]);
});

it('makes one hold of a form that is sent again after a lost answer', async () => {
  const { router } = await open();
  fillIn();
  loseAnswer('/rpc/bkk_hold_booking');
  submit();
  expect((await alert()).textContent).toContain(english.unreachable);
  expect(router.state.location.pathname).toBe('/booking/TG%20600');
  expect(fieldNamed('passengers.0.firstName').value).toBe(' Malee ');
  expect(local()).toEqual([]);
  const [booking] = await held();
  submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(await held()).toEqual([booking]);
  expect(local()).toMatchObject([{ serverId: booking?.booking_id }]);
});

it('says that there are too many unpaid holds, and keeps the form', async () => {
  await sql(`insert into public.bkk_bookings (
      reference, user_id, flight_id, status, request_key, contact_email, contact_phone, pax_adt, hold_expires_at)
    select bkk_internal.new_booking_reference(), id, 'TG 1', 'HOLD', gen_random_uuid(), email, '1', 1, now() + interval '1 day'
    from auth.users, generate_series(1, 5) where email = 'malee@bkksiam.example'`);
  const { router } = await open();
  fillIn();
  submit();
  expect((await alert()).textContent).toContain(english.tooMany);
  expect(router.state.location.pathname).toBe('/booking/TG%20600');
  expect(await held()).toHaveLength(5);
  expect(local()).toEqual([]);
});

it('holds the booking also where the browser denies storage', async () => {
  onlyInWholeSuite();
  const { router } = await open();
  fillIn();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(await held()).toHaveLength(1);
});

const unsent = (changes: Partial<Booking> = {}): Booking => ({
  id: 'BKK-1760000000000',
  flightId: 'TG 409',
  userId: 'Malee@bkksiam.example',
  passengers: [
    { firstName: 'Malee', lastName: 'Srisuk' },
    { firstName: 'Somsri', lastName: 'Srisuk' },
  ],
  contact: { email: 'other@mail.example', phone: '02 000 0142' },
  notes: 'Window seats',
  status: 'HOLD',
  holdExpiry: '2025-10-11T08:53:20.000Z',
  createdAt: '2025-10-09T08:53:20.000Z',
  paymentSlipName: null,
  ...changes,
});

const store = (...bookings: readonly Booking[]) =>
  localStorage.setItem('bkksiam-bookings', JSON.stringify(bookings));

const dashboard = (language: 'en' | 'th' = 'en') =>
  renderApp({ path: '/dashboard', as: 'newMember', language, features });

describe.each(languagesInTest('en'))('bookings that only the browser has, in %s', (language) => {
  const text = texts[language].unsent;

  it('are offered on the dashboard as a form that is filled in, until one is held', async () => {
    const others = [
      unsent({ id: 'BKK-2', userId: 'nattaya@bkksiam.example' }),
      unsent({ id: 'BKK-3', serverId: '00000000-0000-4000-8001-000000000001' }),
    ];
    store(...others, unsent());
    const { user, router } = await dashboard(language);
    const again = await screen.findAllByRole('link', { name: new RegExp(text.again) });
    expect(again.map(({ textContent }) => textContent)).toEqual([`${text.again}TG 409`]);
    expect(await held()).toEqual([]);
    await user.click(again[0] ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe('/booking/TG%20409'));
    await waitFor(() => fieldNamed('passengers.1.firstName'));
    const names = ['passengers.1.firstName', 'contact.email', 'contact.phone'];
    expect(names.map((name) => fieldNamed(name).value)).toEqual([
      'Somsri',
      'other@mail.example',
      '02 000 0142',
    ]);
    submit(language);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    const [booking] = await held();
    expect(booking).toMatchObject({
      flight_id: 'TG 409',
      notes: 'Window seats',
      names: 'Malee Srisuk, Somsri Srisuk',
    });
    expect(
      local()
        .map(({ id, serverId }) => [id, serverId])
        .slice(2),
    ).toEqual([
      ['BKK-1760000000000', booking?.booking_id],
      [expect.stringMatching(/^BKK-\d{13}$/), booking?.booking_id],
    ]);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(screen.queryByText(text.text)).toBeNull());
  });

  it('are not offered again once they were dismissed', async () => {
    onlyInWholeSuite();
    store(unsent(), unsent({ id: 'BKK-1760000000001', flightId: 'PG 1' }));
    const { user, unmount } = await dashboard(language);
    await user.click(await screen.findByRole('button', { name: text.notNow }));
    expect(screen.queryByText(text.text)).toBeNull();
    expect(local().map(({ isDismissed }) => isDismissed)).toEqual([true, true]);
    unmount();
    store(...local(), unsent({ id: 'BKK-1760000000002', flightId: 'WE 1' }));
    await dashboard(language);
    const again = await screen.findAllByRole('link', { name: new RegExp(text.again) });
    expect(again.map(({ textContent }) => textContent)).toEqual([`${text.again}WE 1`]);
  });
});
