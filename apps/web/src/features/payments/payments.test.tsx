import { File as NodeFile } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking, putBooking, recordPayment } from '#testing/bookings.ts';
import { catchFiles } from '#testing/downloads.ts';
import { callFunction } from '#testing/group-requests.ts';
import { headingHasFocus, testMemberPage } from '#testing/member-page.ts';
import { blockRequests, loseAnswer } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/payments.json';
import thai from '../../../public/locales/th/payments.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'payments']);
const texts = { en: english, th: thai };
const member = 'nattaya@bkksiam.example';

beforeAll(async () => {
  await sql(`update public.bkk_agency set bank_code = '004', bank_account_name = 'BKK Siam',
    bank_account_number = '1234567890', promptpay_kind = 'phone', promptpay_id = '0812345678'`);
});

/** Earlier tests leave no slips, and no booking that counts for the limits of a member. */
beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    delete from public.bkk_slips;
    update public.bkk_bookings set created_at = created_at - interval '1 day', user_id = null;
    update public.bkk_quote_events set created_at = created_at - interval '1 day'; commit`);
});

const open = (path: string, language: 'en' | 'th' = 'en') =>
  renderApp({ path, as: 'member', language, features });

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** A slip that Node can send in a form: the files of jsdom are its own. */
const slipFile = () =>
  new NodeFile(['%PDF-1.4\n%%EOF'], 'slip.pdf', { type: 'application/pdf' }) as unknown as File;

async function sendWithNode(): Promise<void> {
  const form = await new Response(new URLSearchParams()).formData();
  vi.stubGlobal('FormData', form.constructor);
}

const slips = () => sql('select * from public.bkk_slips order by created_at');

const review = (changes: Readonly<Record<string, unknown>>) =>
  slips().then((rows) =>
    callFunction(backend(), 'admin', 'bkk_admin_review_slip', {
      p_slip_id: rows.at(-1)?.slip_id,
      p_amount_satang: null,
      p_received_at: null,
      p_reason: null,
      p_note: null,
      p_idempotency_key: crypto.randomUUID(),
      ...changes,
    }),
  );
const accept = (satang: number) =>
  review({ p_accept: true, p_amount_satang: satang, p_received_at: new Date().toISOString() });

const creditOf = async () =>
  (
    await sql(
      `select (balance * 100)::int as satang from public.bkk_credit_accounts
       join auth.users on id = user_id where email = $1`,
      [member],
    )
  )[0]?.satang;

const region = (name: string) => screen.findByRole('region', { name });

describe.each(languagesInTest('th'))('the payment of a booking in %s', (language) => {
  const text = texts[language];
  const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);

  it('asks for the deposit by QR, by values to copy and by credit', async () => {
    const { booking_id: id, reference } = await acceptedBooking(backend());
    // A mail may name the id.
    const { router } = await open(`/booking/${id}/pay`, language);
    const due = within(await region(text.amountDue));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.heading.deposit);
    expect(router.state.location.pathname).toBe(`/booking/${reference}/pay`);
    const memo = reference.slice(4);
    const qr = due.getByRole('img', { name: new RegExp(`${baht('20,000')}.*${memo}`) });
    expect(qr.querySelector('path')?.getAttribute('d')).toMatch(/^M0 0h7v1/);
    for (const value of [baht('20,000'), memo, '081-234-5678', '123-4-56789-0'])
      expect(due.getAllByText(value).length).toBeGreaterThan(0);
    expect(due.getByText(filled(text.credit.part, { amount: baht('12,450') }))).toBeTruthy();
  });
});

it('copies the digits of the account, and says so in the place of the button', async () => {
  onlyInWholeSuite();
  const { reference } = await acceptedBooking(backend());
  const { user } = await open(`/booking/${reference}/pay`);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: /^Copy ?Kasikornbank/ }));
  expect(await screen.findByRole('button', { name: /^Copied ?Kasikornbank/ })).toBeTruthy();
  expect(write).toHaveBeenCalledWith('1234567890');
});

it('takes a part from credit: the code asks for less, and the slip says both parts', async () => {
  await sendWithNode();
  const booking = await acceptedBooking(backend());
  const { user } = await open(`/booking/${booking.reference}/pay`);
  await user.click(await screen.findByRole('button', { name: 'Use THB 12,450 of credit' }));
  expect(screen.getByRole('img', { name: /THB 7,550/ })).toBeTruthy();
  await user.upload(screen.getByLabelText(english.attach.choose), slipFile());
  expect(await screen.findByText('slip.pdf')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send slip for THB 7,550' }));
  expect(await screen.findByText(english.waiting.title)).toBeTruthy();
  await headingHasFocus();
  expect(await slips()).toMatchObject([
    {
      booking_id: booking.booking_id,
      typed_satang: '755000',
      credit_satang: '1245000',
      payer_name: 'Nattaya Wongthai',
      reading: 'pdf',
    },
  ]);
  await accept(755_000);
  expect(await screen.findByRole('heading', { name: english.heading.balance })).toBeTruthy();
  expect(await creditOf()).toBe(0);
  await callFunction(backend(), 'admin', 'bkk_admin_change_credit', {
    p_user_id: (await sql('select id from auth.users where email = $1', [member]))[0]?.id,
    p_amount_satang: 1_245_000,
    p_note: 'Given back',
    p_idempotency_key: crypto.randomUUID(),
  });
});

it('keeps slip and words through lost connections, and sends them once', async () => {
  await sendWithNode();
  const { reference } = await acceptedBooking(backend());
  const { user } = await open(`/booking/${reference}/pay`);
  await user.upload(await screen.findByLabelText(english.attach.choose), slipFile());
  const payer = await screen.findByLabelText(english.attach.payer);
  await user.clear(payer);
  await user.type(payer, 'Krit Wongthai');
  const send = screen.getByRole('button', { name: 'Send slip for THB 20,000' });
  const unblock = blockRequests('attach-slip');
  await user.click(send);
  expect(await screen.findByText(english.failure.network)).toBeTruthy();
  expect(screen.getByText('slip.pdf')).toBeTruthy();
  unblock();
  // The server has it, and the answer is lost.
  loseAnswer('attach-slip');
  await user.click(send);
  expect(await screen.findByText(english.waiting.title)).toBeTruthy();
  expect(await slips()).toMatchObject([{ payer_name: 'Krit Wongthai', typed_satang: '2000000' }]);
});

it('shows a rejection with its reason, a short payment and the last one without a reload', async () => {
  await sendWithNode();
  const { reference } = await acceptedBooking(backend(), {
    deposit_satang: 8_025_000,
    conditions: [],
  });
  const { user } = await open(`/booking/${reference}/pay`);
  const send = async (amount: string) => {
    await user.upload(await screen.findByLabelText(/Choose .*slip/), slipFile());
    await user.click(screen.getByRole('button', { name: `Send slip for THB ${amount}` }));
    await screen.findByText(english.waiting.title);
  };
  await send('80,250');
  await review({ p_accept: false, p_reason: 'unreadable', p_note: 'The date is cut off.' });
  expect(await screen.findByText('The date is cut off.')).toBeTruthy();
  expect(screen.getByText(english.rejection.unreadable)).toBeTruthy();
  expect(screen.getByText(english.rejection.dontPay)).toBeTruthy();
  // Nobody shall pay again.
  expect(screen.queryByRole('img', { name: /PromptPay/ })).toBeNull();
  await send('80,250');
  await accept(7_996_000);
  expect(await screen.findByText('THB 290 is still missing')).toBeTruthy();
  expect((await region(english.missing)).textContent).toContain('THB 290');
  await send('290');
  await accept(49_000);
  const paid = await region(english.accepted.title);
  expect(paid.textContent).toContain('THB 490');
  expect(paid.textContent).toContain(`${english.accepted.surplus}THB 200`);
});

it('pays at once with credit that covers the amount, after a second press', async () => {
  const booking = await acceptedBooking(backend(), { deposit_satang: 1_000_000 });
  const before = Number(await creditOf());
  const { user } = await open(`/booking/${booking.reference}/pay`);
  await user.click(await screen.findByRole('button', { name: english.credit.pay }));
  await user.click(screen.getByRole('button', { name: 'Pay THB 10,000 with credit' }));
  expect(await screen.findByRole('heading', { name: english.heading.balance })).toBeTruthy();
  expect(await creditOf()).toBe(before - 1_000_000);
});

it('asks for nothing once the booking has ended, and takes a late slip', async () => {
  const booking = await acceptedBooking(backend());
  await putBooking(backend(), booking, `hold_expires_at = now() - interval '1 second'`);
  const { user } = await open(`/booking/${booking.reference}/pay`);
  expect(await screen.findByText(english.ended.title)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /PromptPay/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: english.attach.title }));
  expect(screen.getByLabelText(english.attach.choose)).toBeTruthy();
});

it('refuses a file of another type or size before it is sent', async () => {
  const { reference } = await acceptedBooking(backend());
  const { user } = await open(`/booking/${reference}/pay`);
  const field = await screen.findByLabelText(english.attach.choose);
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'slip.png', { type: 'image/png' });
  await user.upload(field, large);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(await screen.findByText('File Too Large')).toBeTruthy();
});

describe('the place where a member pays', () => {
  const path = '/dashboard/payments';

  it('lists what is due, the nearest deadline first, and what waits for its review', async () => {
    await sendWithNode();
    const [first, second] = [await acceptedBooking(backend()), await acceptedBooking(backend())];
    await putBooking(backend(), second, `deposit_due_at = now() + interval '2 hours'`);
    const { unmount } = await open(path);
    const list = within(await region('Due, 2 payments'));
    const links = () => list.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links()).toEqual([
      `/booking/${second.reference}/pay`,
      `/booking/${first.reference}/pay`,
    ]);
    expect(screen.getByText('THB 40,000 in all')).toBeTruthy();
    unmount();
    const { user } = await open(`/booking/${second.reference}/pay`);
    await user.upload(await screen.findByLabelText(english.attach.choose), slipFile());
    await user.click(await screen.findByRole('button', { name: /^Send slip for/ }));
    await screen.findByText(english.waiting.title);
    await user.click(screen.getByRole('link', { name: /Payments/ }));
    const waiting = await screen.findByRole('link', {
      name: new RegExp(`WAITING.*${second.reference}`),
    });
    expect(waiting).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^Pay / })).toHaveLength(1);
  });

  it('shows every movement with the credit after it, and saves them as CSV', async () => {
    onlyInWholeSuite();
    const booking = await acceptedBooking(backend());
    await recordPayment(backend(), booking, 2_000_000);
    await callFunction(backend(), 'admin', 'bkk_admin_change_credit', {
      p_user_id: (await sql('select id from auth.users where email = $1', [member]))[0]?.id,
      p_amount_satang: 50_000,
      p_note: 'A gift',
      p_idempotency_key: crypto.randomUUID(),
    });
    const credit = Number(await creditOf());
    const files = catchFiles();
    const { user } = await open(path);
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    const shown = (satang: number) => `THB ${(satang / 100).toLocaleString('en-US')}`;
    // The heading and the month are before them.
    const [, , given, paid] = rows.map(({ textContent }) => textContent);
    expect(given).toContain(english.movement.correction);
    expect(given).toContain(`+THB 500`);
    expect(given).toContain(shown(credit));
    expect(paid).toContain(english.movement.direct);
    expect(paid).toContain(booking.reference);
    expect(paid).toContain('THB 20,000');
    // What does not pass through the credit leaves it as it was.
    expect(paid).toContain(shown(credit - 50_000));
    await user.click(screen.getByRole('button', { name: english.csv }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]?.content.text())?.split('\r\n') ?? [];
    expect(lines[2]).toContain(`,${booking.reference},`);
    expect(lines[2]).toMatch(/,20000\.00,20000\.00,0\.00,\d+\.\d\d$/);
  });

  it('opens the code of a top-up within its limits', async () => {
    onlyInWholeSuite();
    const { user, router } = await open(path);
    const amount = await screen.findByLabelText(english.topUp.other);
    await user.type(amount, '19');
    await user.click(screen.getByRole('button', { name: 'Top up THB 19 by QR' }));
    expect(await screen.findByText(english.problem.slip.top_up)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'THB 5,000' }));
    await user.click(screen.getByRole('button', { name: 'Top up THB 5,000 by QR' }));
    expect(await screen.findByRole('img', { name: /PromptPay QR code: THB 5,000/ })).toBeTruthy();
    expect(router.state.location.search).toBe('?amount=5000');
    expect(screen.getByLabelText(english.attach.choose)).toBeTruthy();
  });
});

describe('the page of a payment', () => {
  testMemberPage({
    features,
    pathOf: (id) => `/booking/${id}/pay`,
    unknown: ['BKK-AAAA2222', '00000000-0000-4000-8000-00000000dead', 'x'],
    place: async () => (await acceptedBooking(backend())).reference,
    none: english.none,
  });
});
