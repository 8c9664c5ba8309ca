import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bangkokLocal } from '@bkksiam/domain/bangkok';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { bookingAction, holdBooking } from '#testing/bookings.ts';
import { catchFiles } from '#testing/downloads.ts';
import { placeOrder } from '#testing/orders.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import { csvFile, windows874 } from '#testing/uploads.ts';
import english from '../../../public/locales/en/adminFinance.json';
import thai from '../../../public/locales/th/adminFinance.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);

const receivedAt = new Date(Date.now() - 120_000).toISOString();
/** As banks write it: day and minute in Bangkok. */
const [day = '', clock = ''] = bangkokLocal(receivedAt).split('T');
const shortDay = day.split('-').reverse().join('/');

/** A booking of 9,000 baht with a deposit of 3,000. */
async function pricedBooking() {
  const booking = await holdBooking(backend());
  await bookingAction(backend(), 'admin', 'bkk_admin_price_booking', booking, {
    p_lines: [
      { label: 'Adult fare', type: 'adult', count: 1, price_satang: 900_000, tax_satang: 0 },
    ],
    p_total_satang: 900_000,
    p_deposit_satang: 300_000,
  });
  return booking;
}

/** A booking of 9,000 baht, of which 3,000 came in. */
async function paidBooking() {
  const booking = await pricedBooking();
  await bookingAction(backend(), 'admin', 'bkk_admin_record_payment', booking, {
    p_amount_satang: 300_000,
    p_received_at: receivedAt,
    p_bank_reference: 'KB556677',
    p_note: null,
    p_idempotency_key: crypto.randomUUID(),
  });
  return booking;
}

type User = Awaited<ReturnType<typeof renderApp>>['user'];

/** Chooses a file in the dialog of the import, and names the account. */
async function chooseFile(user: User, texts: typeof english, file: File) {
  await user.click(await screen.findByRole('button', { name: texts.import.open }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.import.title }));
  await user.upload(dialog.getByLabelText(texts.import.file, { selector: 'input' }), file);
  await user.type(await dialog.findByLabelText(texts.import.account), '000-0-00000-0');
  return dialog;
}

describe('the books', () => {
  it('show what came in, and agree with a statement once its line is confirmed by keyboard', async () => {
    const { reference } = await paidBooking();
    const order = await placeOrder(backend(), { pay: 'credit' });
    const files = catchFiles();
    const { user } = await renderApp({ path: '/admin/finance', as: 'admin', features });
    const sums = within(await screen.findByRole('region', { name: english.sums.label }));
    await waitFor(() => {
      const name = sums.getByText(english.sums.received);
      expect(name.parentElement?.textContent).toContain('3,000');
    });
    const agree = within(screen.getByRole('region', { name: english.agree.label }));
    expect(await agree.findByText(english.agree.yes)).toBeDefined();
    const days = within(await screen.findByRole('group', { name: english.days.table }));
    expect(days.getAllByText('3,000').length).toBeGreaterThan(1);

    await user.click(screen.getByRole('button', { name: english.by.bookings }));
    expect(await screen.findByRole('link', { name: reference })).toBeDefined();
    const paid = screen.getByRole('link', { name: order.number });
    expect(paid.getAttribute('href')).toBe(`/admin/orders?show=all&order=${order.order_id}`);

    const statement = `Account,000\nDate,Time/Eff.Date,Description,Withdrawal,Deposit,Outstanding Balance
${shortDay},${clock},PROMPTPAY KB556677,,"3,000.00","103,000.00"\n`;
    const dialog = await chooseFile(user, english, csvFile(statement));
    expect(await dialog.findByText(english.import.form.kbank)).toBeDefined();
    expect(await dialog.findByText('1 new, 0 already read')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Import 1 new line' }));

    const line = within(await screen.findByRole('listitem', { name: /PROMPTPAY KB556677/ }));
    const { amount, time, reference: fits } = english.mark;
    expect(
      line.getByRole('img', { name: [amount.yes, time.yes, fits.yes].join(', ') }),
    ).toBeDefined();
    expect(await agree.findByText(/3,000 not in the statement/)).toBeDefined();
    line.getByRole('button', { name: `Confirm ${reference}` }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText(english.line.empty.OPEN)).toBeDefined();
    await waitFor(() => {
      expect(document.activeElement?.textContent).toMatch(/^Bank statement/);
    });
    expect(await agree.findByText(english.agree.yes)).toBeDefined();

    await user.click(screen.getByRole('button', { name: english.csv.save }));
    await waitFor(() => {
      expect(files).toHaveLength(1);
    });
    const csv = (await files[0]?.content.text()) ?? '';
    const row = csv.split('\r\n').find((one) => one.includes(reference));
    expect(row).toMatch(/,RT\d{4}-\d{6},Payment,/);
    expect(row).toContain(',3000,');
  });

  it('post less than what is due for the booking that a line names, and say what is missing', async () => {
    onlyInWholeSuite();
    const { booking_id: id, reference } = await pricedBooking();
    const { user } = await renderApp({ path: '/admin/finance', as: 'admin', features });
    const statement = `Account,000\nDate,Time/Eff.Date,Description,Withdrawal,Deposit,Outstanding Balance
${shortDay},${clock},PROMPTPAY ${reference.slice(4)},,"2,600.00","105,600.00"\n`;
    const file = await chooseFile(user, english, csvFile(statement));
    expect(await file.findByText('1 new, 0 already read')).toBeDefined();
    await user.click(file.getByRole('button', { name: 'Import 1 new line' }));
    const line = within(
      await screen.findByRole('listitem', { name: new RegExp(reference.slice(4)) }),
    );
    expect(line.getByText(/THB 3,000 due, THB 400 short/)).toBeDefined();
    expect(line.getByRole('img', { name: new RegExp(english.mark.amount.no) })).toBeDefined();
    await user.click(line.getByRole('button', { name: /^Post THB 2,600 for/ }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/THB 400 is missing, due/)).toBeDefined();
    await user.click(question.getByRole('button', { name: 'Post THB 2,600' }));
    await waitFor(async () => expect(await toastText()).toMatch(/THB 400 is missing, due/));
    const [row] = await sql(
      'select status, paid_satang::integer from public.bkk_bookings where booking_id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'DEPOSIT_PENDING', paid_satang: 260_000 });
  });

  it('read a file of unknown columns by picked ones, and set a line aside until that is undone', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({
      path: '/admin/finance',
      as: 'admin',
      features,
      language: 'th',
    });
    const text = `ก;ข;ค\n${shortDay} ${clock};-15.50;ค่าธรรมเนียม\n`;
    const dialog = await chooseFile(user, thai as typeof english, csvFile(windows874(text)));
    expect(await dialog.findByText(thai.import.unknownForm)).toBeDefined();
    const pick = async (name: 'date' | 'amount' | 'description', value: string) =>
      user.selectOptions(dialog.getByLabelText(thai.import.column[name]), value);
    await pick('date', '0');
    await pick('amount', '1');
    await pick('description', '2');
    expect(await dialog.findByText('ใหม่ 1 รายการ เคยนำเข้าแล้ว 0 รายการ')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'นำเข้ารายการใหม่ 1 รายการ' }));

    const line = within(await screen.findByRole('listitem', { name: /ค่าธรรมเนียม/ }));
    expect(line.getByText(thai.line.none)).toBeDefined();
    await user.click(line.getByRole('button', { name: thai.line.ignore }));
    const aside = within(await screen.findByRole('dialog', { name: thai.line.ignoreTitle }));
    await user.click(aside.getByRole('button', { name: thai.line.ignore }));
    expect(aside.getByText(thai.line.noteMissing)).toBeDefined();
    await user.type(aside.getByLabelText(thai.line.note), 'ค่าธรรมเนียมธนาคาร');
    await user.click(aside.getByRole('button', { name: thai.line.ignore }));
    expect(await screen.findByText(thai.line.empty.OPEN)).toBeDefined();

    await user.click(screen.getByRole('button', { name: thai.line.state.IGNORED }));
    await user.click(await screen.findByRole('button', { name: thai.line.undo }));
    expect(await screen.findByText(thai.line.empty.IGNORED)).toBeDefined();
    await user.click(screen.getByRole('button', { name: thai.line.state.OPEN }));
    expect(await screen.findByRole('listitem', { name: /ค่าธรรมเนียม/ })).toBeDefined();
  });
});
