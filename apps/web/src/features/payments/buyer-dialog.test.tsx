import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { callFunction } from '#testing/group-requests.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import payments from '../../../public/locales/en/payments.json';
import english from '../../../public/locales/en/receipts.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments']);

const topUp = () =>
  sql(`select bkk_internal.add_posting(gen_random_uuid()::text, 'top_up', id, null, now(), '{"bank": -200000, "credit": 200000}')
    from auth.users where email = 'nattaya@bkksiam.example'`);

const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear();
const numberText = (number: number) => `RT${String(year)}-00000${String(number)}`;

async function open() {
  const { user } = await renderApp({
    path: '/dashboard/payments',
    as: 'member',
    language: 'en',
    features,
  });
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: english.mine.title }));
    return within(await screen.findByRole('dialog', { name: english.mine.title }));
  };
  return { user, openDialog, movements: within(await screen.findByRole('table')) };
}

it('saves the buyer of coming receipts, changes a chosen one once, and forgets the buyer', async () => {
  await topUp();
  await topUp();
  const [voided] = await sql('select receipt_id from bkk_receipts where number = 2');
  await callFunction(backend(), 'admin', 'bkk_admin_void_receipt', {
    p_receipt_id: voided?.receipt_id,
    p_reason: 'Issued twice',
  });
  const { user, openDialog, movements } = await open();
  expect(movements.getByText('is void: Issued twice')).toBeTruthy();

  const form = await openDialog();
  const fill = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  // No office is asked for without a tax id.
  expect(form.queryByRole('radio')).toBeNull();
  await fill(english.buyer.name, 'Sample Trading Co., Ltd.');
  await fill(english.buyer.address, '88/8 Soi 4, Bangkok 10110');
  await fill(english.buyer.taxId, '0-1055-61234-56-1');
  await user.click(form.getByRole('button', { name: english.mine.save }));
  expect(await form.findByText(english.problem.buyer.tax_id)).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText(english.buyer.taxId));
  await fill(english.buyer.taxId, '0-1055-61234-56-0');
  expect(form.queryByRole('radio', { name: english.buyer.none })).toBeNull();
  await user.click(form.getByRole('radio', { name: english.buyer.branch }));
  await fill(english.buyer.branchNumber, '12');
  expect(form.queryByRole('checkbox', { name: new RegExp(numberText(2)) })).toBeNull();
  await user.click(form.getByRole('checkbox', { name: new RegExp(numberText(1)) }));
  await user.click(form.getByRole('button', { name: english.mine.save }));
  expect(await toastText()).toContain('1 receipt was issued again.');
  expect(
    await movements.findByRole('button', {
      name: payments.receipt.replace('{{number}}', numberText(3)),
    }),
  ).toBeTruthy();
  expect(movements.queryByRole('button', { name: new RegExp(numberText(1)) })).toBeNull();

  await topUp();
  const buyers = await sql(`select data -> 'buyer' as buyer from bkk_receipts where number >= 3`);
  const buyer = {
    name_th: 'Sample Trading Co., Ltd.',
    address_th: '88/8 Soi 4, Bangkok 10110',
    tax_id: '0105561234560',
    branch: '00012',
  };
  expect(buyers).toMatchObject([{ buyer }, { buyer }]);

  const again = await openDialog();
  expect(again.getByLabelText(english.buyer.name)).toHaveProperty('value', buyer.name_th);
  // The one that was changed cannot be changed again.
  expect(again.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(again.getByRole('button', { name: english.mine.remove }));
  await waitFor(async () => expect(await sql('select from bkk_receipt_buyers')).toEqual([]));
});
