import { randomInt } from 'node:crypto';
import { readConfig } from '../../../apps/server/src/config.ts';
import { withAdminClient } from '../../../apps/server/src/db/admin-server.ts';
import { drawSlip, slipQrText } from '../../../apps/server/src/testing/slip-fixture.ts';
import { placeRequest, sendOffer } from '../../../e2e/support/requests.ts';
import type { RunningSite } from '../../../e2e/support/site.ts';
import { holdOwnSeats, searchAndSignIn } from './booking-journeys.ts';
import type { Journey, JourneyContext } from './context.ts';
import { bookingPane, openBookingAsAdmin, openNotification, openPayment } from './steps.ts';
import type { JourneyUser } from './user.ts';

export const newReference = () => `20261210${String(randomInt(10 ** 9)).padStart(9, '0')}`;

const slipOf = (reference: string, amount = '1,000.00') =>
  drawSlip({ qr: slipQrText({ bank: '014', reference }), amount })
    .png()
    .toBuffer();

/** Attaches a slip to the payment that is open; the amount is what is due unless one is given. */
export async function attachSlip(
  member: JourneyUser,
  reference: string,
  amount?: string,
): Promise<void> {
  const choose = member.isPhone
    ? member.button('payments:attach.short')
    : member.field('payments:attach.choose').or(member.field('payments:attach.chooseAgain'));
  await member.chooseFile(choose, 'slip.png', await slipOf(reference, amount));
  await member.see(member.text('payments:attach.read'));
  if (amount !== undefined) await member.type(member.field('payments:attach.amount'), amount);
  await member.type(member.field('payments:attach.payer'), 'Malai Jaidee');
  await member.press(
    member
      .button('payments:attach.sendAmount')
      .or(member.button('payments:attach.send'))
      .filter({ visible: true })
      .last(),
  );
  await member.see(member.text('payments:waiting.title'));
}

/** Opens the slip of a booking or an order that waits longest. */
async function openSlip(admin: JourneyUser, reference: string): Promise<void> {
  await admin.open('/admin');
  await admin.goTo('sidebar.slips');
  await admin.press(admin.page.getByRole('link', { name: new RegExp(reference) }).first());
  await admin.see(admin.button('adminSlips:decide.leave'));
}

export async function acceptSlip(
  admin: JourneyUser,
  reference: string,
  amount?: string,
): Promise<void> {
  await openSlip(admin, reference);
  if (amount !== undefined) {
    await admin.type(admin.field('adminSlips:decide.amount'), amount);
  }
  await admin.press(
    admin.button('adminSlips:decide.accept').or(admin.button('adminSlips:decide.acceptAnyway')),
  );
  await admin.see(admin.text('adminSlips:done.accepted'));
}

async function saveReceipt(member: JourneyUser): Promise<void> {
  await member.open('/dashboard/payments');
  const saved = member.page.waitForEvent('download');
  await member.press(member.page.getByRole('button', { name: /RT\d{4}-\d{6}/ }).first());
  await saved;
}

/** From the search to a receipt: the first slip is short, the second one more than is due. */
async function payBySlips(context: JourneyContext): Promise<void> {
  const { member, reference } = await holdOwnSeats(context, 'paying');
  await openPayment(member);
  await attachSlip(member, newReference(), '500');
  const admin = await context.admin();
  await member.meanwhile(() => acceptSlip(admin, reference, '500'));
  await member.see(member.text('payments:short.title'));
  await attachSlip(member, newReference(), '9,000');
  await member.meanwhile(() => acceptSlip(admin, reference, '9,000'));
  await member.see(
    member.find('heading', 'payments:heading.paid').or(member.text('payments:paid.title')),
  );
  await saveReceipt(member);
}

async function passDeadline({ dataDir }: RunningSite, reference: string): Promise<void> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  await withAdminClient(config, async (client) => {
    await client.query(
      `update public.bkk_bookings set deposit_due_at = now() - interval '1 minute' where reference = $1`,
      [reference],
    );
  });
}

/** From an accepted offer to a receipt: the slip comes after the deadline of the deposit. */
async function payLate(context: JourneyContext): Promise<void> {
  const account = await context.newMember('late');
  const id = await placeRequest(context.request, context.site, account);
  await sendOffer(context.request, context.site, id);
  const member = await context.member(account);
  await member.open(`/dashboard/requests/${id}`);
  await member.press(
    member.button('requests:offer.accept').or(member.button('requests:offer.acceptShort')).first(),
  );
  await member.press(member.button('requests:accept.confirm', {}, member.dialog));
  await member.press(member.link('requests:state.booking'));
  const reference = new URL(member.page.url()).pathname.split('/').at(-1) ?? '';
  await passDeadline(context.site, reference);
  await openPayment(member);
  await attachSlip(member, newReference());
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await openSlip(admin, reference);
    await admin.see(admin.text('adminSlips:warning.late'));
    await admin.press(admin.button('adminSlips:decide.accept'));
    await admin.see(admin.text('adminSlips:done.accepted'));
  });
  await saveReceipt(member);
}

/** A slip that the form of a hold has sent is refused; the member reads why, and sends another. */
async function refuseSlip(context: JourneyContext): Promise<void> {
  const member = await searchAndSignIn(context, 'slip');
  const slip = await slipOf(newReference());
  await member.chooseFile(member.field('members.booking.slip'), 'slip.png', slip);
  await member.see(member.page.getByText('slip.png', { exact: true }));
  await member.press(member.button('hold:flight.submit'));
  await member.see(member.text('payments:waiting.title'));
  const reference = /BKK-[A-Z0-9]+/.exec(member.page.url())?.[0] ?? '';
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await openSlip(admin, reference);
    await admin.press(admin.button('adminSlips:decide.refuse'));
    await admin.press(admin.page.getByRole('radio').nth(1));
    await admin.press(admin.button('adminSlips:refuse.submit'));
    await admin.see(admin.text('adminSlips:done.refused'));
  });
  await openNotification(member, 'notifications:event.booking.slip_refused.title');
  await member.press(member.link('bookings:list.pay'));
  await member.see(member.text('payments:rejection.title'));
  await attachSlip(member, newReference());
}

/** A paid booking is cancelled, and its refund goes to a bank account. */
async function refundToBank(context: JourneyContext): Promise<void> {
  const { member, reference } = await holdOwnSeats(context, 'refunded');
  await openPayment(member);
  await attachSlip(member, newReference());
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await acceptSlip(admin, reference);
    await openBookingAsAdmin(admin, reference);
    const pane = bookingPane(admin);
    await admin.press(admin.button('adminBookings:cancel.action', {}, pane));
    await admin.type(admin.field('adminBookings:cancel.reason', admin.dialog), 'Illness');
    await admin.press(admin.button('adminBookings:cancel.confirm', {}, admin.dialog));
    await admin.see(pane.getByText('CANCELLED', { exact: true }));
    await admin.goTo('sidebar.refunds');
    await admin.press(admin.page.getByRole('link', { name: new RegExp(reference) }).first());
    await admin.type(admin.field('adminRefunds:decide.fee'), '500');
    await admin.press(admin.button('adminRefunds:decide.submit'));
    await admin.see(admin.text('adminRefunds:decide.done'));
  });
  await openNotification(member, 'notifications:event.booking.refund_decided.title');
  await member.choose(member.field('refunds:account.bank'), '004');
  await member.type(member.field('refunds:account.name'), 'Malai Jaidee');
  await member.type(member.field('refunds:account.number'), '123-4-56789-0');
  await member.press(member.button('refunds:account.save'));
  await member.meanwhile(async () => {
    await admin.press(admin.button('adminRefunds:account.show'));
    await admin.type(admin.field('adminRefunds:pay.bankReference'), 'KB-2201');
    await admin.press(admin.button('adminRefunds:pay.submit'));
    await admin.see(admin.text('adminRefunds:pay.done'));
  });
  await member.see(member.text('refunds:status.REFUNDED'));
}

export const paymentJourneys: readonly Journey[] = [
  { name: 'own seats by slips, from the search to a receipt', run: payBySlips },
  { name: 'an offer paid late by slip, to a receipt', run: payLate },
  { name: 'a slip is refused', run: refuseSlip },
  { name: 'a refund to a bank account', run: refundToBank },
];
