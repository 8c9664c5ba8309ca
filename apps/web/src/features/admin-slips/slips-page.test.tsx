import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { bookingAction, holdBooking } from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { callFunction } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { sendSlip } from '#testing/slips.ts';
import english from '../../../public/locales/en/adminSlips.json';
import thai from '../../../public/locales/th/adminSlips.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'payments']);
const texts = { en: english, th: thai };

beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    truncate public.bkk_slips, public.bkk_bookings, public.bkk_booking_payments, public.bkk_booking_events,
      public.bkk_credit_postings, public.bkk_credit_entries cascade;
    update public.bkk_credit_accounts set balance = 0;
    commit`);
});

/** A booking of THB 20,001, of which 5,000 are the deposit. */
async function pricedBooking() {
  const booking = await holdBooking(backend());
  await bookingAction(backend(), 'admin', 'bkk_admin_price_booking', booking, {
    p_lines: [
      { label: 'Fare', type: 'adult', count: 3, price_satang: 600_000, tax_satang: 66_700 },
    ],
    p_total_satang: 2_000_100,
    p_deposit_satang: 500_000,
  });
  return booking;
}

let references = 0;
const newReference = () => `20261128${String((references += 1)).padStart(8, '0')}`;

async function slipFor(booking: { readonly booking_id: string }, satang = 500_000) {
  return sendSlip(backend(), { booking, satang, reference: newReference() });
}

async function slipOf({ slip_id: id }: { readonly slip_id: string }) {
  const [row] = await sql('select * from public.bkk_slips where slip_id = $1', [id]);
  return row ?? {};
}

async function statusOf({ booking_id: id }: { readonly booking_id: string }) {
  const [row] = await sql('select status from public.bkk_bookings where booking_id = $1', [id]);
  return row?.status;
}

const open = (path: string, language: Language = 'en') =>
  renderApp({ path, as: 'admin', language, features });

/** The pane of the slip, once it may be decided. */
async function decidable(name: string, language: Language = 'en') {
  const pane = within(await screen.findByRole('region', { name: texts[language].one }));
  await pane.findByRole('heading', { name });
  await pane.findByRole('form', { name: texts[language].decide.title });
  return pane;
}

describe.each(languagesInTest('th'))('the slips of members in %s', (language) => {
  const text = texts[language];
  const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);

  it('are accepted and refused by keyboard alone, and the next one is there at once', async () => {
    const [first, second] = [await pricedBooking(), await pricedBooking()];
    const accepted = await slipFor(first);
    const refused = await slipFor(second);
    const { user } = await open('/admin/slips', language);
    await screen.findByRole('link', { name: first.reference });
    await user.keyboard('{ArrowDown}{Enter}');
    const pane = await decidable(first.reference, language);
    const picture = await pane.findByRole<HTMLImageElement>('img', {
      name: new RegExp(first.reference),
    });
    expect(picture.src).toMatch(/^data:image\/png;base64,/);
    await user.keyboard('+');
    expect(pane.getByText('150 %')).toBeTruthy();
    expect(pane.getByText(text.after.left.replace('{{amount}}', baht('15,001')))).toBeTruthy();
    await user.keyboard('a{Enter}');
    await decidable(second.reference, language);
    expect((await slipOf(accepted)).accepted_satang).toBe('500000');
    expect(await statusOf(first)).toBe('CONFIRMED');
    const toast = await screen.findByText(
      text.done.accepted.replace('{{amount}}', baht('5,000')).replace('{{slip}}', first.reference),
    );
    expect(toast.closest('[role=status]')).toBeTruthy();
    // The zoom is that of each slip.
    expect(pane.getByText('100 %')).toBeTruthy();
    await user.keyboard('r');
    // Both languages are there.
    expect(pane.getByText('The money has not arrived.')).toBeTruthy();
    expect(pane.getByText('ยังไม่พบเงินเข้าบัญชี')).toBeTruthy();
    await user.keyboard('3{Enter}');
    await waitFor(async () =>
      expect(await slipOf(refused)).toMatchObject({ status: 'REFUSED', reason: 'not_arrived' }),
    );
    expect(await statusOf(second)).toBe('HOLD');
    await screen.findByText(text.empty);
    await waitFor(() => expect(screen.queryByRole('region', { name: text.one })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: text.title }));
  });
});

it('the heading takes the focus of the row that was closed, once another admin has decided', async () => {
  onlyInWholeSuite();
  const booking = await pricedBooking();
  const slip = await slipFor(booking);
  const { user } = await open(`/admin/slips?slip=${slip.slip_id}`);
  await decidable(booking.reference);
  await user.keyboard('{Escape}');
  const row = await screen.findByRole('link', { name: booking.reference });
  await waitFor(() => expect(document.activeElement).toBe(row));
  await sql(
    `update public.bkk_slips set status = 'REFUSED', reviewed_at = now(), reason = 'not_arrived' where slip_id = $1`,
    [slip.slip_id],
  );
  await screen.findByText(english.empty);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: english.title })),
  );
});

it('a typed amount that is not due has to be read in the picture, and what is missing is said', async () => {
  const booking = await pricedBooking();
  const slip = await slipFor(booking, 400_000);
  const { user } = await open(`/admin/slips?slip=${slip.slip_id}`);
  const pane = await decidable(booking.reference);
  expect(pane.getByText(english.warning.typed_differs)).toBeTruthy();
  const amount = pane.getByRole<HTMLInputElement>('textbox', { name: english.decide.amount });
  expect(amount.value).toBe('');
  await user.keyboard('a{Enter}');
  expect(document.activeElement).toBe(amount);
  expect(await pane.findByText(english.problem.slip.amount)).toBeTruthy();
  await user.keyboard('4000');
  expect(pane.getByText(/^Still THB 1,000 short of the deposit\./)).toBeTruthy();
  await user.keyboard('{Enter}');
  await screen.findByText(/^THB 1,000 is missing, due /);
  expect(await slipOf(slip)).toMatchObject({ status: 'ACCEPTED', missing_satang: '100000' });
});

it('another admin who has the slip is named, and it cannot be decided', async () => {
  const booking = await pricedBooking();
  const slip = await slipFor(booking);
  await sql(`update public.bkk_user_roles set role = 'admin' where email like 'malee@%'`);
  await callFunction(backend(), 'newMember', 'bkk_admin_take_slip', { p_slip_id: slip.slip_id });
  const { user } = await open(`/admin/slips?slip=${slip.slip_id}`);
  const pane = within(await screen.findByRole('region', { name: english.one }));
  await pane.findByText(/^Malee .* has it$/);
  await user.keyboard('a{Enter}r3{Enter}');
  expect(pane.queryByRole('form')).toBeNull();
  expect((await slipOf(slip)).status).toBe('WAITING');
});

it('a slip that was used before is shown beside the first one, and is not accepted', async () => {
  const [first, second] = [await pricedBooking(), await pricedBooking()];
  const reference = newReference();
  const satang = 500_000;
  const used = await sendSlip(backend(), { booking: first, satang, reference });
  await callFunction(backend(), 'admin', 'bkk_admin_review_slip', {
    p_slip_id: used.slip_id,
    p_accept: true,
    p_amount_satang: satang,
    p_received_at: new Date().toISOString(),
    p_reason: null,
    p_note: null,
    p_idempotency_key: crypto.randomUUID(),
  });
  const again = await sendSlip(backend(), { booking: second, satang, reference });
  const { user } = await open(`/admin/slips?slip=${again.slip_id}`);
  const pane = await decidable(second.reference);
  expect(pane.getByText(english.warning.used_reference)).toBeTruthy();
  const pictures = await waitFor(() => {
    const found = pane.getAllByRole('img');
    expect(found).toHaveLength(2);
    return found;
  });
  await user.keyboard('t');
  expect(pictures.map((picture) => picture.style.transform)).toEqual([
    'translate(-50%, -50%) rotate(90deg)',
    'translate(-50%, -50%) rotate(90deg)',
  ]);
  await user.keyboard('a{Enter}');
  await pane.findByText(english.conflict.reference_used);
  await expectConsoleError('reference_used');
  // Its reason is chosen already.
  await user.keyboard('r{Enter}');
  await waitFor(async () =>
    expect(await slipOf(again)).toMatchObject({ status: 'REFUSED', reason: 'used' }),
  );
});
