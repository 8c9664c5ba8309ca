import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { setField } from '#testing/fields.ts';
import { decideRefund, openRefund, refundOf, type OpenedRefund } from '#testing/refunds.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import english from '../../../public/locales/en/refunds.json';
import thai from '../../../public/locales/th/refunds.json';

const { backend, features, sql } = withFeatures([
  'requests',
  'bookings',
  'notifications',
  'payments',
]);
const texts = { en: english, th: thai };

async function open({ reference }: OpenedRefund, language: Language) {
  const path = `/dashboard/bookings/${reference}`;
  const { user } = await renderApp({ path, as: 'member', language, features });
  const card = within(await screen.findByRole('region', { name: texts[language].title }));
  return { user, card };
}

it('goes to the bank account that the member gives, with its number sealed', async () => {
  const refund = await openRefund(backend(), [2_000_000]);
  await decideRefund(backend(), refund, 450_000);
  const { user, card } = await open(refund, 'en');
  expect(card.getByText('ACCOUNT')).toBeTruthy();
  expect(card.getByText('THB 15,500')).toBeTruthy();
  const history = card.getByRole('list', { name: english.history.title });
  expect(history.textContent).toContain('THB 1,500 for each of you');
  expect(
    within(history).getByText(english.next.ACCOUNT).closest('[aria-current=step]'),
  ).toBeTruthy();

  setField('number', '12-345');
  await user.click(card.getByRole('button', { name: english.account.save }));
  const number = await card.findByLabelText(english.account.number);
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  expect(card.getByText(english.problem.refund.bank)).toBeTruthy();
  setField('bank', '014');
  setField('name', 'Nattaya Wongthai');
  setField('number', '123-4 56789-0');
  await user.click(card.getByRole('button', { name: english.account.save }));
  await card.findByText(/Siam Commercial Bank, account ending in 7890/);
  const heading = card.getByRole('heading', { name: english.title });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(await refundOf(backend(), refund)).toMatchObject({
    status: 'APPROVED',
    bank_code: '014',
    account_name: 'Nattaya Wongthai',
  });
  // Changeable until it is paid, once the form is done.
  expect(await toastText()).toContain(english.account.done);
  await user.click(card.getByRole('button', { name: english.change }));
  expect(await card.findByRole('button', { name: english.account.save })).toBeTruthy();
});

it('is on the open booking, with its end, as soon as the member is told of it', async () => {
  onlyInWholeSuite();
  const refund = await openRefund(backend(), [1_000_000]);
  const path = `/dashboard/bookings/${refund.reference}`;
  await renderApp({ path, as: 'member', language: 'en', features });
  const card = within(await screen.findByRole('region', { name: english.title }));
  expect(card.getByText('OPEN')).toBeTruthy();
  await decideRefund(backend(), refund, 0);
  expect(await card.findByText('ACCOUNT')).toBeTruthy();
});

it('is due beside what the member owes, by its booking, and asks for the account there too', async () => {
  onlyInWholeSuite();
  const refund = await openRefund(backend(), [1_000_000]);
  await decideRefund(backend(), refund, 0);
  await renderApp({ path: '/dashboard/payments', as: 'member', language: 'th', features });
  const name = thai.titleOf.replace('{{reference}}', refund.reference);
  const card = within(await screen.findByRole('region', { name }));
  expect(card.getByText('฿10,000', { selector: 'strong' })).toBeTruthy();
  expect(card.getByRole('button', { name: thai.account.save })).toBeTruthy();
  const link = card.getByRole('link', { name: new RegExp(refund.reference) });
  expect(link.getAttribute('href')).toBe(`/dashboard/bookings/${refund.reference}`);
});

it('is taken as credit at once, after a question', async () => {
  const refund = await openRefund(backend(), [1_000_000]);
  await decideRefund(backend(), refund, 0);
  const { user, card } = await open(refund, 'th');
  await user.click(card.getByRole('radio', { name: new RegExp(`^${thai.choice.credit}`) }));
  const amount = '฿10,000';
  await user.click(
    card.getByRole('button', { name: thai.credit.action.replace('{{amount}}', amount) }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: thai.credit.confirm }));
  await card.findByText('REFUNDED');
  expect(card.queryByRole('radio')).toBeNull();
  const [credit] = await sql(
    `select credit_satang::integer from public.bkk_credit_postings where booking_id = $1 and kind = 'refund_paid'`,
    [refund.booking_id],
  );
  expect(credit).toEqual({ credit_satang: 1_000_000 });
});
