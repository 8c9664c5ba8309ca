import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { changeListSettings } from '#list/list-settings.ts';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking } from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { catchFiles } from '#testing/downloads.ts';
import { callFunction } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import english from '../../../public/locales/en/adminBookings.json';
import en from '../../../public/locales/en/assignments.json';
import lists from '../../../public/locales/en/adminList.json';
import thai from '../../../public/locales/th/adminBookings.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const texts = { en: english, th: thai };

/** Each test has bookings of its own; holds count for the limits of a member. */
beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    truncate public.bkk_bookings, public.bkk_booking_passengers, public.bkk_booking_payments, public.bkk_booking_events cascade;
    commit`);
});

/** Holds seats for two adults as the demo member. */
async function placeHold(
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly booking_id: string; readonly reference: string }> {
  const held = await callFunction(backend(), 'member', 'bkk_hold_booking', {
    p_request_key: crypto.randomUUID(),
    p_flight_id: 'flight-1',
    p_passengers: [
      { first_name: 'Nattaya', last_name: 'Wongthai', birth_date: '1990-05-01' },
      { first_name: 'Jose', last_name: "O'Neill" },
    ],
    p_email: 'nattaya@bkksiam.example',
    p_phone: '+66812345678',
    p_notes: '=Window seats',
    ...changes,
  });
  return held as { readonly booking_id: string; readonly reference: string };
}

const admin = (name: string, values: Readonly<Record<string, unknown>>) =>
  callFunction(backend(), 'admin', name, values);

async function bookingOf(id: string) {
  const [row] = await sql('select * from public.bkk_bookings where booking_id = $1', [id]);
  if (row === undefined) throw new Error(`no booking ${id}`);
  return row;
}

/** Sets the price of a hold: THB 20,000, of which 5,000 are the deposit. */
async function setPrice(id: string, deposit = 500_000): Promise<void> {
  await admin('bkk_admin_price_booking', {
    p_booking_id: id,
    p_version: (await bookingOf(id)).version,
    p_lines: [
      { label: 'Adult fare', type: 'adult', count: 2, price_satang: 900_000, tax_satang: 100_000 },
    ],
    p_total_satang: 2_000_000,
    p_deposit_satang: deposit,
  });
}

const pay = async (id: string, amount: number) =>
  admin('bkk_admin_record_payment', {
    p_booking_id: id,
    p_version: (await bookingOf(id)).version,
    p_amount_satang: amount,
    p_received_at: new Date().toISOString(),
    p_bank_reference: 'KB-1',
    p_note: 'Counted twice',
    p_idempotency_key: crypto.randomUUID(),
  });

function open(path = '/admin/bookings', language: Language = 'en') {
  return renderApp({ path, as: 'admin', language, features });
}

async function openBooking(id: string, language: Language = 'en') {
  const { user } = await open(`/admin/bookings?booking=${id}`, language);
  const pane = within(await screen.findByRole('region', { name: texts[language].one }));
  await pane.findByRole('heading', { name: texts[language].payment.title });
  return { user, pane };
}

const statusIs = (id: string, status: string) =>
  waitFor(async () => expect((await bookingOf(id)).status).toBe(status));

/** The references on screen, once the rows are there. */
async function references(count: number) {
  const table = await screen.findByRole('table');
  return waitFor(() => {
    expect(table.getAttribute('aria-busy')).toBe('false');
    const heads = within(table)
      .getAllByRole('rowheader')
      .filter((head) => head.closest('tbody') !== null);
    expect(heads).toHaveLength(count);
    return heads.map(({ textContent }) => textContent);
  });
}

/** The row of totals below them. */
async function totals(first: RegExp) {
  const row = await screen.findByRole('row', { name: first });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
}

describe.each(languagesInTest('th'))('the bookings of admins in %s', (language) => {
  const text = texts[language];

  it('go from a hold without a price to tickets', async () => {
    const { booking_id: id, reference } = await placeHold();
    const { user } = await open('/admin/bookings', language);
    await user.click(await screen.findByRole('link', { name: reference }));
    const pane = within(await screen.findByRole('region', { name: text.one }));
    await user.click(await pane.findByRole('button', { name: text.price.action }));
    const dialog = within(await screen.findByRole('dialog', { name: text.price.title }));
    await user.type(dialog.getByRole('textbox', { name: text.price.price }), '9,500.50');
    await user.type(dialog.getByRole('textbox', { name: text.price.tax }), '999.50');
    await user.click(dialog.getByRole('button', { name: text.price.add }));
    const second = { name: text.price.line.replace('{{number}}', '2') };
    const line = within(dialog.getByRole('group', second));
    await user.type(line.getByRole('textbox', { name: text.price.label }), 'Discount');
    await user.type(line.getByRole('textbox', { name: text.price.price }), '-1,000');
    const deposit = dialog.getByRole<HTMLInputElement>('textbox', { name: text.price.deposit });
    // What is no number is neither the total nor zero.
    await user.type(deposit, '30.000');
    await user.click(dialog.getByRole('button', { name: text.price.submit }));
    await waitFor(() => expect(deposit.getAttribute('aria-invalid')).toBe('true'));
    expect([document.activeElement, deposit.value]).toEqual([deposit, '30.000']);
    await user.clear(deposit);
    await user.type(deposit, '5000');
    await user.click(dialog.getByRole('button', { name: text.price.submit }));
    await waitFor(async () => expect((await bookingOf(id)).total_satang).toBe('2000000'));
    const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);
    const record = (amount: string) =>
      pane.findByRole('button', { name: text.payment.submit.replace('{{amount}}', baht(amount)) });
    const bankReference = await pane.findByRole('textbox', { name: text.payment.bankReference });
    await user.type(bankReference, '2612-0104');
    await user.click(await record('5,000'));
    await statusIs(id, 'CONFIRMED');
    await user.click(await record('15,000'));
    await user.type(await pane.findByRole('textbox', { name: text.tickets.pnr }), 'k7qmrt');
    await user.click(pane.getByRole('textbox', { name: 'WONGTHAI NATTAYA' }));
    await user.paste('217-2403456789 \n217240345679');
    const last = pane.getByRole('textbox', { name: "O'NEILL JOSE" });
    expect(document.activeElement).toBe(last);
    const issue = text.tickets.submit_other.replace('{{count}}', '2');
    await user.click(pane.getByRole('button', { name: issue }));
    expect(await pane.findByText(text.problem.admin_booking.ticket)).toBeTruthy();
    await user.type(last, '0');
    await user.click(pane.getByRole('button', { name: issue }));
    await statusIs(id, 'TICKETED');
    expect((await bookingOf(id)).pnr).toBe('K7QMRT');
    expect(await pane.findByText('2172403456790')).toBeTruthy();
  });
});

it('shows what is due first, and finds bookings by reference, deadline and flag', async () => {
  const later = await placeHold();
  const sooner = await placeHold();
  const over = await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set due_at = now() + interval '1 minute' where booking_id = '${sooner.booking_id}';
    update public.bkk_bookings set total_satang = 500000, deposit_satang = 100000, paid_satang = 120000
      where booking_id in ('${sooner.booking_id}', '${over.booking_id}');
    update public.bkk_bookings set status = 'EXPIRED', due_at = null, flags = '{paid_after_end}'
      where booking_id = '${over.booking_id}'; commit`);
  const { user } = await open();
  expect(await references(2)).toEqual([sooner.reference, later.reference]);
  await user.click(screen.getByRole('button', { name: /^To decide/ }));
  expect((await references(1))[0]).toContain(over.reference);
  await user.click(screen.getByRole('button', { name: /^All/ }));
  await references(3);
  // Nothing is left to pay of a booking that has ended.
  expect(await totals(/^3 bookings/)).toEqual(['6', '10,000', '2,400', '3,800']);
  // The order by creation has no column.
  expect(screen.getByText(/^1–3 of 3\./).textContent).toBe('1–3 of 3. ');
  const search = screen.getByRole('searchbox', { name: english.search });
  await user.type(search, later.reference.replace('-', '').toLowerCase());
  expect(await references(1)).toEqual([later.reference]);
  expect(await totals(/^1 booking /)).toEqual(['2', '0', '0', '0']);
  // The tabs count what the list finds.
  expect(await screen.findByRole('button', { name: 'All 1' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'HOLD 1' })).toBeTruthy();
});

describe('who works on a booking', () => {
  const malee = { id: '', name: '' };
  beforeAll(async () => {
    const [row] = await sql(
      `update public.bkk_user_roles set role = 'admin' where email = 'malee@bkksiam.example' returning user_id, full_name`,
    );
    Object.assign(malee, { id: row?.user_id, name: row?.full_name });
  });
  afterAll(() =>
    sql(`update public.bkk_user_roles set role = 'member' where user_id = '${malee.id}'`),
  );
  const hasIt = () => en.hasIt.replace('{{name}}', malee.name);
  const groupOf = async (pane: Awaited<ReturnType<typeof openBooking>>['pane']) =>
    within(await pane.findByRole('group', { name: en.label }));

  it('is taken on by a key, given to another admin while the pane is open, and taken over after a question', async () => {
    const { booking_id: id } = await placeHold();
    const { user, pane } = await openBooking(id);
    const group = await groupOf(pane);
    expect(group.getByText(en.nobody)).toBeTruthy();
    await user.keyboard('t');
    expect(await group.findByText(en.you)).toBeTruthy();
    const me = (await bookingOf(id)).assigned_to;
    // By the same admin in another tab: what follows is live.
    await admin('bkk_admin_assign_booking', { p_booking_id: id, p_to: malee.id, p_expected: me });
    expect(await group.findByText(hasIt())).toBeTruthy();
    await user.click(group.getByRole('button', { name: en.takeOver }));
    const dialog = within(await screen.findByRole('alertdialog', { name: hasIt() }));
    await user.click(dialog.getByRole('button', { name: en.leave }));
    expect((await bookingOf(id)).assigned_to).toBe(malee.id);
    await user.click(group.getByRole('button', { name: en.takeOver }));
    await user.click(await screen.findByRole('button', { name: en.takeOver }));
    expect(await group.findByText(en.you)).toBeTruthy();
    const history = within(await pane.findByRole('list', { name: english.history }));
    const over = en.event.taken_over.replace('{{name}}', malee.name);
    await waitFor(() => expect(history.getByText(over)).toBeTruthy());
    await user.click(group.getByRole('button', { name: en.giveBack }));
    expect(await group.findByText(en.nobody)).toBeTruthy();
    expect((await bookingOf(id)).assigned_to).toBeNull();
  });

  it('is asked for where another admin has just taken it', async () => {
    onlyInWholeSuite();
    const { booking_id: id } = await placeHold();
    const { user, pane } = await openBooking(id);
    const group = await groupOf(pane);
    // Without an event the pane does not know of it.
    await sql(`update public.bkk_bookings set assigned_to = '${malee.id}'`);
    await user.click(group.getByRole('button', { name: en.take }));
    const dialog = within(await screen.findByRole('alertdialog', { name: hasIt() }));
    await user.click(dialog.getByRole('button', { name: en.takeOver }));
    expect(await group.findByText(en.you)).toBeTruthy();
    // The dialog hides it until it is closed.
    await user.click(await group.findByRole('button', { name: en.give }));
    await user.click(await screen.findByRole('menuitem', { name: malee.name }));
    expect(await group.findByText(hasIt())).toBeTruthy();
  });

  it('takes checked bookings on, but for those that another admin has or has just taken', async () => {
    onlyInWholeSuite();
    const [first, second, third] = await placeHolds();
    const give = (id: string) =>
      sql(`begin; set local session_replication_role = replica;
        update public.bkk_bookings set assigned_to = '${malee.id}' where booking_id = '${id}'; commit`);
    await give(first.booking_id);
    const { user } = await open();
    await references(4);
    for (const hold of [first, second, third]) await user.click(boxOf(hold));
    await give(second.booking_id);
    const bar = within(screen.getByRole('group', { name: lists.bulk }));
    await user.click(bar.getByRole('button', { name: 'Take 2 on' }));
    expect(await screen.findByText('1 was not taken on. Look who has it now.')).toBeTruthy();
    expect(await bar.findByText('1 selected')).toBeTruthy();
    const holders = await sql(
      `select reference from public.bkk_bookings where assigned_to is distinct from '${malee.id}' and assigned_to is not null`,
    );
    expect(holders).toEqual([{ reference: third.reference }]);
  });

  it('stands in the list, which shows those of an admin or of nobody', async () => {
    onlyInWholeSuite();
    const mine = await placeHold();
    const hers = await placeHold();
    const free = await placeHold();
    await sql(`begin; set local session_replication_role = replica;
      update public.bkk_bookings set assigned_to = '${malee.id}' where booking_id = '${hers.booking_id}';
      update public.bkk_bookings set assigned_to = (select user_id from public.bkk_user_roles where email like 'somchai@%')
        where booking_id = '${mine.booking_id}'; commit`);
    const { user, router } = await open();
    const row = (await screen.findByRole('link', { name: hers.reference })).closest('tr');
    expect(row?.textContent).toContain(malee.name.split(' ')[0]);
    await user.click(screen.getByRole('link', { name: en.filter.mine }));
    expect(await references(1)).toEqual([mine.reference]);
    expect(router.state.location.search).toBe('?show=mine');
    await user.click(screen.getByRole('link', { name: en.filter.nobody }));
    expect(await references(1)).toEqual([free.reference]);
  });
});

it('has a view of groups over nine, whose tab is there while it is shown', async () => {
  onlyInWholeSuite();
  const { reference, booking_id: id } = await placeHold();
  await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set pax_adt = 10 where booking_id = '${id}'; commit`);
  const { user } = await open();
  await references(2);
  const groups = { name: english.filter.groups };
  expect(screen.queryByRole('button', groups)).toBeNull();
  await user.click(screen.getByRole('link', groups));
  expect(await references(1)).toEqual([reference]);
  expect(screen.getByRole('link', groups).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('button', { name: /^Groups over 9 1$/, pressed: true })).toBeTruthy();
  expect(await totals(/^1 booking /)).toEqual(['10', '0', '0', '0']);
});

it('saves, renames and removes views of the list', async () => {
  onlyInWholeSuite();
  const { user, router } = await open('/admin/bookings?show=all&sort=departs_on.asc&page=1');
  const views = within(await screen.findByRole('navigation', { name: lists.views.label }));
  await user.click(await views.findByRole('button', { name: lists.views.save }));
  const dialog = () => within(screen.getByRole('dialog'));
  const name = () => dialog().getByRole('textbox', { name: lists.views.name });
  await user.type(name(), ` ${english.view.dueFirst.toUpperCase()}{Enter}`);
  expect(await dialog().findByText(lists.problem.saved_view.taken)).toBeTruthy();
  await user.clear(name());
  await user.type(name(), 'By departure{Enter}');
  const link = await views.findByRole('link', { name: 'By departure', current: 'page' });
  expect(link.getAttribute('href')).toBe('/admin/bookings?sort=departs_on.asc&show=all');
  await user.click(views.getByRole('link', { name: english.view.dueFirst }));
  expect(router.state.location.search).toBe('');
  await user.click(views.getByRole('link', { name: 'By departure' }));
  await user.click(await views.findByRole('button', { name: lists.views.edit }));
  await user.clear(name());
  await user.type(name(), 'Next departures{Enter}');
  expect(await views.findByRole('link', { name: 'Next departures', current: 'page' })).toBeTruthy();
  await user.click(views.getByRole('button', { name: lists.views.edit }));
  await user.click(dialog().getByRole('button', { name: lists.views.remove }));
  expect(await views.findByRole('button', { name: lists.views.save })).toBeTruthy();
  expect(views.queryByRole('link', { name: 'Next departures' })).toBeNull();
});

/** Holds whose deadlines are an hour apart, so that the list has them in this order. */
async function placeHolds() {
  const holds = [
    await placeHold(),
    await placeHold(),
    await placeHold(),
    await placeHold(),
  ] as const;
  for (const [hours, { booking_id: id }] of holds.entries())
    await sql(`begin; set local session_replication_role = replica;
      update public.bkk_bookings set due_at = now() + interval '${String(hours + 1)} hours'
        where booking_id = '${id}'; commit`);
  return holds;
}

const boxOf = ({ reference }: { readonly reference: string }) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${reference}` });

it('checks bookings by press and by key, without opening one', async () => {
  onlyInWholeSuite();
  const holds = await placeHolds();
  const { user, router } = await open();
  await references(4);
  const page = screen.getByRole<HTMLInputElement>('checkbox', { name: lists.checkPage });
  const press = (hold: (typeof holds)[number]) => () => user.click(boxOf(hold));
  const keys = (text: string) => () => user.keyboard(text);
  const steps: readonly (readonly [what: string, act: () => Promise<void>, checked: string])[] = [
    ['a press', press(holds[0]), '1'],
    [
      'a press with Shift',
      async () => {
        await user.keyboard('{Shift>}');
        await press(holds[2])();
        await user.keyboard('{/Shift}');
      },
      '123',
    ],
    ['Escape', keys('{Escape}'), ''],
    ['X', keys('x'), '3'],
    ['Shift and ↓', keys('{Shift>}{ArrowDown}{/Shift}'), '34'],
    ['Shift and ↓ at the end', keys('{Shift>}{ArrowDown}{/Shift}'), '34'],
    ['Shift and ↑', keys('{Shift>}{ArrowUp}{/Shift}'), '3'],
    ['↑ and X', keys('{ArrowUp}x'), '32'],
    ['the box in the head', () => user.click(page), '1234'],
    ['the box in the head again', () => user.click(page), ''],
  ];
  for (const [what, act, checked] of steps) {
    await act();
    const found = holds.flatMap((hold, index) => (boxOf(hold).checked ? [String(index + 1)] : []));
    expect([what, found.join('')]).toEqual([what, Array.from(checked).toSorted().join('')]);
    const text = checked === '' ? '' : `${String(checked.length)} selected`;
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text);
    expect(page.indeterminate).toBe(checked !== '' && checked.length < 4);
  }
  expect(router.state.location.search).toBe('');
  onTestFinished(() => changeListSettings({ shortcuts: true }));
  await user.click(screen.getByRole('button', { name: 'Turn off single-key shortcuts' }));
  boxOf(holds[0]).focus();
  await user.keyboard('x');
  expect([boxOf(holds[0]).checked, screen.queryByText('X')]).toEqual([false, null]);
});

it('sums, copies and saves the checked bookings, and says which cannot be extended', async () => {
  onlyInWholeSuite();
  const files = catchFiles();
  const [first, second] = await placeHolds();
  await setPrice(first.booking_id);
  await pay(first.booking_id, 500_000);
  const { user } = await open();
  await references(4);
  await user.click(screen.getByRole('link', { name: first.reference }));
  await screen.findByRole('region', { name: english.one });
  await user.click(boxOf(first));
  await user.click(boxOf(second));
  const pane = within(await screen.findByRole('region', { name: '2 bookings selected' }));
  expect(document.activeElement).toBe(boxOf(second));
  expect(pane.getByText('THB 15,000')).toBeTruthy();
  expect(pane.getByText(first.reference).nextSibling?.textContent).toBe(
    'CONFIRMED: only a HOLD can be extended.',
  );
  expect(pane.getByRole('button', { name: 'Extend 1 hold' })).toBeTruthy();
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: english.bulk.copy }));
  expect(copy).toHaveBeenCalledExactlyOnceWith(`${first.reference}\n${second.reference}`);
  await user.click(screen.getByRole('button', { name: english.bulk.file }));
  const lines = (await files[0]?.content.text())?.split('\r\n') ?? [];
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(
    /^BKK-\w+,,,,Nattaya.*,nattaya@.*,2,20000,5000,15000,.*,CONFIRMED,,[\d-]+ [\d:]+$/,
  );
});

it('extends checked holds, and keeps those checked that it could not', async () => {
  onlyInWholeSuite();
  const holds = await placeHolds();
  const [first, cancelled] = holds;
  const { user } = await open();
  await references(4);
  await user.click(screen.getByRole('checkbox', { name: lists.checkPage }));
  await admin('bkk_admin_cancel_booking', {
    p_booking_id: cancelled.booking_id,
    p_version: (await bookingOf(cancelled.booking_id)).version,
    p_reason: 'Asked by phone',
  });
  const ends = () =>
    Promise.all(
      holds.map(async ({ booking_id: id }) => (await bookingOf(id)).hold_expires_at as Date),
    );
  const before = await ends();
  const bar = within(screen.getByRole('group', { name: lists.bulk }));
  await user.click(bar.getByRole('button', { name: 'Extend 4 holds' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend 4 holds' }));
  await user.click(dialog.getByRole('button', { name: 'Extend 4 holds' }));
  const failed = await dialog.findByText(cancelled.reference);
  expect(failed.parentElement?.textContent).toBe(
    `${cancelled.reference} ${english.conflict.changed}`,
  );
  const after = await ends();
  const isLater = after.map((end, index) => end > (before[index] ?? end));
  expect(isLater).toEqual([true, false, true, true]);
  // Once more, for the booking as it is now.
  await user.click(dialog.getByRole('button', { name: 'Extend 1 hold' }));
  expect(await dialog.findByText(english.conflict.cancelled)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await bar.findByText('1 selected')).toBeTruthy();
  expect(boxOf(first).checked).toBe(false);
});

it('shows a hold that is placed while the list is open', async () => {
  const clock = vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await placeHold();
  await open();
  await references(1);
  await placeHold();
  await clock.advanceTimersByTimeAsync(30_000);
  await references(2);
});

it('says the hours left instead of the day of a near deadline', async () => {
  onlyInWholeSuite();
  const { booking_id: id } = await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set due_at = now() + interval '5 hours 30 seconds' where booking_id = '${id}';
    commit`);
  await open();
  expect(await screen.findByText(/^\d\d:\d\d · 5 h 0 min$/)).toBeTruthy();
});

it('says the day alone of a deadline that is over since another one', async () => {
  onlyInWholeSuite();
  const { booking_id: id } = await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set due_at = now() - interval '25 hours' where booking_id = '${id}';
    commit`);
  await open();
  expect(await screen.findByText(/^\d{1,2} [A-Z][a-z]{2} · Over$/)).toBeTruthy();
});

it('counts no more than a thousand bookings', async () => {
  const { booking_id: id } = await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    insert into public.bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at, due_at)
      select 'BKK-' || translate(lpad(n::text, 8, 'Z'), '01', 'AB'), user_id, 'HOLD', gen_random_uuid(), 1, now() + interval '2 days', now() + interval '2 days'
      from public.bkk_bookings, generate_series(1, 1000) as n where booking_id = '${id}' on conflict do nothing;
    commit`);
  const [row] = await sql('select count(*)::int as count from public.bkk_bookings');
  expect(Number(row?.count)).toBeGreaterThan(1000);
  await open();
  await references(20);
  expect(screen.getByText('1–20 of 1,000+', { selector: 'nav p' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open 1,000+' })).toBeTruthy();
  expect(await totals(/^1,000\+ bookings/)).toEqual([]);
});

const leftAfter = (status: string, amount: string) =>
  english.after.left.replace('{{status}}', status).replace('{{amount}}', amount);

it('records a payment once, says what the status becomes, and reverses it with a reason', async () => {
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  const { user, pane } = await openBooking(id);
  expect(pane.getByText(leftAfter('CONFIRMED', 'THB 15,000'))).toBeTruthy();
  await user.click(pane.getByRole('button', { name: 'Record THB 5,000' }));
  await user.click(await pane.findByRole('button', { name: /^Reverse the payment/ }));
  await statusIs(id, 'CONFIRMED');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse THB 5,000?' }));
  await user.click(dialog.getByRole('button', { name: english.reverse.confirm }));
  expect(await dialog.findByText(english.problem.admin_booking.missing)).toBeTruthy();
  await user.type(dialog.getByRole('textbox'), 'Another booking');
  await user.click(dialog.getByRole('button', { name: english.reverse.confirm }));
  await statusIs(id, 'DEPOSIT_PENDING');
  expect(await pane.findByText('Another booking')).toBeTruthy();
  expect(await pane.findByText(english.payments.reversed)).toBeTruthy();
});

it('keeps the deadline of a deposit that is partly paid, and says when it is late', async () => {
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  await pay(id, 100_000);
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set hold_expires_at = now() - interval '1 hour', due_at = now() - interval '1 hour'; commit;
    select bkk_internal.flag_overdue(now())`);
  const { pane } = await openBooking(id);
  expect(await pane.findByText(english.due.hold)).toBeTruthy();
  expect(pane.getByText(english.due.decide)).toBeTruthy();
  expect(pane.getByText(textsOf('en')('status.booking.PART_PAID'))).toBeTruthy();
  expect(pane.getByText(english.flag.deposit_overdue)).toBeTruthy();
  expect(pane.getByText(english.event.deposit_overdue)).toBeTruthy();
});

it('calls a price that is paid at once no deposit', async () => {
  onlyInWholeSuite();
  const { booking_id: id } = await placeHold();
  await setPrice(id, 2_000_000);
  await pay(id, 100_000);
  const { user, pane } = await openBooking(id);
  await user.clear(await pane.findByRole('textbox', { name: english.payment.amount }));
  await user.type(pane.getByRole('textbox', { name: english.payment.amount }), '4000');
  expect(pane.getByText(leftAfter('DEPOSIT_PENDING', 'THB 15,000'))).toBeTruthy();
  expect(pane.queryByText(english.money.deposit)).toBeNull();
});

it('says that the booking has changed, shows it as it is and keeps what was typed', async () => {
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  const { user, pane } = await openBooking(id);
  await user.type(pane.getByRole('textbox', { name: english.payment.bankReference }), 'KB-77');
  await pay(id, 100_000);
  await user.click(pane.getByRole('button', { name: 'Record THB 5,000' }));
  expect(await pane.findByText(english.conflict.changed)).toBeTruthy();
  await expectConsoleError('changed meanwhile');
  const field = pane.getByRole('textbox', { name: english.payment.bankReference });
  expect((field as HTMLInputElement).value).toBe('KB-77');
  expect(await pane.findByText('Counted twice')).toBeTruthy();
  expect(Number((await bookingOf(id)).paid_satang)).toBe(100_000);
});

it('refuses a slip with reasons in both languages, extends the hold, and cancels with a reason', async () => {
  const { booking_id: id } = await placeHold({ p_slip_name: 'slip.jpg' });
  const { user, pane } = await openBooking(id);
  async function act(name: string, title: string, words: readonly string[], confirm: string) {
    await user.click(await pane.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const fields = dialog.queryAllByRole('textbox');
    for (const [index, field] of fields.slice(0, words.length).entries()) {
      await user.type(field, words[index] ?? '');
    }
    await user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const { refuse, extend, cancel } = english;
  await act(refuse.action, refuse.title, ['อ่านไม่ออก', 'Not readable'], refuse.confirm);
  await statusIs(id, 'HOLD');
  const before = (await bookingOf(id)).hold_expires_at as Date;
  await act(extend.action, extend.title, [], extend.confirm);
  const after = (await bookingOf(id)).hold_expires_at as Date;
  // The dialog proposes a day more, to the minute.
  expect(Math.round((after.getTime() - before.getTime()) / 3_600_000)).toBe(24);
  await act(cancel.action, cancel.title, ['No seats left'], cancel.confirm);
  await statusIs(id, 'CANCELLED');
  expect(await pane.findByText('No seats left')).toBeTruthy();
  // The button that had the focus is gone.
  const heading = pane.getByRole('heading', { level: 2 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(await pane.findByText('Not readable')).toBeTruthy();
});

it('takes the Bangkok day and time at which a payment came', async () => {
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  const { user, pane } = await openBooking(id, 'th');
  const day = pane.getByLabelText<HTMLInputElement>(thai.payment.received);
  expect(pane.getByText(weekdayText(day.value, 'th', true) ?? '')).toBeTruthy();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  fireEvent.change(day, { target: { value: yesterday } });
  const clock = pane.getByRole('textbox', { name: thai.bangkok });
  await user.clear(clock);
  await user.type(clock, '0915');
  await user.click(pane.getByRole('button', { name: /฿5,000/ }));
  await statusIs(id, 'CONFIRMED');
  const [payment] = await sql('select received_at from public.bkk_booking_payments');
  expect(payment).toEqual({ received_at: new Date(`${yesterday}T09:15:00+07:00`) });
});

it('are counted in the sidebar while they are due today or overdue', async () => {
  onlyInWholeSuite();
  const { booking_id: due } = await placeHold();
  await placeHold();
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set due_at = now() - interval '1 minute' where booking_id = '${due}'; commit`);
  await open('/admin/news');
  expect(await screen.findByText('1 booking is due today or overdue')).toBeTruthy();
});

it('asks before what was typed is lost: by Escape in a dialog, and by another booking beside the list', async () => {
  onlyInWholeSuite();
  const [first, second] = [await placeHold(), await placeHold()];
  await setPrice(first.booking_id);
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: first.reference }));
  const pane = within(await screen.findByRole('region', { name: english.one }));
  await user.click(await pane.findByRole('button', { name: english.cancel.action }));
  const dialog = await screen.findByRole('dialog', { name: english.cancel.title });
  const reason = within(dialog).getByRole<HTMLInputElement>('textbox', {
    name: english.cancel.reason,
  });
  await user.type(reason, 'No seats left{Escape}');
  const t = textsOf('en');
  const question = await screen.findByRole('alertdialog', { name: t('unsent.title') });
  await user.click(within(question).getByRole('button', { name: t('unsent.stay') }));
  expect(reason.value).toBe('No seats left');
  await user.click(within(dialog).getByRole('button', { name: t('admin.requests.keep') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bankReference = await pane.findByRole<HTMLInputElement>('textbox', {
    name: english.payment.bankReference,
  });
  await user.type(bankReference, '2612-0104{Escape}');
  const asked = await screen.findByRole('alertdialog', { name: t('members.leave.title') });
  await user.click(within(asked).getByRole('button', { name: t('members.leave.stay') }));
  expect(bankReference.value).toBe('2612-0104');
  await user.click(screen.getByRole('link', { name: second.reference }));
  const other = await screen.findByRole('alertdialog', { name: t('members.leave.title') });
  await user.click(within(other).getByRole('button', { name: t('members.leave.leave') }));
  await waitFor(() => expect(window.location.search).toContain(second.booking_id));
});

it('flags money on a cancelled booking until an admin says what was decided', async () => {
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  await admin('bkk_admin_cancel_booking', {
    p_booking_id: id,
    p_version: (await bookingOf(id)).version,
    p_reason: 'No seats',
  });
  await pay(id, 500_000);
  const { user, pane } = await openBooking(id);
  expect(pane.getByText(english.flag.paid_after_end)).toBeTruthy();
  // Nothing is left to pay, and no amount is proposed.
  expect(pane.queryByText(english.money.left)).toBeNull();
  expect(pane.getByRole<HTMLInputElement>('textbox', { name: english.payment.amount }).value).toBe(
    '',
  );
  await user.click(pane.getByRole('button', { name: english.clearFlag.action }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Paid back');
  await user.click(dialog.getByRole('button', { name: english.clearFlag.confirm }));
  await waitFor(() => expect(pane.queryByText(english.flag.paid_after_end)).toBeNull());
  expect((await bookingOf(id)).flags).toEqual([]);
});

it('saves the passengers as a file', async () => {
  onlyInWholeSuite();
  const files = catchFiles();
  const { booking_id: id, reference } = await placeHold();
  const { user, pane } = await openBooking(id);
  await user.click(pane.getByRole('button', { name: english.passengers.save }));
  const [file] = files;
  expect(file?.name).toBe(`passengers-${reference}.csv`);
  expect(await file?.content.text()).toBe(
    "No.,Last name,First name,Type,Date of birth,Ticket number\r\n1,Wongthai,Nattaya,adult,1990-05-01,\r\n2,O'Neill,Jose,adult,,\r\n",
  );
});

it('closes the booking with Escape, and gives the focus back to its row', async () => {
  onlyInWholeSuite();
  const { reference } = await placeHold();
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: reference }));
  const heading = await screen.findByRole('heading', { level: 2, name: reference });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.keyboard('{Escape}');
  const link = await screen.findByRole('link', { name: reference });
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(screen.queryByRole('heading', { level: 2, name: reference })).toBeNull();
});

it('goes to the payment with R, which is not typed into it', async () => {
  onlyInWholeSuite();
  const { booking_id: id } = await placeHold();
  await setPrice(id);
  const { user, pane } = await openBooking(id);
  const [amount] = pane.getAllByRole<HTMLInputElement>('textbox', { name: /Amount/ });
  await user.keyboard('r');
  expect([document.activeElement, amount?.value]).toEqual([amount, '5,000']);
});

it('says on which day after the departure a flight arrives', async () => {
  onlyInWholeSuite();
  const { booking_id: id } = await acceptedBooking(backend());
  const { pane } = await openBooking(id);
  expect(pane.getByText(/TG 682 · BKK 23:45 – NRT 07:40 \+1$/)).toBeTruthy();
  expect(pane.getByText(/TG 677 · NRT 17:25 – BKK 22:25$/)).toBeTruthy();
});
