import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { sealNumber } from '../../../../../supabase/functions/_shared/http/sealing.ts';
import { withFeatures, type Viewer } from '#testing/backend.ts';
import { setField } from '#testing/fields.ts';
import { decideRefund, openRefund, refundOf, type OpenedRefund } from '#testing/refunds.ts';
import { renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';
import approvals from '../../../public/locales/en/adminApprovals.json';
import bookings from '../../../public/locales/en/adminBookings.json';
import english from '../../../public/locales/en/adminRefunds.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'payments']);

async function open(path: string, pane: string, as: Viewer = 'admin') {
  const { user, router } = await renderApp({ path, as, language: 'en', features });
  return { user, router, pane: within(await screen.findByRole('region', { name: pane })) };
}

const openPane = ({ refund_id: id }: OpenedRefund) =>
  open(`/admin/refunds?refund=${id}`, english.one);

const approvalOf = async ({ booking_id: id }: OpenedRefund) => {
  const [row] = await sql(
    'select approval_id from public.bkk_approvals where booking_id = $1 and decision is null',
    [id],
  );
  return String(row?.approval_id);
};

/** A decided amount that waits: THB 55,500 of 60,000. */
async function waitingRefund(): Promise<OpenedRefund> {
  const refund = await openRefund(backend(), [2_000_000, 2_000_000, 2_000_000]);
  await decideRefund(backend(), refund, 450_000);
  return refund;
}

it('is decided with the fee of the conditions, and waits for a second admin above the limit', async () => {
  const refund = await openRefund(backend(), [2_000_000, 2_000_000, 2_000_000]);
  const { user, pane } = await openPane(refund);
  await user.click(await pane.findByRole('button', { name: /As the conditions say: THB 4,500/ }));
  await pane.findByText('THB 55,500 goes back to the member.');
  await user.click(pane.getByRole('button', { name: 'Refund THB 55,500' }));
  await pane.findByText(english.waiting.title);
  expect(await toastText()).toContain(english.decide.waits);
  expect(pane.queryByRole('button', { name: /^Refund THB/ })).toBeNull();
  expect(await refundOf(backend(), refund)).toMatchObject({ status: 'OPEN' });
  const link = pane.getByRole('link', { name: english.waiting.open });
  expect(link.getAttribute('href')).toBe(`/admin/approvals?approval=${await approvalOf(refund)}`);
});

it('cannot be approved by the admin who asked, and is taken back with a reason', async () => {
  const refund = await waitingRefund();
  const path = `/admin/approvals?approval=${await approvalOf(refund)}`;
  const own = await open(path, approvals.one);
  await own.pane.findByText(approvals.decide.own);
  expect(own.pane.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await own.user.click(own.pane.getByRole('button', { name: approvals.decide.takeBack }));
  await own.pane.findByText(approvals.problem.approval.note);
});

it('is given back as another admin approves', async () => {
  const refund = await waitingRefund();
  await sql(
    `update public.bkk_user_roles set role = 'admin'
      where user_id = (select id from auth.users where email = 'malee@bkksiam.example')`,
  );
  const path = `/admin/approvals?approval=${await approvalOf(refund)}`;
  const { user, pane } = await open(path, approvals.one, 'newMember');
  await user.click(await pane.findByRole('button', { name: 'Approve THB 55,500' }));
  await pane.findByText('APPROVED');
  expect(await refundOf(backend(), refund)).toMatchObject({
    status: 'ACCOUNT',
    amount_satang: '5550000',
  });
});

it('shows the number of its bank account on press, which is logged, and is recorded as paid', async () => {
  const refund = await openRefund(backend(), [1_000_000]);
  await decideRefund(backend(), refund, 0);
  const { jwtSecret } = backend().config;
  const key = { get: (name: string) => (name === 'SEALING_KEY' ? jwtSecret : undefined) };
  const sealed = await sealNumber(key, 'refund account', refund.refund_id, '1234567890');
  await sql(
    `select bkk_store_refund_account($1, user_id, '004', 'Nattaya W.', $2, '7890')
      from public.bkk_refunds where refund_id = $1`,
    [refund.refund_id, sealed],
  );
  const { user, router, pane } = await openPane(refund);
  const show = await pane.findByRole('button', { name: english.account.show });
  expect(document.body.textContent).not.toContain('1234567890');
  await user.click(show);
  const number = await pane.findByRole('button', { name: 'Copy Account number: 1234567890' });
  await waitFor(() => expect(document.activeElement).toBe(number));
  setField('bankReference', 'SCB9');
  await user.click(pane.getByRole('button', { name: 'Record THB 10,000 as paid' }));
  await pane.findByText('REFUNDED');
  expect(await refundOf(backend(), refund)).toMatchObject({
    status: 'REFUNDED',
    destination: 'bank',
    bank_reference: 'SCB9',
  });
  await act(() => router.navigate(`/admin/logs/accounts?q=${refund.reference}`));
  expect(
    await screen.findByRole('heading', { level: 1, name: english.openings.title }),
  ).toBeTruthy();
  const rows = await tableRows();
  expect(rows).toHaveLength(1);
  for (const text of ['somchai@', 'nattaya@', '•••• 7890', refund.reference])
    expect(rows[0]?.textContent).toContain(text);
});

it('is shown among the payments of its booking while it waits', async () => {
  onlyInWholeSuite();
  const refund = await waitingRefund();
  const path = `/admin/bookings?show=all&booking=${refund.booking_id}`;
  const { pane } = await open(path, bookings.one);
  const payments = within(await pane.findByRole('region', { name: bookings.payments.title }));
  expect(payments.getByText('APPROVAL')).toBeTruthy();
  expect(payments.getByText('THB 55,500')).toBeTruthy();
  await waitFor(() =>
    expect(pane.getByRole('list', { name: bookings.history }).textContent).toContain(
      bookings.event.approval_asked,
    ),
  );
});
