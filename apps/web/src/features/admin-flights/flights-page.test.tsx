import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from '@bkksiam/domain/day-arithmetic';
import type { Language } from '@bkksiam/domain/languages';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { catchFiles } from '#testing/downloads.ts';
import { csvFile, windows874 } from '#testing/uploads.ts';
import { callFunction, dayIn } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminFlights.json';
import imports from '../../../public/locales/en/tableImport.json';
import thai from '../../../public/locales/th/adminFlights.json';

const { backend, features, sql } = withFeatures(['bookings', 'flights']);
const texts = { en: english, th: thai };

/** Each test has flights and bookings of its own. */
beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    truncate public.bkk_bookings, public.bkk_booking_passengers, public.bkk_booking_payments, public.bkk_booking_events,
      public.bkk_booking_seats, public.bkk_flight_seats, public.bkk_flight_fares, public.bkk_flights cascade;
    commit`);
});

/** Adds a flight of every day from tomorrow on, for 40 days; gives its id. */
async function addFlight(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = await callFunction(backend(), 'admin', 'bkk_admin_save_flight', {
    p_flight_id: null,
    p_version: null,
    p_flight: {
      airline: 'L5',
      flight_number: '108',
      origin: 'BKK',
      destination: 'CNX',
      departs_at: '08:05',
      arrives_at: '09:25',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      first_day: dayIn(1),
      last_day: dayIn(40),
      cabin: 'economy',
      fares: [{ name: 'Saver', adult_satang: 190_000, adult_tax_satang: 51_000, seats: 9 }],
      ...changes,
    },
  });
  return String(id);
}

const fareOf = async (flight: string) => {
  const [row] = await sql(
    'select fare_id::text as id from public.bkk_flight_fares where flight_id = $1 order by fare_id',
    [flight],
  );
  return String(row?.id);
};

/** Holds two seats as the demo member. */
async function hold(fare: string, day: string) {
  const flight = `own-2-0-0_${fare}.${day.replaceAll('-', '')}`;
  const [price] = await sql('select * from bkk_internal.price_own_seats($1, 2, 0, 0)', [flight]);
  const held = await callFunction(backend(), 'member', 'bkk_hold_booking', {
    p_request_key: crypto.randomUUID(),
    p_flight_id: flight,
    p_passengers: [
      { first_name: 'Nattaya', last_name: 'Wongthai', type: 'adult' },
      { first_name: 'Jose', last_name: "O'Neill", type: 'adult' },
    ],
    p_email: 'nattaya@bkksiam.example',
    p_phone: '+66812345678',
    p_notes: null,
    p_expected_total_satang: price?.total_satang,
  });
  return held as { readonly booking_id: string; readonly reference: string };
}

const flightRow = async (id: string) => {
  const [row] = await sql('select * from public.bkk_flights where flight_id = $1', [id]);
  return row;
};

function open(path = '/admin/flights', language: Language = 'en') {
  return renderApp({ path, as: 'admin', language, features });
}

const paneOf = async (language: Language = 'en') =>
  within(await screen.findByRole('region', { name: texts[language].one }));

async function openForm(id: string) {
  const { user } = await open(`/admin/flights?flight=${id}`);
  const pane = await paneOf();
  await user.click(await pane.findByRole('button', { name: english.view.flight }));
  return { user, pane, form: await pane.findByRole('form', { name: english.edit }) };
}

/** The numbers on screen, once the rows are there. */
async function numbers(count: number) {
  const table = await screen.findByRole('table', { name: english.title });
  return waitFor(() => {
    expect(table.getAttribute('aria-busy')).toBe('false');
    const heads = table.querySelectorAll('th[scope=row]');
    expect(heads).toHaveLength(count);
    return [...heads].map(({ textContent }) => textContent);
  });
}

/** Replaces the text of a field at once: a form of this size is slow to type into. */
async function enter(
  user: Awaited<ReturnType<typeof open>>['user'],
  field: HTMLElement,
  text: string,
) {
  await user.clear(field);
  await user.paste(text);
}

it('do not exist while the feature is off', async () => {
  await renderApp({ path: '/admin/flights', as: 'admin', features: ['bookings'] });
  expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: english.title })).toBeNull();
});

describe('the list', () => {
  it('shows route, times, price and free seats, and finds flights by number, airport, route and state', async () => {
    await addFlight();
    await addFlight({
      flight_number: '9',
      destination: 'HKT',
      departs_at: '23:50',
      arrives_at: '01:10',
      arrives_days: 1,
      weekdays: [1, 2, 3, 5],
    });
    await addFlight({
      airline: 'XJ',
      flight_number: '600',
      destination: 'NRT',
      arrives_at: '16:25',
      first_day: dayIn(-20),
      last_day: dayIn(-2),
    });
    const { user } = await open();
    expect(await numbers(3)).toEqual(['L5 108', 'L5 9', 'XJ 600']);
    const row = within(screen.getByRole('row', { name: /L5 9/ }));
    expect(row.getByText('23:50 – 01:10 +1')).toBeTruthy();
    expect(row.getByText('Mon–Wed Fri')).toBeTruthy();
    expect(row.getByText('2,410')).toBeTruthy();
    // Each day from tomorrow on, of the 30 days from today.
    expect(within(screen.getByRole('row', { name: /L5 108/ })).getByText('261')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'On sale 2' }));
    expect(await numbers(2)).toEqual(['L5 108', 'L5 9']);
    await user.selectOptions(
      screen.getByRole('combobox', { name: english.filter.route }),
      'BKK-HKT',
    );
    expect(await numbers(1)).toEqual(['L5 9']);
    await user.selectOptions(screen.getByRole('combobox', { name: english.filter.route }), '');
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await numbers(3);
    const search = screen.getByRole('searchbox', { name: english.search });
    await enter(user, search, 'xj 600');
    expect(await numbers(1)).toEqual(['XJ 600']);
    await enter(user, search, 'ภูเก็ต');
    await waitFor(async () => expect(await numbers(1)).toEqual(['L5 9']));
  });
});

describe.each(languagesInTest('th'))('a flight in %s', (language) => {
  const text = texts[language];

  it('is added with a fare, and then shows its seats', async () => {
    const { user } = await open('/admin/flights', language);
    await user.click(await screen.findByRole('link', { name: text.new }));
    const pane = await paneOf(language);
    const add = await pane.findByRole('button', { name: text.add });
    await user.click(add);
    expect(await pane.findByText(text.problem.flight.airline)).toBeTruthy();
    const fill = (name: string, value: string, container = pane) =>
      enter(user, container.getByLabelText(name), value);
    await fill(text.field.airline, 'l5');
    await fill(text.field.flight_number, '108');
    for (const [end, code] of [
      ['origin', 'BKK'],
      ['destination', 'CNX'],
    ] as const) {
      const airport = pane.getByRole('combobox', { name: text.field[end] });
      await user.type(airport, code);
      await user.keyboard('{Enter}');
    }
    await fill(text.field.departs_at, '0805');
    await fill(text.field.arrives_at, '925');
    const lastDay = pane.getByLabelText(text.field.last_day);
    // A year of the Buddhist era is asked for.
    const [year = '', ...monthAndDay] = dayIn(40).split('-');
    const buddhist = [String(Number(year) + 543), ...monthAndDay].join('-');
    fireEvent.change(lastDay, { target: { value: buddhist } });
    await user.click(add);
    const question = text.problem.flight.other_year.split('{{year}}')[0] ?? '';
    expect(await pane.findByText(question, { exact: false })).toBeTruthy();
    fireEvent.change(lastDay, { target: { value: dayIn(40) } });
    await fill(text.field.name, 'Saver');
    await fill(text.field.seats, '12');
    await fill(text.field.adult_satang, '1,900.50');
    await fill(text.field.adult_tax_satang, '510');
    const adult = within(pane.getByRole('group', { name: text.type.adult }));
    await fill(text.bag.checked_pieces, '1', adult);
    await fill(text.bag.checked_kg, '20', adult);
    await user.selectOptions(
      pane.getByRole('combobox', { name: text.field.change_allowed }),
      text.allowed.yes,
    );
    await fill(text.field.change_fee_satang, '1500');
    await user.click(add);
    expect(await pane.findByRole('grid')).toBeTruthy();
    const [fare] = await sql(
      `select fare.*, flight.airline, to_char(departs_at, 'HH24:MI') as departs, to_char(arrives_at, 'HH24:MI') as arrives
       from public.bkk_flights as flight natural join (select flight_id, name, adult_satang, adult_tax_satang, seats, baggage, change_fee_satang, child_satang, sale_from::text from public.bkk_flight_fares) as fare`,
    );
    expect(fare).toMatchObject({
      airline: 'L5',
      departs: '08:05',
      arrives: '09:25',
      name: 'Saver',
      adult_satang: '190050',
      adult_tax_satang: '51000',
      child_satang: null,
      seats: 12,
      change_fee_satang: '150000',
      sale_from: '-infinity',
      baggage: {
        adult: { cabin_pieces: null, cabin_kg: null, checked_pieces: 1, checked_kg: 20 },
      },
    });
  });
});

describe('the form', () => {
  it('says what another admin has changed, keeps what was typed, and saves it when that is wanted', async () => {
    onlyInWholeSuite();
    const id = await addFlight();
    const { user, pane } = await openForm(id);
    await enter(user, pane.getByRole('textbox', { name: english.field.departs_at }), '0810');
    await sql(
      `update public.bkk_flights set arrives_at = '09:40', version = version + 1 where flight_id = $1`,
      [id],
    );
    await user.click(pane.getByRole('button', { name: english.save }));
    expect(await pane.findByText(english.changed.title)).toBeTruthy();
    await expectConsoleError('changed meanwhile');
    expect(pane.getByText('Changed: Arrives.')).toBeTruthy();
    const departs = pane.getByRole<HTMLInputElement>('textbox', { name: english.field.departs_at });
    expect(departs.value).toBe('08:10');
    await user.click(pane.getByRole('button', { name: english.changed.mine }));
    await user.click(pane.getByRole('button', { name: english.save }));
    await waitFor(async () =>
      expect(await flightRow(id)).toMatchObject({ departs_at: '08:10:00', arrives_at: '09:25:00' }),
    );
    // A second change needs no reload, once the saved flight is there.
    await screen.findByText(english.saved);
    const save = pane.getByRole('button', { name: english.save });
    await waitFor(() => expect(save.getAttribute('aria-busy')).not.toBe('true'));
    await enter(user, departs, '0815');
    await user.click(pane.getByRole('button', { name: english.save }));
    await waitFor(async () =>
      expect(await flightRow(id)).toMatchObject({ departs_at: '08:15:00' }),
    );
  });

  it('is headed with its number where the list does not have it', async () => {
    onlyInWholeSuite();
    const id = await addFlight();
    await open(`/admin/flights?flight=${id}&q=nothing`);
    expect(await screen.findByRole('heading', { level: 2, name: 'L5 108' })).toBeTruthy();
  });

  it('copies a flight into a new one', async () => {
    onlyInWholeSuite();
    const id = await addFlight();
    const { user, pane } = await openForm(id);
    await user.click(pane.getByRole('link', { name: english.copy }));
    const copy = await paneOf();
    const number = await copy.findByRole('textbox', { name: english.field.flight_number });
    await enter(user, number, '110');
    await user.click(copy.getByRole('button', { name: english.add }));
    await waitFor(async () =>
      expect(
        await sql('select flight_number as number from public.bkk_flights order by 1'),
      ).toEqual([{ number: '108' }, { number: '110' }]),
    );
  });

  it('deletes a flight after a question, and says why one with bookings stays', async () => {
    const id = await addFlight();
    const booking = await hold(await fareOf(id), dayIn(9));
    const { user, pane } = await openForm(id);
    const press = async () => {
      await user.click(pane.getByRole('button', { name: english.delete }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Delete L5 108?' }));
      await user.click(question.getByRole('button', { name: english.delete }));
    };
    await press();
    expect(await pane.findByText(english.problem.database.flight_booked)).toBeTruthy();
    await expectConsoleError('There are bookings on this flight');
    await sql('delete from public.bkk_bookings where booking_id = $1', [booking.booking_id]);
    await press();
    await waitFor(async () => expect(await flightRow(id)).toBeUndefined());
    await waitFor(() => expect(screen.queryByRole('region', { name: english.one })).toBeNull());
  });
});

describe('the seats', () => {
  const dayButton = (day: string) =>
    screen.findByRole('button', { name: new RegExp(`^${String(weekdayText(day, 'en'))}`) });

  it('are a calendar, whose days show their passengers and are closed and opened', async () => {
    const id = await addFlight({ first_day: dayIn(1), last_day: dayIn(1) });
    const day = dayIn(1);
    const { reference } = await hold(await fareOf(id), day);
    const { user } = await open(`/admin/flights?flight=${id}`);
    const pane = await paneOf();
    const button = await dayButton(day);
    // As the calendars of members.
    expect(pane.getByRole('grid').querySelector('th')?.textContent).toBe('Sun');
    await waitFor(() =>
      expect(button.getAttribute('aria-label')).toMatch(/: 9 seats, 2 held, 0 sold, 7 free$/),
    );
    await user.click(button);
    const link = await pane.findByRole('link', { name: reference });
    expect(link.getAttribute('href')).toContain('/admin/bookings?show=all&booking=');
    expect(pane.getByText("O'Neill Jose")).toBeTruthy();
    await user.click(pane.getByRole('button', { name: english.day.close }));
    await waitFor(() =>
      expect(button.getAttribute('aria-label')).toMatch(/2 held, 0 sold, 0 free, closed$/),
    );
    await user.click(await pane.findByRole('button', { name: english.day.open }));
    await waitFor(() => expect(button.getAttribute('aria-label')).toMatch(/7 free$/));
  });

  it('of many days are changed at once, but never below those taken', async () => {
    onlyInWholeSuite();
    const id = await addFlight();
    await hold(await fareOf(id), dayIn(3));
    const { user } = await open(`/admin/flights?flight=${id}`);
    const pane = await paneOf();
    await user.click(await pane.findByText(english.departure.title));
    const form = within(pane.getByRole('form', { name: english.departure.form }));
    const seats = form.getByRole('textbox', { name: english.departure.seats });
    const submit = form.getByRole('button', { name: english.departure.change });
    await user.click(submit);
    expect(await form.findByText(english.problem.departure.nothing)).toBeTruthy();
    await user.type(seats, '1');
    await user.click(submit);
    expect(await form.findByText(/^2 seats are held or sold on/)).toBeTruthy();
    await expectConsoleError('held or sold');
    await enter(user, seats, '4');
    await user.click(submit);
    await waitFor(async () =>
      expect(await sql('select distinct total from public.bkk_flight_seats')).toEqual([
        { total: 4 },
      ]),
    );
  });

  it('move the focus by arrow keys, also into the next month', async () => {
    onlyInWholeSuite();
    const year = Number(dayIn(3).slice(0, 4));
    const first = dayIn(1) > `${String(year)}-12-30` ? year + 1 : year;
    const next = String(first + 1);
    const start = `${String(first)}-12-30`;
    const id = await addFlight({ first_day: start, last_day: `${next}-02-28` });
    const { user } = await open(`/admin/flights?flight=${id}`);
    const button = await dayButton(start);
    await waitFor(() => expect(button.getAttribute('tabindex')).toBe('0'));
    button.focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    await waitFor(async () =>
      expect(document.activeElement).toBe(await dayButton(`${next}-01-07`)),
    );
    await user.keyboard('{PageDown}{Home}');
    // The Sunday on or before the seventh.
    const seventh = `${next}-02-07`;
    const weekStart = addDays(seventh, -(weekdayOf(seventh) % 7));
    await waitFor(async () => expect(document.activeElement).toBe(await dayButton(weekStart)));
    expect(screen.getByRole('heading', { name: `February ${next}` })).toBeTruthy();
  });
});

describe('a file', () => {
  it('that was exported is imported after a preview, with the changes made in it', async () => {
    const files = catchFiles();
    const id = await addFlight();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: imports.export }));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = (await files[0]?.content.text()) ?? '';
    const [, line = ''] = text.split('\r\n');
    const changed = text.replace('1900', '=2000');
    await user.click(screen.getByRole('button', { name: imports.import }));
    const dialog = within(await screen.findByRole('dialog', { name: english.import.title }));
    const choose = async (content: string | Uint8Array<ArrayBuffer>) => {
      const input = dialog.getByLabelText(imports.file, { selector: 'input' });
      await user.upload(input, csvFile(content));
    };
    await choose(changed);
    expect(await dialog.findByText('Line 2')).toBeTruthy();
    expect(dialog.getByText(`adult_fare: ${imports.problem.table.value}`)).toBeTruthy();
    const added = line.replace(`${id},L5,108`, ',L5,109');
    const [head = '', ...lines] = `${text.replace('1900', '2000')}${added}`.split('\r\n');
    const remarked = [
      `${head},Remark`,
      ...lines.filter((one) => one !== '').map((one) => `${one},x`),
    ];
    await choose(
      windows874(remarked.join('\r\n').replace('\ufeff', '').replace('Saver', 'ราคาพิเศษ')),
    );
    expect(await dialog.findByText('This column is not read: “Remark”.')).toBeTruthy();
    await choose(`${text.replace('1900', '2000')}${added}\r\n`);
    expect(await dialog.findByText('1 new · 1 changed · 0 unchanged')).toBeTruthy();
    expect(await dialog.findByText('Saver: Adult, THB')).toBeTruthy();
    expect(dialog.getAllByText(/BKK–CNX · \d{1,2} [A-Z][a-z]{2} \d{4}$/)).toHaveLength(2);
    expect(await sql('select 1 as one from public.bkk_flights')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Import 2 flights' }));
    await waitFor(async () =>
      expect(
        await sql(
          `select flight_number || ' ' || adult_satang as text from public.bkk_flights natural join
             (select flight_id, adult_satang from public.bkk_flight_fares) as fare order by 1`,
        ),
      ).toEqual([{ text: '108 200000' }, { text: '109 190000' }]),
    );
    expect(await numbers(2)).toEqual(['L5 108', 'L5 109']);
  });
});

it('shows seats and revenue by route', async () => {
  const id = await addFlight();
  const { booking_id: booking } = await hold(await fareOf(id), dayIn(9));
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set status = 'CONFIRMED', paid_satang = total_satang where booking_id = '${booking}'; commit`);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: english.sales.action }));
  const dialog = within(await screen.findByRole('dialog', { name: english.sales.title }));
  const row = await dialog.findByRole('row', { name: /BKK – CNX/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2', '0', '4,820', '']);
  await user.click(dialog.getByRole('button', { name: 'Last 90 days' }));
  expect(await dialog.findByRole('row', { name: /BKK – CNX/ })).toBeTruthy();
});
