import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import adminTexts from '../apps/web/public/locales/th/adminApprovals.json' with { type: 'json' };
import refundTexts from '../apps/web/public/locales/th/refunds.json' with { type: 'json' };
import { expectAccessible } from './support/accessibility.ts';
import { call, headersFor, newMember, startSession, tokenOf } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import type { RunningSite } from './support/site.ts';

const exact = { exact: true };

test.use({ features: 'all', locale: 'th-TH' });

type Row = Readonly<Record<string, string>>;

/** What a user reads and calls in the data API. */
function dataOf(request: APIRequestContext, site: RunningSite, token: string) {
  return {
    rpc: (name: string, values: object) =>
      call(request, site, 'POST', `/rest/v1/rpc/${name}`, values, token) as Promise<Row>,
    async row(path: string): Promise<Row> {
      const headers = await headersFor(request, site, token);
      const rows = (await (
        await request.get(`${site.url}/rest/v1/${path}`, { headers })
      ).json()) as Row[];
      return rows[0] ?? {};
    },
  };
}

/** A cancelled booking for which THB 20,000 were paid, and a payment of another one that waits for a second admin. */
async function prepare(request: APIRequestContext, site: RunningSite) {
  const member = await newMember(request, site, 'refund', 'th');
  const own = dataOf(request, site, await tokenOf(request, site, member));
  const admin = dataOf(request, site, await tokenOf(request, site, site.admin));
  const hold = () =>
    own.rpc('bkk_hold_booking', {
      p_request_key: randomUUID(),
      p_flight_id: 'flight-1',
      p_passengers: [{ first_name: 'Malai', last_name: 'Jaidee', birth_date: '1990-05-01' }],
      p_email: member.email,
      p_phone: '+66812345678',
      p_notes: null,
    });
  const onBooking = async (id: string, name: string, values: object) => {
    const path = `bkk_bookings_admin_view?select=version&booking_id=eq.${id}`;
    const { version } = await admin.row(path);
    return admin.rpc(name, { p_booking_id: id, p_version: version, ...values });
  };
  const pay = (id: string, satang: number) =>
    onBooking(id, 'bkk_admin_record_payment', {
      p_amount_satang: satang,
      p_received_at: new Date().toISOString(),
      p_bank_reference: 'KB-104',
      p_note: 'Counter',
      p_idempotency_key: randomUUID(),
    });
  const { booking_id: id = '', reference = '' } = await hold();
  await pay(id, 2_000_000);
  await onBooking(id, 'bkk_admin_cancel_booking', { p_reason: 'The member asked for it.' });
  const refund = await admin.row(`bkk_refunds?select=refund_id&booking_id=eq.${id}`);
  const other = await hold();
  const asked = await pay(other.booking_id ?? '', 2_500_000);
  return {
    member,
    reference,
    refundId: refund.refund_id ?? '',
    approvalId: asked.approval_id ?? '',
    decide: () =>
      admin.rpc('bkk_admin_decide_refund', {
        p_refund_id: refund.refund_id,
        p_fee_satang: 150_000,
        p_note: 'ค่าธรรมเนียมของสายการบิน',
        p_idempotency_key: randomUUID(),
      }),
  };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

test('a refund is decided, gets a bank account and is paid, and axe finds nothing on its screens', async ({
  page,
  otherPage,
  site,
}) => {
  test.setTimeout(180_000);
  const { member, reference, refundId, approvalId, decide } = await prepare(page.request, site);
  await startSession(page, site, site.admin);
  await open(page, `/admin/refunds?refund=${refundId}`);
  await expect(page.locator('main [name=fee]')).toBeVisible();
  await expectAccessible(page, [390, 1280], 'light');
  await open(page, `/admin/approvals?approval=${approvalId}`);
  await expect(page.getByText(adminTexts.decide.own)).toBeVisible();
  await expectAccessible(page, [390, 1280], 'dark');
  await decide();

  await startSession(otherPage, site, member);
  await open(otherPage, `/dashboard/bookings/${reference}`);
  const card = otherPage.getByRole('region', { name: refundTexts.title, exact: true });
  await expect(card.getByText('ACCOUNT', { exact: true })).toBeVisible();
  await expectAccessible(otherPage, [360, 1440], 'dark');
  await card.getByLabel(refundTexts.account.bank, exact).selectOption('004');
  await card.getByLabel(refundTexts.account.name, exact).fill('Malai Jaidee');
  await card.getByLabel(refundTexts.account.number, exact).fill('123-4 56789-0');
  await card.getByRole('button', { name: refundTexts.account.save }).click();
  await expect(card.getByText('APPROVED', { exact: true })).toBeVisible();
  await expectAccessible(otherPage, [360, 1440], 'light');

  await open(page, `/admin/refunds?refund=${refundId}`);
  await expect(page.locator('main [name=bankReference]')).toBeVisible();
  await expectAccessible(page, [390, 1280], 'dark');
});
