import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import {
  bookingCalendar,
  type CalendarBooking,
} from '../../../../../supabase/functions/_shared/messages/booking-calendar.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { withFeatures } from '#testing/backend.ts';
import {
  acceptedBooking,
  bookingAction,
  holdBooking,
  putBooking,
  recordPayment,
} from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { catchFiles } from '#testing/downloads.ts';
import { csvFile, windows874 } from '#testing/uploads.ts';
import { dayIn, hoursFromNow } from '#testing/group-requests.ts';
import { blockRequests } from '#testing/network.ts';
import { headingHasFocus, testMemberPage } from '#testing/member-page.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { saveTraveller } from '#testing/travellers.ts';
import { textsOf } from '#testing/texts.ts';
import { alertToast } from '#testing/toasts.ts';
import english from '../../../public/locales/en/bookings.json';
import travellerTexts from '../../../public/locales/en/travellers.json';
import thai from '../../../public/locales/th/bookings.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const texts = { en: english, th: thai };
const common = textsOf('en');

/** The limits of members count what earlier tests placed. */
beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set created_at = created_at - interval '1 day', user_id = null;
    update public.bkk_quote_events set created_at = created_at - interval '1 day'; commit`);
});

const open = (reference: string, language: 'en' | 'th' = 'en') =>
  renderApp({ path: `/dashboard/bookings/${reference}`, as: 'member', language, features });

const baht = (language: 'en' | 'th', amount: string) =>
  language === 'th' ? `฿${amount}` : `THB ${amount}`;

const region = (name: string) => screen.findByRole('region', { name });

const statusOf = async (id: string) =>
  (await sql('select status from public.bkk_bookings where booking_id = $1', [id]))[0]?.status;

const namesOf = async (id: string) =>
  (
    await sql(
      `select coalesce(last_name || ' ' || first_name, '') as name from public.bkk_booking_passengers
       where booking_id = $1 order by position`,
      [id],
    )
  ).map(({ name }) => name);

describe.each(languagesInTest('en'))('the page of a booking in %s', (language) => {
  const text = texts[language];

  it('shows what is due until when, flights, people, price and the next steps of an accepted offer', async () => {
    const { reference } = await acceptedBooking(backend());
    await open(reference, language);
    const due = await region(text.situation.deposit);
    expect(due.textContent).toContain(baht(language, '20,000'));
    expect(due.textContent).toContain(text.due.deposit);
    const flights = await region(text.flights);
    for (const part of ['TG 682', '23:45', 'UTC+7', '07:40', 'UTC+9', '+1'])
      expect(flights.textContent).toContain(part);
    expect((await region(text.passengers)).textContent).toContain(text.noName);
    const price = await region(text.price.title);
    for (const amount of ['80,250', '43,800', '14,550'])
      expect(price.textContent).toContain(baht(language, amount));
    const steps = await screen.findByRole('list', { name: text.progress });
    expect(steps.textContent).toContain(text.event.offerAccepted);
    expect(
      within(steps).getByText(text.next.deposit.replace('{{amount}}', baht(language, '20,000'))),
    ).toBeTruthy();
    expect(steps.textContent).toContain(text.next.names);
    expect(screen.getByText('HOLD')).toBeTruthy();
  });

  it('has no route, no date and no price of a hold without a flight', async () => {
    onlyInWholeSuite();
    const { reference } = await holdBooking(backend());
    await open(reference, language);
    const due = await region(text.situation.unpriced);
    expect(due.textContent).toContain(text.due.unpriced);
    const main = screen.getByRole('main');
    expect(main.textContent).toContain(text.route.replace('{{route}}', '—'));
    expect(main.textContent).toContain(text.days.replace('{{days}}', '—'));
    expect((await region(text.flights)).textContent).toContain(text.noFlights);
    expect((await region(text.price.title)).textContent).toContain(text.price.none);
    expect((await region(text.passengers)).textContent).toContain('NATTAYA WONGTHAI');
  });

  it('shows what is paid and what is left of a confirmed booking', async () => {
    const booking = await acceptedBooking(backend());
    await recordPayment(backend(), booking, 2_000_050);
    await open(booking.reference, language);
    const due = await region(text.situation.balance);
    expect(due.textContent).toContain(baht(language, '60,249.50'));
    expect(within(due).getByRole('img').getAttribute('aria-label')).toBe(
      text.paidOf
        .replace('{{paid}}', baht(language, '20,000.50'))
        .replace('{{total}}', baht(language, '80,250')),
    );
    const price = await region(text.price.title);
    expect(price.textContent).toContain('2612-0098');
    expect(price.textContent).toContain(`−${baht(language, '20,000.50')}`);
    expect(screen.getByText('CONFIRMED')).toBeTruthy();
  });

  it('shows the code of the airline and the ticket numbers once they are issued', async () => {
    const booking = await holdBooking(backend());
    await bookingAction(backend(), 'admin', 'bkk_admin_price_booking', booking, {
      p_lines: [{ label: 'Fare', count: 1, price_satang: 929_000 }],
      p_total_satang: 929_000,
    });
    await recordPayment(backend(), booking, 929_000);
    await bookingAction(backend(), 'admin', 'bkk_admin_ticket', booking, {
      p_pnr: 'QX7M2K',
      p_ticket_numbers: ['2171234567890', '2171234567891', '2171234567892'],
    });
    await open(booking.reference, language);
    expect((await region(text.situation.ticketed)).textContent).toContain('QX7M2K');
    const passengers = await region(text.passengers);
    expect(passengers.textContent).toContain('2171234567892');
    expect(within(passengers).queryByRole('button', { name: text.names.correct })).toBeNull();
    const sheet = document.querySelector('.print-sheet')?.textContent ?? '';
    for (const part of [booking.reference, 'QX7M2K', 'PLOY WONGTHAI', '2171234567890'])
      expect(sheet).toContain(part);
  });
});

it('says that a payment slip is being checked, and until when', async () => {
  const { reference } = await holdBooking(backend(), { p_slip_name: 'slip.png' });
  await open(reference);
  const due = await region(english.situation.review);
  expect(due.textContent).toContain(english.due.review);
  expect(screen.getByText('DEPOSIT_PENDING')).toBeTruthy();
});

const atOnce = { deposit_satang: 8_025_000, conditions: [] };

it.each([
  ['a part of the deposit', {}, 500_000, 'PART_PAID', 'partial', '15,000', 'rest'],
  ['the whole price at once', atOnce, 0, 'HOLD', 'all', '80,250', 'all'],
  ['a part of the whole price', atOnce, 500_000, 'PART_PAID', 'balance', '75,250', 'rest'],
  ['a part of the balance', {}, 2_500_000, 'CONFIRMED', 'balance', '55,250', 'names'],
  ['the whole price', atOnce, 8_025_000, 'PAID_IN_FULL', 'paid', '80,250', 'names'],
] as const)(
  'says what is true of a booking for which %s is paid or due',
  async (_case, changes, satang, meaning, situation, amount, step) => {
    const booking = await acceptedBooking(backend(), changes);
    if (satang > 0) await recordPayment(backend(), booking, satang);
    await open(booking.reference);
    const due = await region(english.situation[situation]);
    expect(due.textContent).toContain(`THB ${amount}`);
    expect(screen.getByRole('main').textContent).toContain(common(`status.booking.${meaning}`));
    const next = english.next[step].replace('{{amount}}', `THB ${amount}`);
    expect(screen.getByRole('list', { name: english.progress }).textContent).toContain(next);
    if (changes === atOnce) expect(screen.getByRole('main').textContent).not.toMatch(/[Dd]eposit/);
    // From the first payment on the agency cancels.
    const cancel = screen.queryByRole('button', { name: english.cancel.action });
    expect(cancel === null).toBe(satang > 0);
  },
);

it.each([
  ['balance', 240],
  ['balanceSoon', 48],
] as const)(
  'says what the balance is for, and near its deadline what happens after it (%s)',
  async (note, hours) => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend(), { balance_due_at: hoursFromNow(hours) });
    await recordPayment(backend(), booking, 2_000_000);
    await open(booking.reference);
    const due = await region(english.situation.balance);
    expect(within(due).getByText(english.note[note])).toBeTruthy();
  },
);

it('does not ask for a payment before there is a price', async () => {
  const booking = await holdBooking(backend());
  await recordPayment(backend(), booking, 50_000);
  await open(booking.reference);
  const received = await region(english.situation.received);
  expect(received.textContent).toContain('THB 500');
  expect(screen.queryByRole('link', { name: english.payShort })).toBeNull();
});

it('takes no action once the hold is over, also before the clock has run', async () => {
  const booking = await holdBooking(backend());
  await putBooking(backend(), booking, `hold_expires_at = now() - interval '1 second'`);
  await open(booking.reference);
  expect(await region(english.situation.expired)).toBeTruthy();
  expect(screen.queryByRole('button', { name: english.cancel.action })).toBeNull();
  expect(screen.queryByRole('button', { name: english.names.correct })).toBeNull();
});

it('says first what the refused slip was missing, in the language on screen', async () => {
  const booking = await holdBooking(backend(), { p_slip_name: 'slip.png' });
  await bookingAction(backend(), 'admin', 'bkk_admin_refuse_deposit', booking, {
    p_reason_en: 'The slip is of another account.',
    p_reason_th: 'สลิปเป็นของบัญชีอื่น',
  });
  await open(booking.reference, 'th');
  const due = await region(thai.situation.unpriced);
  const alert = due.previousElementSibling;
  expect(alert?.role).toBe('alert');
  expect(alert?.textContent).toBe(`${thai.event.deposit_refused}สลิปเป็นของบัญชีอื่น`);
  const steps = await screen.findByRole('list', { name: thai.progress });
  expect(within(steps).getByText('สลิปเป็นของบัญชีอื่น')).toBeTruthy();
});

it('says who cancelled the booking and why, and that money has come in', async () => {
  onlyInWholeSuite();
  const booking = await acceptedBooking(backend());
  await recordPayment(backend(), booking, 2_000_000);
  await bookingAction(backend(), 'admin', 'bkk_admin_cancel_booking', booking, {
    p_reason: 'The airline dropped the flight.',
  });
  await open(booking.reference);
  const end = await region(english.situation.cancelled);
  expect(end.textContent).toContain(english.note.paidAfterEnd.replace('{{paid}}', 'THB 20,000'));
  const steps = screen.getByRole('list', { name: english.progress });
  expect(within(steps).getByText(english.event.cancelledByUs)).toBeTruthy();
  expect(within(steps).getByText('The airline dropped the flight.')).toBeTruthy();
});

it('cancels a hold after a confirmation', async () => {
  const booking = await holdBooking(backend());
  const { user } = await open(booking.reference);
  const button = await screen.findByRole('button', { name: english.cancel.action });
  const unblock = blockRequests('/rest/v1/rpc/bkk_cancel_booking');
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: english.cancel.confirm }));
  await expectConsoleError(/mutation \["bookings","cancel"\]/);
  unblock();
  // After a failure, too, a question that is left gives the focus back to its button.
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: english.cancel.back }));
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.click(button);
  const dialog = await screen.findByRole('alertdialog', { name: english.cancel.title });
  await user.click(within(dialog).getByRole('button', { name: english.cancel.confirm }));
  expect(await region(english.situation.cancelled)).toBeTruthy();
  expect(await statusOf(booking.booking_id)).toBe('CANCELLED');
  await headingHasFocus();
  // Nobody looks for its flight or works out its price any more.
  for (const name of [english.flights, english.price.title])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

describe('an action that comes too late', () => {
  const cancelAfter = async (
    booking: Awaited<ReturnType<typeof holdBooking>>,
    happens: () => Promise<unknown>,
  ) => {
    const { user } = await open(booking.reference);
    await user.click(await screen.findByRole('button', { name: english.cancel.action }));
    await happens();
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: english.cancel.confirm }));
    await expectConsoleError(/mutation \["bookings","cancel"\]/);
  };

  it('is refused after a payment, and the page shows it', async () => {
    const booking = await acceptedBooking(backend());
    await cancelAfter(booking, () => recordPayment(backend(), booking, 2_000_000));
    await waitFor(() => expect(alertToast()).toContain(english.refused.paid.title));
    expect(await region(english.situation.balance)).toBeTruthy();
    expect(await statusOf(booking.booking_id)).toBe('CONFIRMED');
  });

  it('is refused after the end of the hold, before the clock has run', async () => {
    const booking = await holdBooking(backend());
    await cancelAfter(booking, () =>
      putBooking(backend(), booking, `hold_expires_at = now() - interval '1 second'`),
    );
    await waitFor(() => expect(alertToast()).toContain(english.refused.expired.title));
    expect(await region(english.situation.expired)).toBeTruthy();
  });
});

/** The fields of a passenger, by their legend: computing the names of all groups of a long form takes long. */
const seat = (number: number) => {
  const legend = screen.getByText(new RegExp(`^${String(number)}\\. `), { selector: 'legend' });
  return legend.closest('fieldset') ?? legend;
};
const field = (number: number, label: string) => within(seat(number)).getByLabelText(label);
const write = (number: number, label: string, value: string) =>
  fireEvent.change(field(number, label), { target: { value } });

/** The button at the end of the form, before that of the phone's bar. */
const saveButton = (passengers: HTMLElement) => {
  const [atEnd] = within(passengers).getAllByRole('button', { name: english.form.save });
  return atEnd ?? passengers;
};

describe('the names of a booking', () => {
  const openForm = async (reference: string, button: string = english.names.enter) => {
    const { user } = await open(reference);
    const passengers = await region(english.passengers);
    await user.click(within(passengers).getByRole('button', { name: button }));
    return { user, passengers };
  };

  it('are typed, with what is wrong or does not fit beside the field, and some may come later', async () => {
    const booking = await acceptedBooking(backend());
    const { user, passengers } = await openForm(booking.reference);
    await waitFor(() => expect(document.activeElement?.id).toBe('passengers'));
    write(3, english.form.birthDate, '1990-05-31');
    const warning = english.warning.passenger.type_contradicts_birth.replace('{{type}}', 'Child');
    expect(within(seat(3)).getByText(warning)).toBeTruthy();
    write(3, english.form.birthDate, '');
    await user.type(field(1, english.form.lastName), 'วงศ์ไทย');
    write(1, english.form.firstName, 'Nattaya');
    const save = saveButton(passengers);
    await user.click(save);
    await screen.findByText(english.problem.passenger_name.thai);
    await waitFor(() => expect(document.activeElement).toBe(field(1, english.form.lastName)));
    write(1, english.form.lastName, 'Wongthai');
    write(1, english.form.birthDate, '14/3/2531');
    await user.click(save);
    expect(await within(passengers).findByText('NATTAYA WONGTHAI')).toBeTruthy();
    expect(await namesOf(booking.booking_id)).toEqual(['Wongthai Nattaya', '', '']);
    expect(passengers.textContent).toContain('14 Mar 1988');
    expect(passengers.textContent).toContain('1 of 3 names');
    await waitFor(() => expect(document.activeElement?.id).toBe('passengers'));
  });

  it('are shown twenty at a time', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    await putBooking(backend(), booking, 'pax_adt = 44');
    const { user, passengers } = await openForm(booking.reference);
    expect(within(passengers).getAllByRole('group', { name: /^\d+\. / })).toHaveLength(20);
    const rows = () => within(passengers).getAllByText(/^\d+\. /, { selector: 'legend' });
    await user.click(within(passengers).getByRole('button', { name: 'Show 20 more of 25' }));
    expect(rows()).toHaveLength(40);
    await user.click(within(passengers).getByRole('button', { name: 'Show 5 more of 5' }));
    expect(rows()).toHaveLength(45);
    expect(document.activeElement).toBe(field(41, english.form.lastName));
    write(45, english.form.lastName, 'Wongthai');
    write(45, english.form.firstName, 'Mali');
    await user.click(saveButton(passengers));
    await waitFor(async () => {
      const names = await namesOf(booking.booking_id);
      expect([names.length, names[44]]).toEqual([45, 'Wongthai Mali']);
    });
  });

  it('are saved from the bar of a phone, which says how to pay again afterwards', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    const { user } = await openForm(booking.reference);
    expect(screen.queryByRole('group', { name: english.bar })).toBeNull();
    const bar = within(screen.getByRole('group', { name: english.form.bar }));
    write(2, english.form.lastName, 'Dee');
    write(2, english.form.firstName, 'Nok');
    expect(bar.getByText('1 of 3 names')).toBeTruthy();
    await user.click(bar.getByRole('button', { name: english.form.save }));
    expect(await screen.findByRole('group', { name: english.bar })).toBeTruthy();
    expect(await namesOf(booking.booking_id)).toEqual(['', 'Dee Nok', '']);
  });

  it('that are wrong further down are shown when they are saved', async () => {
    const booking = await holdBooking(backend(), {
      p_passengers: Array.from({ length: 30 }, () => ({ first_name: 'Ann', last_name: 'Jaidee' })),
    });
    await sql(
      `update public.bkk_booking_passengers set first_name = 'มะลิ' where booking_id = $1 and position = 30`,
      [booking.booking_id],
    );
    const { user, passengers } = await openForm(booking.reference, english.names.correct);
    expect(within(passengers).getAllByRole('group', { name: /^\d+\. / })).toHaveLength(20);
    await user.click(saveButton(passengers));
    await screen.findByText(english.problem.passenger_name.thai);
    await waitFor(() => expect(document.activeElement).toBe(field(30, english.form.firstName)));
  });

  it('are loaded from a CSV file or pasted: each line says what it gives or what is wrong before they are used', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    const { user, passengers } = await openForm(booking.reference);
    await user.click(screen.getByText(english.import.title));
    const choose = async (file: File) =>
      user.upload(screen.getByLabelText(english.import.file, { selector: 'input' }), file);
    await choose(csvFile(Uint8Array.from('MUÑOZ,JOSÉ', (letter) => letter.charCodeAt(0))));
    expect(await screen.findByText(english.import.encoding)).toBeTruthy();
    const csv = 'sep=;\r\nลำดับ;ชื่อ (อังกฤษ);นามสกุล\r\n1;Nok;Dee\r\n2;Ton;Dee\r\n3;Mali;Dee\r\n';
    await choose(csvFile(windows874(csv)));
    const preview = await screen.findByRole('list', { name: english.import.preview });
    expect(preview.textContent).toContain('Dee, Mali');
    expect(screen.getByText('This column is not read: “ลำดับ”.')).toBeTruthy();
    const text = screen.getByRole('textbox', { name: english.import.text });
    await user.clear(text);
    await user.paste('Dee,Mali,child,1/2/2018\nDee,Mr Nok\nDee,Ton,adult\nDee,Fa,child');
    const linesOf = (name: string) =>
      within(screen.getByRole('list', { name, hidden: true }))
        .getAllByRole('listitem', { hidden: true })
        .map((line) => line.textContent);
    expect(linesOf(english.import.mendPreview)).toEqual([
      `2${english.form.firstName}: ${english.problem.passenger_name.title.replace('{{title}}', 'Mr')}`,
      `4${english.problem.passenger_list.no_child_one.replace('{{count}}', '1')}`,
    ]);
    expect(linesOf(english.import.preview)).toEqual([
      '1Dee, Mali · Child · 1 Feb 2018',
      '3Dee, Ton · Adult',
    ]);
    const right = screen.getByText(english.import.right_other.replace('{{count}}', '2'));
    expect(right.closest('details')?.open).toBe(false);
    await user.click(screen.getByRole('button', { name: /to the form$/ }));
    expect(screen.getByText(english.import.mend)).toBeTruthy();
    await user.clear(text);
    await user.paste('Dee,Mali,child,1/2/2018\nDee,Nok\nDee,Ton,adult');
    await user.click(screen.getByRole('button', { name: 'Add 3 passengers to the form' }));
    expect(document.activeElement?.textContent).toBe(english.import.title);
    expect(seat(1).textContent).toContain('1. Child');
    expect(screen.getByDisplayValue('1/2/2018')).toBe(field(1, english.form.birthDate));
    await user.click(saveButton(passengers));
    expect(await within(passengers).findByText('MALI DEE')).toBeTruthy();
    expect(await namesOf(booking.booking_id)).toEqual(['Dee Mali', 'Dee Nok', 'Dee Ton']);
  });

  it('keep what was typed when the booking has changed meanwhile, and are then saved', async () => {
    const booking = await holdBooking(backend());
    const { user, passengers } = await openForm(booking.reference, english.names.correct);
    write(2, english.form.firstName, 'Kritsada');
    await bookingAction(backend(), 'admin', 'bkk_admin_extend_hold', booking, {
      p_hold_expires_at: hoursFromNow(60),
    });
    const save = saveButton(passengers);
    await user.click(save);
    await waitFor(() => expect(alertToast()).toContain(english.refused.changed.title));
    await expectConsoleError(/mutation \["bookings","names"\]/);
    await user.click(save);
    expect(await within(passengers).findByText('KRITSADA WONGTHAI')).toBeTruthy();
  });

  it('are not taken after their deadline', async () => {
    const booking = await acceptedBooking(backend());
    await putBooking(backend(), booking, `names_due_at = now() - interval '1 second'`);
    await open(booking.reference);
    const passengers = await region(english.passengers);
    expect(passengers.textContent).toContain(english.names.closed);
    expect(within(passengers).queryByRole('button')).toBeNull();
  });

  it('are refused when their deadline passes while the form is open', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    const { user, passengers } = await openForm(booking.reference);
    write(1, english.form.lastName, 'Dee');
    write(1, english.form.firstName, 'Nok');
    await putBooking(backend(), booking, `names_due_at = now() - interval '1 second'`);
    await user.click(saveButton(passengers));
    await waitFor(() => expect(alertToast()).toContain(english.refused.names_due.title));
    await expectConsoleError(/mutation \["bookings","names"\]/);
    await waitFor(() => expect(passengers.textContent).toContain(english.names.closed));
  });
});

describe('saved travellers in a booking', () => {
  const pick = (name: string) => screen.findByRole('button', { name, pressed: false });
  const rowOf = (number: number) =>
    within(seat(number))
      .getAllByRole<HTMLInputElement>('textbox')
      .map(({ value }) => value);

  beforeEach(async () => {
    await sql('delete from public.bkk_travellers');
  });

  const save = (first: string, details: Readonly<Record<string, string>> = {}) =>
    saveTraveller(backend(), 'member', [first, 'Wongthai'], details);

  it('fill a free seat of their type, or the one that had the focus, and leave it again', async () => {
    await save('Nattaya', { p_birth_date: '1988-03-14' });
    await save('Ploy', { p_birth_date: '2017-05-30' });
    await save('Krit');
    const booking = await acceptedBooking(backend());
    const { user } = await open(booking.reference);
    const passengers = await region(english.passengers);
    await user.click(within(passengers).getByRole('button', { name: english.names.enter }));
    await user.click(await pick('Ploy Wongthai'));
    expect(rowOf(3)).toEqual(['Wongthai', 'Ploy', '30/5/2017']);
    await user.click(field(2, english.form.firstName));
    await user.click(await pick('Nattaya Wongthai'));
    expect(rowOf(2)).toEqual(['Wongthai', 'Nattaya', '14/3/1988']);
    await user.click(screen.getByRole('button', { name: 'Ploy Wongthai', pressed: true }));
    expect(rowOf(3)).toEqual(['', '', '']);
    await user.click(await pick('Ploy Wongthai'));
    await user.click(await pick('Krit Wongthai'));
    expect(rowOf(1)).toEqual(['Wongthai', 'Krit', '']);
    expect(screen.getByText(travellerTexts.picks.full)).toBeTruthy();
    await user.click(saveButton(passengers));
    expect(await within(passengers).findByText('PLOY WONGTHAI')).toBeTruthy();
    expect(await namesOf(booking.booking_id)).toEqual([
      'Wongthai Krit',
      'Wongthai Nattaya',
      'Wongthai Ploy',
    ]);
  });

  it('do not stand in the way of the form when they cannot be loaded', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    const unblock = blockRequests('/bkk_travellers');
    onTestFinished(unblock);
    const { user } = await open(booking.reference);
    const passengers = await region(english.passengers);
    await user.click(within(passengers).getByRole('button', { name: english.names.enter }));
    expect(await screen.findByText(travellerTexts.picks.failed)).toBeTruthy();
    await expectConsoleError(/query \["travellers"/);
    write(1, english.form.lastName, 'Dee');
    write(1, english.form.firstName, 'Nok');
    await user.click(saveButton(passengers));
    expect(await within(passengers).findByText('NOK DEE')).toBeTruthy();
  });

  it('are made of its passengers without typing again', async () => {
    await save('Krit');
    const { reference } = await holdBooking(backend());
    const { user } = await open(reference);
    const passengers = await region(english.passengers);
    const name = travellerTexts.keepNamed.replace('{{name}}', 'Ploy Wongthai');
    await user.click(await within(passengers).findByRole('button', { name }));
    await waitFor(() => expect(within(passengers).queryByRole('button', { name })).toBeNull());
    // In the place of the button.
    expect(within(passengers).getByText(travellerTexts.saved)).toBeTruthy();
    expect(
      await sql(
        'select first_name, last_name, birth_date::text from public.bkk_travellers order by first_name',
      ),
    ).toEqual([
      { first_name: 'Krit', last_name: 'Wongthai', birth_date: null },
      { first_name: 'Ploy', last_name: 'Wongthai', birth_date: '2017-05-30' },
    ]);
    const kept = travellerTexts.keepNamed.replace('{{name}}', 'Krit Wongthai');
    expect(within(passengers).queryByRole('button', { name: kept })).toBeNull();
  });

  it('warn of a passport that expires too early, beside the passenger in the list and in the form', async () => {
    onlyInWholeSuite();
    // The last flight leaves in 45 days.
    await save('Nattaya', { p_passport_expires_on: dayIn(120) });
    await save('Krit', { p_passport_expires_on: dayIn(20) });
    await save('Ploy', { p_passport_expires_on: dayIn(300) });
    const booking = await acceptedBooking(backend());
    await bookingAction(backend(), 'member', 'bkk_set_passengers', booking, {
      p_passengers: [
        { first_name: 'Nattaya', last_name: 'Wongthai', type: 'adult', birth_date: '1988-03-14' },
        { first_name: 'Krit', last_name: 'Wongthai', type: 'adult', birth_date: '' },
        { first_name: 'Ploy', last_name: 'Wongthai', type: 'child', birth_date: '' },
      ],
    });
    const { user } = await open(booking.reference);
    const passengers = await region(english.passengers);
    const { passport_expires: soon, passport_expired: expired } = english.warning.passenger;
    const early = soon.replace('{{months}}', '6');
    const warned = (rows: readonly HTMLElement[]) =>
      rows.map(({ textContent: text }) => [text.includes(early), text.includes(expired)]);
    const expected = [
      [true, false],
      [false, true],
      [false, false],
    ];
    await within(passengers).findByText(early);
    expect(warned(within(passengers).getAllByRole('row').slice(1))).toEqual(expected);
    await user.click(within(passengers).getByRole('button', { name: english.names.correct }));
    const seats = within(passengers).getAllByRole('group', { name: /^\d\. / });
    expect(warned(seats)).toEqual(expected);
  });
});

it('saves the flights as the calendar file of its mails, with the time zones of their airports', async () => {
  onlyInWholeSuite();
  const booking = await acceptedBooking(backend());
  const { user } = await open(booking.reference, 'th');
  const files = catchFiles();
  const documents = await region(thai.documents.title);
  await user.click(within(documents).getByRole('button', { name: /^เพิ่มลงในปฏิทิน/ }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual([`${booking.reference}.ics`]));
  const file = ((await files[0]?.content.text()) ?? '').replaceAll('\r\n ', '');
  const day = (iso: string) => iso.replaceAll('-', '');
  expect(file).toContain(`DTSTART;TZID=Asia/Bangkok:${day(dayIn(40))}T234500\r\n`);
  expect(file).toContain(`DTEND;TZID=Asia/Tokyo:${day(dayIn(41))}T074000\r\n`);
  expect(file).toContain('TZID:Asia/Tokyo');
  expect(file).toContain(`UID:${booking.booking_id}-2@bkksiam`);
  const [row] = await sql('select public.bkk_booking_mail_data($1) as data', [booking.booking_id]);
  const mailed = bookingCalendar(row?.data as CalendarBooking, {
    bookingId: booking.booking_id,
    language: 'th',
    page: window.location.href,
  });
  expect(await files[0]?.content.text()).toBe(mailed?.file.content);
});

it('is found by its reference as people type it, marked as a page of My Bookings, and copies the reference', async () => {
  onlyInWholeSuite();
  const { reference } = await holdBooking(backend());
  const { user } = await open(reference.toLowerCase().replace('-', ''));
  expect(await region(english.situation.unpriced)).toBeTruthy();
  const current = within(screen.getByRole('complementary'))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/bookings']);
  const copy = english.copy.replace('{{reference}}', reference);
  await user.click(screen.getByRole('button', { name: copy }));
  expect(await screen.findByText(`${reference} copied`)).toBeTruthy();
});

testMemberPage({
  features,
  pathOf: (id) => `/dashboard/bookings/${id}`,
  unknown: ['BKK-22222222', 'no-reference'],
  place: async () => (await holdBooking(backend())).reference,
  none: english.none,
});

it('is headed with the airports and days of its legs, however long its flights take', async () => {
  onlyInWholeSuite();
  const number = { airline: 'TG', cabin: 'economy', baggage: '30 kg', number: '1' };
  const at = (day: number, clock: string) => `${dayIn(day)}T${clock}`;
  const flight = (origin: string, destination: string, departs: string, arrives: string) => ({
    ...number,
    origin,
    destination,
    departs_at: departs,
    arrives_at: arrives,
  });
  const overnight = flight('BKK', 'NRT', at(40, '23:45'), at(41, '07:40'));
  const day = (days: number) => calendarDayText(dayIn(days), 'en') ?? '';
  const one = await acceptedBooking(backend(), { segments: [overnight] });
  const { unmount } = await open(one.reference);
  // On screen and in print.
  expect(await screen.findAllByText(day(40))).toHaveLength(2);
  unmount();
  const onward = flight('NRT', 'SIN', at(43, '10:00'), at(43, '16:30'));
  const three = await acceptedBooking(backend(), { segments: [overnight, onward] });
  await open(three.reference);
  expect(await screen.findAllByText(`${day(40)} – ${day(43)}`)).toHaveLength(2);
  const names = 'Bangkok Suvarnabhumi – Tokyo Narita – Singapore Changi';
  const heading = screen.getByRole('heading', { level: 1, name: names });
  expect(heading.textContent).toBe(`${names}BKKNRTSIN`);
  // In the heading, below it and in print.
  expect(screen.getAllByText(names)).toHaveLength(3);
});
