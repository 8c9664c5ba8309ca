import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminSetup.json';
import agency from '../../../public/locales/en/adminAgency.json';

const { features, sql } = withFeatures(['bookings', 'payments', 'flights']);

const open = async (path = '/admin') => {
  const { user } = await renderApp({ path, as: 'admin', features });
  await screen.findByRole('heading', { name: 'System Status' });
  return user;
};
const list = () => within(screen.getByRole('region', { name: english.title }));
const item = (name: keyof typeof english.item) =>
  within(list().getByText(english.item[name].title).closest<HTMLElement>('li') ?? document.body);

it('says what is left, where it is done, and tries mail and QR', async () => {
  await sql(
    `update public.bkk_agency set promptpay_kind = 'phone', promptpay_id = '0812345678', bank_code = '004',
      bank_account_name = 'Sabai', bank_account_number = '0123456789'`,
  );
  const user = await open();
  expect(list().queryByText(english.item.product.title)).toBeNull();
  expect(item('flight').getByRole('link').getAttribute('href')).toBe('/admin/flights');
  expect(item('company').getByRole('link').getAttribute('href')).toBe('/admin/agency');
  expect(item('promptpay').getByText(english.done)).toBeTruthy();
  expect(item('backup').getByText('Last backup: never')).toBeTruthy();

  await user.click(item('promptpay').getByRole('button', { name: english.promptpay.show }));
  expect(item('promptpay').getByRole('img', { name: /THB 1 to Sabai, 081-234-5678/ })).toBeTruthy();
  const read = agency.test.read.replace('{{amount}}', 'THB 1').replace('{{id}}', '081-234-5678');
  expect(await item('promptpay').findByText(read)).toBeTruthy();

  const send = item('mail').getByRole('button', { name: english.mail.send });
  await user.click(send);
  expect(await item('mail').findByText(english.mail.sent)).toBeTruthy();
  await user.click(send);
  expect(await item('mail').findByText(english.mail.limit)).toBeTruthy();
  await expectConsoleError('test_mail_limit');
});

it('the link of the test mail shows that it arrived', async () => {
  const [row] = await sql(`select test_mail_token as token from public.bkk_setup`);
  await open(`/admin?mail=${String(row?.token)}`);
  expect(await list().findByText(english.mail.arrived)).toBeTruthy();
  expect(item('mail').getByText(english.done)).toBeTruthy();
  // The list is read again when the window gets the focus; the link is opened once.
  await sql('update public.bkk_setup set test_mail_opened_at = null');
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await item('mail').findByText(english.open)).toBeTruthy();
  expect(await sql('select test_mail_opened_at from public.bkk_setup')).toEqual([
    { test_mail_opened_at: null },
  ]);
});

it('is hidden for all admins, and shown again', async () => {
  const user = await open();
  await user.click(list().getByRole('button', { name: english.dismiss }));
  await waitFor(() => expect(screen.queryByRole('region', { name: english.title })).toBeNull());
  await user.click(await screen.findByRole('button', { name: english.undo }));
  expect(await screen.findByRole('region', { name: english.title })).toBeTruthy();
});
