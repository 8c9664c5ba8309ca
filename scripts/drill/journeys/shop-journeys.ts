import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { call, sessionOf, tokenOf } from '../../../e2e/support/accounts.ts';
import type { Credentials } from '../../../e2e/support/site.ts';
import type { Journey, JourneyContext } from './context.ts';
import { acceptSlip, attachSlip, newReference } from './payment-journeys.ts';
import type { JourneyUser } from './user.ts';

/** Finds a product of the demo data, puts it into the cart, and opens the checkout. */
async function fillCart(buyer: JourneyUser): Promise<void> {
  await buyer.open('/store');
  await buyer.type(buyer.field('store.search'), 'Notebook');
  await buyer.press(buyer.button('store.addName', { product: 'Night Train Notebook' }));
  await buyer.press(buyer.button('store.cart.open', { count: 1 }, buyer.page.getByRole('banner')));
  await buyer.press(buyer.link('store.cart.checkout', {}, buyer.dialog));
}

/** Where it goes in Bang Rak, found by its postal code, and the terms. */
async function enterAddress(buyer: JourneyUser): Promise<void> {
  await buyer.type(buyer.field('checkout:contact.phone'), '081 234 5678');
  await buyer.type(buyer.field('checkout:address.line'), '88/8 ซอยตวยตัง 4');
  await buyer.type(buyer.field('checkout:address.find'), '10500');
  const place = buyer.page.getByRole('option').filter({ hasText: /สีลม|Bang Rak, Bang Rak/ });
  await buyer.press(place.first());
}

async function placeOrder(buyer: JourneyUser): Promise<string> {
  const terms = buyer.page.getByRole('checkbox').last();
  // The delivery and the prices are between.
  await buyer.lookFor(terms);
  await buyer.press(terms);
  await buyer.press(buyer.button(buyer.isPhone ? 'checkout:submitShort' : 'checkout:submit'));
  await buyer.see(buyer.find('heading', 'checkout:placed.thanks'));
  const text = await buyer.page.getByRole('main').innerText();
  return /ORD-[2-9A-Z]{8}/.exec(text)?.[0] ?? '';
}

async function payBySlip(
  context: JourneyContext,
  buyer: JourneyUser,
  number: string,
): Promise<JourneyUser> {
  await buyer.press(buyer.link('checkout:placed.payNow'));
  await buyer.see(buyer.find('img', 'payments:qrLabel'));
  await attachSlip(buyer, newReference());
  const admin = await context.admin();
  await buyer.meanwhile(() => acceptSlip(admin, number));
  return admin;
}

async function openOrder(admin: JourneyUser, number: string): Promise<void> {
  await admin.open('/admin');
  await admin.goTo('sidebar.shopOrders');
  await admin.press(admin.named('link', new RegExp(number)));
}

/** Packs an order, and sends its parcel. */
async function shipOrder(admin: JourneyUser, number: string): Promise<void> {
  await openOrder(admin, number);
  await admin.press(admin.button('adminOrders:step.pack'));
  await admin.see(admin.text('adminOrders:done.pack'));
  await admin.type(admin.field('adminOrders:ship.carrier'), 'Sample Express');
  await admin.type(admin.field('adminOrders:ship.number'), 'SX 0000 4417 0TH');
  await admin.press(admin.button('adminOrders:ship.submit'));
  await admin.see(admin.text('adminOrders:done.ship'));
}

/** The parcel of an order comes back, and all of the price is given back. */
async function takeBack(admin: JourneyUser, number: string): Promise<void> {
  await openOrder(admin, number);
  await admin.press(admin.button('adminOrders:take_back.action'));
  await admin.press(admin.button('adminOrders:take_back.confirm', {}, admin.dialog));
  await admin.see(admin.text('adminOrders:done.take_back'));
  await admin.goTo('sidebar.refunds');
  await admin.press(admin.page.getByRole('link', { name: new RegExp(number) }).first());
  await admin.type(admin.field('adminRefunds:decide.fee'), '0');
  await admin.press(admin.button('adminRefunds:decide.submit'));
  await admin.see(admin.text('adminRefunds:decide.done'));
}

async function askReturn(buyer: JourneyUser): Promise<void> {
  const action = buyer.button('orders:return.action');
  await buyer.lookFor(action);
  await buyer.press(action);
  await buyer.type(buyer.field('orders:return.reason', buyer.dialog), 'หูกระเป๋าขาด');
  await buyer.press(buyer.button('orders:return.confirm', {}, buyer.dialog));
}

/** From the store to the parcel, which goes back for credit. */
async function buyAsMember(context: JourneyContext): Promise<void> {
  const member = await context.member(await context.newMember('buying'));
  await fillCart(member);
  await enterAddress(member);
  const number = await placeOrder(member);
  const admin = await payBySlip(context, member, number);
  await member.open(`/orders/${number}`);
  await member.see(member.find('heading', 'orders:heading.PAID'));
  await member.meanwhile(() => shipOrder(admin, number));
  await member.see(member.find('heading', 'orders:heading.SHIPPED'));
  await askReturn(member);
  await member.meanwhile(() => takeBack(admin, number));
  await member.press(member.page.getByRole('radio').last());
  await member.press(member.button('refunds:credit.action'));
  await member.press(member.button('refunds:credit.confirm', {}, member.dialog));
  await member.see(member.text('refunds:status.REFUNDED'));
}

async function giveCredit({ request, site }: JourneyContext, account: Credentials): Promise<void> {
  const { user } = await sessionOf(request, site, account);
  const credit = {
    ...{ p_user_id: user.id, p_amount_satang: 200_000, p_note: 'ของขวัญ' },
    p_idempotency_key: randomUUID(),
  };
  const token = await tokenOf(request, site, site.admin);
  await call(request, site, 'POST', '/rest/v1/rpc/bkk_admin_change_credit', credit, token);
}

/** Paid from credit at once, and picked up. */
async function buyWithCredit(context: JourneyContext): Promise<void> {
  const account = await context.newMember('credit');
  await giveCredit(context, account);
  const member = await context.member(account);
  await fillCart(member);
  await member.type(member.field('checkout:contact.phone'), '081 234 5678');
  const pickUp = member.page.getByRole('radio', { name: member.t('checkout:delivery.pickup') });
  // The address, which it makes needless, is between.
  await member.lookFor(pickUp);
  await member.press(pickUp);
  await member.press(member.page.getByRole('radio').last());
  const number = await placeOrder(member);
  await member.press(member.link('checkout:placed.seeOrder'));
  const admin = await context.admin();
  await member.meanwhile(async () => {
    await openOrder(admin, number);
    await admin.press(admin.button('adminOrders:step.pack'));
    await admin.press(admin.button('adminOrders:step.hand_over'));
    await admin.see(admin.text('adminOrders:done.hand_over'));
  });
  await member.see(member.find('heading', 'orders:heading.PICKED_UP'));
}

/** Without an account: the order is followed by the link of the mail. */
async function buyAsGuest(context: JourneyContext): Promise<void> {
  const guest = await context.visitor();
  const address = `guest-${context.language}-${String(context.isPhone)}@mail.example`;
  await fillCart(guest);
  await guest.type(guest.field('checkout:contact.name'), 'อาทิตย์ แสงทอง');
  await guest.type(guest.field('field.email'), address);
  await enterAddress(guest);
  const number = await placeOrder(guest);
  const admin = await payBySlip(context, guest, number);
  let link = '';
  await expect
    .poll(async () => {
      const mails = await context.site.mailsTo(address);
      link = /\/orders\/guest#[0-9a-f]{64}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  await guest.open(link);
  await guest.see(guest.find('heading', 'orders:heading.PAID'));
  await guest.meanwhile(() => shipOrder(admin, number));
  await guest.open('/');
  await guest.open(link);
  await guest.see(guest.find('heading', 'orders:heading.SHIPPED'));
  await askReturn(guest);
  await guest.meanwhile(() => takeBack(admin, number));
  await guest.open('/');
  await guest.open(link);
  await guest.choose(guest.field('refunds:account.bank'), '004');
  await guest.type(guest.field('refunds:account.name'), 'Arthit Saengthong');
  await guest.type(guest.field('refunds:account.number'), '123-4-56789-0');
  await guest.press(guest.button('refunds:account.save'));
  await guest.see(guest.text('refunds:status.APPROVED'));
}

export const shopJourneys: readonly Journey[] = [
  { name: 'a member buys by slip, and sends it back', run: buyAsMember },
  { name: 'a member buys with credit, and picks it up', run: buyWithCredit },
  { name: 'a guest buys by slip, and sends it back', run: buyAsGuest },
];
