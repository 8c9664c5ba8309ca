import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withFeatures } from '#testing/backend.ts';
import { headingHasFocus, testMemberPage } from '#testing/member-page.ts';
import {
  forgetOrders,
  moveOrder,
  parcel,
  payWithCredit,
  placeOrder,
  type PlacedOrder,
} from '#testing/orders.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import notifications from '../../../public/locales/en/notifications.json';
import english from '../../../public/locales/en/orders.json';
import refunds from '../../../public/locales/en/refunds.json';
import thai from '../../../public/locales/th/orders.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop', 'notifications']);
const texts = { en: english, th: thai };

beforeAll(async () => {
  await sql(`update public.bkk_agency set tax_id = '0105559000011', vat_from = '2020-01-01'`);
});

beforeEach(() => forgetOrders(backend()));

const open = ({ number }: PlacedOrder, language: 'en' | 'th' = 'en') =>
  renderApp({ path: `/orders/${number}`, as: 'member', language, features });

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** The states of the steps, from the first to the last. */
const steps = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(
      (item) => `${item.firstChild?.textContent ?? ''}${item.ariaCurrent === 'step' ? '*' : ''}`,
    );

describe.each(languagesInTest('th'))('an order in %s', (language) => {
  const text = texts[language];
  const isThai = language === 'th';
  const baht = (amount: string) => (isThai ? `฿${amount}` : `THB ${amount}`);

  it('says what is due until when, with its pieces in the language of the page', async () => {
    const order = await placeOrder(backend());
    await open(order, language);
    expect(await heading(text.heading.PLACED)).toBeTruthy();
    const due = await region(text.card.PLACED);
    expect(due.getByText(baht('1,110'))).toBeTruthy();
    expect(due.getByText(text.due.PLACED)).toBeTruthy();
    const pay = due.getByRole('link', { name: text.pay });
    expect(pay.getAttribute('href')).toBe(`/orders/${order.number}/pay`);
    expect(steps(text.steps)[1]).toBe(`${text.step.PAID}*`);
    const lines = await region(text.lines);
    expect(lines.getByText(isThai ? /สีคราม/ : /Ink/)).toBeTruthy();
    expect(lines.getByText(`${baht('180')} × 2`)).toBeTruthy();
    expect(lines.getByText(baht('60'))).toBeTruthy();
    const place = await region(text.place);
    expect(place.getByText(/88\/8 Soi Tuayang 4,? Si Lom,? Bang Rak,? Bangkok 10500/)).toBeTruthy();
  });
});

it('follows the parcel without a reload, and has the receipt with its VAT', async () => {
  const order = await placeOrder(backend());
  const { user } = await open(order);
  await heading(english.heading.PLACED);
  await payWithCredit(backend(), order);
  expect(await heading(english.heading.PAID)).toBeTruthy();
  expect((await region(english.documents)).getByText(/^IV\d{4}-\d{6}, PDF$/)).toBeTruthy();
  expect((await region(english.lines)).getByText('of which VAT 7%')).toBeTruthy();
  expect(screen.queryByRole('button', { name: english.cancel.action })).toBeNull();
  await moveOrder(backend(), order, 'pack');
  expect(await heading(english.heading.PACKED)).toBeTruthy();
  await moveOrder(backend(), order, 'ship', parcel);
  expect(await heading(english.heading.SHIPPED)).toBeTruthy();
  const card = await region(english.card.SHIPPED);
  expect(card.getByText(/^(Mon|Tue|Wed|Thu|Fri) \d/)).toBeTruthy();
  expect(card.getByText(/Sample Express, standard delivery, to Si Lom/)).toBeTruthy();
  expect(card.getByRole('link', { name: english.follow }).getAttribute('href')).toBe(
    parcel.tracking_url,
  );
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(card.getByRole('button', { name: english.copyParcel }));
  expect(write).toHaveBeenCalledWith(parcel.parcel_number);
  expect(steps(english.steps)).toEqual(['PLACED', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED*']);
});

it('is told by the bell, which opens it, and has channels of its own', async () => {
  onlyInWholeSuite();
  const order = await placeOrder(backend());
  await sql('update public.bkk_notifications set read_at = now()');
  const { user, router, unmount } = await renderApp({ path: '/about', as: 'member', features });
  await screen.findByRole('button', { name: notifications.title });
  await payWithCredit(backend(), order);
  const name = notifications.bell_other.replace('{{count}}', '1');
  await user.click(await screen.findByRole('button', { name }));
  const panel = within(await screen.findByRole('dialog'));
  await user.click(panel.getByRole('button', { name: notifications.settings.title }));
  await panel.findByRole('group', { name: notifications.settings.kind.orders });
  await user.click(panel.getByRole('button', { name: notifications.settings.back }));
  const { title } = notifications.event.order.paid;
  const link = await panel.findByRole('link', { name: new RegExp(`${title}.*${order.number}`) });
  await user.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/${order.number}`));
  expect(await heading(english.heading.PAID)).toBeTruthy();
  unmount();
  const admin = await renderApp({ path: '/about', as: 'admin', features });
  await admin.user.click(await screen.findByRole('button', { name }));
  const toPack = await screen.findByRole('link', {
    name: new RegExp(`${notifications.event.admin.order_paid.title}.*${order.number}`),
  });
  expect(toPack.getAttribute('href')).toBe(`/admin/orders?order=${order.order_id}`);
});

it('that came is asked back with a reason, and shows its refund', async () => {
  const order = await placeOrder(backend(), { pay: 'credit' });
  await moveOrder(backend(), order, 'pack');
  await moveOrder(backend(), order, 'ship', parcel);
  await moveOrder(backend(), order, 'deliver');
  const { user } = await open(order);
  expect(await heading(english.heading.DELIVERED)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: english.return.action }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: english.return.confirm }));
  expect(await dialog.findByText(english.problem.order.reason)).toBeTruthy();
  await user.type(dialog.getByLabelText(english.return.reason), 'A fan is broken.');
  await user.click(dialog.getByRole('button', { name: english.return.confirm }));
  expect(await screen.findByText(/^You asked for a refund on/)).toBeTruthy();
  await headingHasFocus();
  expect((await region(english.history)).getByText('A fan is broken.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: english.return.action })).toBeNull();
  await moveOrder(backend(), order, 'take_back', { note: 'Thank you' });
  expect(await heading(english.heading.RETURNED)).toBeTruthy();
  const refund = await region(refunds.title);
  expect(refund.getByText('THB 1,110')).toBeTruthy();
  expect(refund.getByText(refunds.orderNote.OPEN)).toBeTruthy();
});

it('is cancelled by its buyer while nothing is paid, after a question', async () => {
  const order = await placeOrder(backend());
  const { user } = await open(order);
  await user.click(await screen.findByRole('button', { name: english.cancel.action }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: english.cancel.confirm }));
  expect(await heading(english.heading.CANCELLED)).toBeTruthy();
  await headingHasFocus();
  expect(steps(english.steps)).toEqual(['PLACED', 'CANCELLED']);
  expect(screen.queryByRole('link', { name: english.pay })).toBeNull();
});

it('that is picked up says where, once it is ready', async () => {
  const order = await placeOrder(backend(), {
    method: 'pickup',
    address: null,
    seen_delivery_satang: 0,
    pay: 'credit',
  });
  await moveOrder(backend(), order, 'pack');
  await open(order);
  expect(await heading(english.heading.READY)).toBeTruthy();
  const [agency] = await sql('select address_en from public.bkk_agency');
  const place = await region(english.pickUp);
  expect(place.getByText(String(agency?.address_en))).toBeTruthy();
  expect(steps(english.steps)).toEqual(['PLACED', 'PAID', 'PACKED', 'DELIVERED*']);
});

describe('the page of an order', () => {
  testMemberPage({
    features,
    pathOf: (id) => `/orders/${id}`,
    unknown: ['ORD-AAAA2222', 'BKK-AAAA2222', 'x'],
    place: async () => (await placeOrder(backend())).number,
    none: english.none,
  });
});

it('opens a question about the order where the agency answers in threads', async () => {
  const { number, order_id: id } = await placeOrder(backend());
  const before = settings();
  onTestFinished(() => provideSettings(before));
  provideSettings({ ...before, features: [...features, 'support'] });
  const path = `/orders/${number}`;
  await renderApp({ path, as: 'member', features: [...features, 'support'] });
  const link = await screen.findByRole('link', { name: english.help.write });
  expect(link.getAttribute('href')).toBe(`/dashboard/support?order=${id}&reference=${number}`);
});
