import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { catchFiles } from '#testing/downloads.ts';
import {
  askReturn,
  moveOrder,
  payWithCredit,
  placeOrder,
  sleeve,
  type PlacedOrder,
} from '#testing/orders.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';
import english from '../../../public/locales/en/adminOrders.json';
import lists from '../../../public/locales/en/adminList.json';
import thai from '../../../public/locales/th/adminOrders.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);
const texts = { en: english, th: thai };

/** A text with its values. */
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => values[name] ?? '');

/** Each test has orders of its own, and a member who can pay them. */
beforeEach(async () => {
  localStorage.clear();
  await sql(`begin; set local session_replication_role = replica;
    truncate public.bkk_orders cascade;
    update public.bkk_product_variants set inventory_quantity = 20, received_quantity = 20, reserved_quantity = 0, sold_quantity = 0
      where id in ('palm-fan', 'passport-ink'); commit`);
});

const place = (changes: Readonly<Record<string, unknown>> = {}) => placeOrder(backend(), changes);
const paid = (changes: Readonly<Record<string, unknown>> = {}) =>
  place({ pay: 'credit', lines: [sleeve], ...changes });

async function orderOf({ order_id: id }: PlacedOrder) {
  const [row] = await sql('select * from public.bkk_orders where order_id = $1', [id]);
  if (row === undefined) throw new Error(`no order ${id}`);
  return row;
}

const statusIs = (order: PlacedOrder, status: string) =>
  waitFor(async () => expect((await orderOf(order)).status).toBe(status));

const open = (path = '/admin/orders', language: 'en' | 'th' = 'en') =>
  renderApp({ path, as: 'admin', language, features });

async function openOrder(order: PlacedOrder) {
  const { user } = await open(`/admin/orders?show=all&order=${order.order_id}`);
  const pane = within(await screen.findByRole('region', { name: english.one }));
  await pane.findByRole('heading', { name: english.history });
  return { user, pane };
}

const check = (number: string) =>
  screen.findByRole('checkbox', { name: filled(lists.check, { name: number }) });

/** What the browser prints: its dialog is not there in a test. */
function catchPrints() {
  const sheets: HTMLElement[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const sheet = document.querySelector('.print-sheet');
    if (sheet !== null) sheets.push(sheet.cloneNode(true) as HTMLElement);
    window.dispatchEvent(new Event('afterprint'));
  });
  return sheets;
}

describe.each(languagesInTest('th'))('the orders of admins in %s', (language) => {
  const text = texts[language];

  it('are counted by what is to do, and a new one comes without a reload', async () => {
    const first = await paid();
    await open('/admin/orders', language);
    const row = await screen.findByRole('row', { name: new RegExp(first.number) });
    expect(row.textContent).toContain('PAID');
    expect(row.textContent).toContain('750');
    const tab = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
    expect(tab(text.filter.toPack).textContent).toMatch(/1$/);
    const unpaid = await place();
    expect(await screen.findByRole('link', { name: unpaid.number })).toBeTruthy();
    await payWithCredit(backend(), unpaid);
    await waitFor(() => expect(tab(text.filter.toPack).textContent).toMatch(/2$/));
    const foot = await screen.findByRole('row', { name: /1,860/ });
    expect(foot.textContent).toContain(filled(text.totals_other, { number: '2' }));
  });
});

it('are packed many at once by P, with what lies on the shelf; each that is not is named with the reason', async () => {
  onlyInWholeSuite();
  const [first, second] = [await paid(), await paid()];
  const unpaid = await place();
  const { user } = await open();
  for (const { number } of [first, second, unpaid]) await user.click(await check(number));
  const pane = within(await screen.findByRole('region', { name: '3 orders selected' }));
  expect(pane.getByText('THB 2,610, 2 can be packed, 1 cannot')).toBeTruthy();
  expect(pane.getByText(english.bulk.unpaid)).toBeTruthy();
  expect(await pane.findByText('2 of 20')).toBeTruthy();
  // Another admin was faster, and the list has not heard of it yet.
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_orders set version = version + 1 where order_id = '${second.order_id}'; commit`);
  await user.keyboard('p');
  const dialog = within(await screen.findByRole('dialog', { name: english.bulk.packTitle }));
  expect(dialog.getByRole('alert').textContent).toContain(
    `${second.number} ${english.failure.order_changed}`,
  );
  await statusIs(first, 'PACKED');
  await statusIs(second, 'PAID');
  await statusIs(unpaid, 'PLACED');
});

it('are shipped many at once, each with its number, and a scanner goes on to the next', async () => {
  const [first, second] = [await paid(), await paid()];
  for (const order of [first, second]) await moveOrder(backend(), order, 'pack');
  const { user } = await open('/admin/orders?show=toShip');
  for (const { number } of [first, second]) await user.click(await check(number));
  await user.keyboard('s');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ship 2 orders' }));
  const field = (name: string | RegExp) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  await user.type(field(english.ship.carrier), 'Sample Express');
  await user.click(field(english.ship.link));
  await user.paste('https://parcels.example/{number}');
  const [one, two] = [field(new RegExp(first.number)), field(new RegExp(second.number))];
  await user.type(one, 'SX 1{Enter}');
  expect(document.activeElement).toBe(two);
  await user.type(two, 'sx1{Enter}');
  expect(await dialog.findByText(english.problem.parcel.twice)).toBeTruthy();
  await user.clear(two);
  await user.type(two, 'SX2{Enter}');
  expect(await toastText()).toContain('2 orders are SHIPPED');
  const stored = { status: 'SHIPPED', carrier: 'Sample Express' };
  expect(await orderOf(first)).toMatchObject({
    ...stored,
    parcel_number: 'SX 1',
    tracking_url: 'https://parcels.example/SX1',
  });
  expect(await orderOf(second)).toMatchObject({ ...stored, parcel_number: 'SX2' });
});

it('have a packing list and labels in print, and a file', async () => {
  onlyInWholeSuite();
  const sheets = catchPrints();
  const files = catchFiles();
  const order = await paid();
  const pickup = await paid({ method: 'pickup', seen_delivery_satang: 0 });
  const { user } = await open();
  for (const { number } of [order, pickup]) await user.click(await check(number));
  const bar = within(screen.getByRole('group', { name: lists.bulk }));
  await user.click(bar.getByRole('button', { name: english.packing.title }));
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]?.textContent).toContain('2 orders, 2 items');
  await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull());
  await user.click(bar.getByRole('button', { name: '1 label' }));
  await waitFor(() => expect(sheets).toHaveLength(2));
  const label = sheets[1]?.textContent ?? '';
  // The address was typed in Latin letters, of which the list of places knows district and province.
  for (const part of [
    'Nattaya Wongthai',
    '88/8 Soi Tuayang 4',
    'เขตบางรัก',
    'กรุงเทพมหานคร 10500',
    order.number,
  ])
    expect(label).toContain(part);
  expect(label).not.toContain(pickup.number);
  await user.click(bar.getByRole('button', { name: english.bulk.file }));
  const lines = (await files[0]?.content.text())?.split('\r\n') ?? [];
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain(`${order.number},`);
});

it('have the weight of the parcel on the label, in the language of the admin', async () => {
  const sheets = catchPrints();
  const order = await paid();
  const { user } = await open(`/admin/orders?show=all&order=${order.order_id}`, 'th');
  const pane = within(await screen.findByRole('region', { name: thai.one }));
  await user.click(await pane.findByRole('button', { name: thai.label.print }));
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]?.textContent).toMatch(/\d กก\./);
});

it('go from the shelf to the buyer and back, and the refund opens in the books', async () => {
  const order = await paid();
  const { user, pane } = await openOrder(order);
  await user.click(pane.getByRole('button', { name: english.step.pack }));
  const number = await pane.findByRole('textbox', { name: english.ship.number });
  await user.click(pane.getByRole('button', { name: english.ship.submit }));
  expect(await pane.findByText(english.problem.parcel.carrier)).toBeTruthy();
  await user.type(pane.getByRole('textbox', { name: english.ship.carrier }), 'EMS');
  await user.type(number, 'EX1{Enter}');
  await user.click(await pane.findByRole('button', { name: english.step.deliver }));
  expect(await pane.findByText('DELIVERED')).toBeTruthy();
  await askReturn(backend(), order, 'Torn <b>here</b>');
  await user.click(await pane.findByRole('button', { name: english.refuse_return.action }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: english.refuse_return.confirm }));
  expect(await question.findByText(english.problem.order.reason)).toBeTruthy();
  await user.type(question.getByRole('textbox'), 'It was worn.');
  await user.click(question.getByRole('button', { name: english.refuse_return.confirm }));
  expect(await pane.findByText(english.event.return_refused)).toBeTruthy();
  expect(pane.queryByText(english.return.asked)).toBeNull();
  await user.click(await pane.findByRole('button', { name: english.take_back.action }));
  const dialog = within(
    await screen.findByRole('dialog', {
      name: filled(english.take_back.title, { number: order.number }),
    }),
  );
  await user.click(dialog.getByRole('radio', { name: english.take_back.broken }));
  await user.click(dialog.getByRole('button', { name: english.take_back.confirm }));
  const link = await pane.findByRole('link', { name: english.refund.open });
  expect(link.getAttribute('href')).toMatch(/^\/admin\/refunds\?show=all&refund=/);
  const [variant] = await sql(
    `select inventory_quantity as free from public.bkk_product_variants where id = 'passport-ink'`,
  );
  expect(variant).toEqual({ free: 19 });
  expect(await sql('select status, paid_satang from public.bkk_refunds')).toEqual([
    { status: 'OPEN', paid_satang: '75000' },
  ]);
});

it('are cancelled with a reason while they are unpaid, and what another admin has done is not overwritten', async () => {
  const order = await place();
  const { user, pane } = await openOrder(order);
  await user.click(pane.getByRole('button', { name: english.cancel.release }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = () => user.click(dialog.getByRole('button', { name: english.cancel.confirm }));
  await confirm();
  expect(await dialog.findByText(english.problem.order.reason)).toBeTruthy();
  await user.type(dialog.getByRole('textbox'), 'Sold twice');
  await sql(`begin; set local session_replication_role = replica;
    update public.bkk_orders set version = version + 1 where order_id = '${order.order_id}'; commit`);
  await confirm();
  expect(await dialog.findByText(english.failure.order_changed)).toBeTruthy();
  await expectConsoleError('order_changed');
  await statusIs(order, 'PLACED');
  await waitFor(async () => {
    await confirm();
    expect((await orderOf(order)).status).toBe('CANCELLED');
  });
});

it('are found by number, name and what these begin with, and an unknown id is said', async () => {
  onlyInWholeSuite();
  const order = await paid();
  await place({ name: 'Somebody Else', email: 'else@example.com' });
  const { user } = await open('/admin/orders?show=all&order=00000000-0000-4000-8000-00000000aaaa');
  expect(await screen.findByText(english.unknown)).toBeTruthy();
  const search = screen.getByRole('searchbox', { name: english.search });
  for (const words of [order.number.toLowerCase().replace('-', ''), 'nattaya w', 'na']) {
    await user.clear(search);
    await user.type(search, `${words}{Enter}`);
    await waitFor(async () => expect(await tableRows()).toHaveLength(1));
  }
});

it('cost delivery by rates, checked at the field, that another admin has not changed meanwhile', async () => {
  onlyInWholeSuite();
  const { user } = await open('/admin/orders/delivery');
  const name = filled(english.rates.of, {
    zone: english.zone.abroad,
    method: english.delivery.express,
  });
  const steps = within(await screen.findByRole('group', { name }));
  await user.click(steps.getByRole('button', { name: english.rates.add }));
  const field = (label: string) => steps.getByRole<HTMLInputElement>('textbox', { name: label });
  await user.type(field(english.rates.weight), '0.5');
  await user.type(field(english.rates.price), '1,490');
  await user.type(field(english.rates.from), '5');
  await user.type(field(english.rates.to), '3');
  await user.click(screen.getByRole('radio', { name: english.rates.pickupIs.off }));
  const save = () => user.click(screen.getByRole('button', { name: english.rates.save }));
  await save();
  expect(await steps.findByText(english.problem.rate.order)).toBeTruthy();
  expect(document.activeElement).toBe(field(english.rates.to));
  await user.clear(field(english.rates.to));
  await user.type(field(english.rates.to), '7');
  await sql('update public.bkk_delivery_settings set version = version + 1');
  await save();
  expect(await screen.findByText(english.rates.changed)).toBeTruthy();
  await expectConsoleError('delivery_rates_changed');
  expect(field(english.rates.price).value).toBe('1,490');
  await user.click(screen.getByRole('button', { name: english.rates.mine }));
  await save();
  expect(await toastText()).toContain(english.rates.saved);
  expect(
    await sql(`select up_to_grams, price_satang, days_to from public.bkk_delivery_rates
      where zone = 'abroad' and method = 'express'`),
  ).toEqual([{ up_to_grams: 500, price_satang: '149000', days_to: 7 }]);
  expect(await sql('select offers_pickup from public.bkk_delivery_settings')).toEqual([
    { offers_pickup: false },
  ]);
});

it.each(['/admin/orders', '/admin/orders/delivery'])(
  'has no page %s without the feature',
  async (path) => {
    await renderApp({ path, as: 'admin' });
    expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  },
);
