import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { callFunction, dayIn, placeRequest, sendOffer } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';
import lists from '../../../public/locales/en/adminList.json';
import assignments from '../../../public/locales/en/assignments.json';
import englishOffers from '../../../public/locales/en/offers.json';
import englishRequests from '../../../public/locales/en/requests.json';
import thaiOffers from '../../../public/locales/th/offers.json';
import thaiRequests from '../../../public/locales/th/requests.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const texts = {
  en: { ...englishOffers, requests: englishRequests },
  th: { ...thaiOffers, requests: thaiRequests },
};
const { en } = texts;
const common = textsOf('en');

beforeEach(async () => {
  await sql('delete from public.bkk_bookings');
  await sql('delete from public.bkk_quote_requests');
});

const open = async (id: string, language: 'en' | 'th' = 'en') => {
  const path = `/admin/requests?request=${id}`;
  const { user, unmount } = await renderApp({ path, as: 'admin', language, features });
  return { user, unmount, panel: within(await screen.findByRole('dialog')) };
};

function field(name: string): HTMLInputElement | HTMLTextAreaElement {
  const [input] = document.getElementsByName(name);
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) return input;
  throw new Error(`no field ${name}`);
}

const fill = (name: string, text: string) =>
  fireEvent.change(field(name), { target: { value: text } });

/** Presses a button of the form: asking for roles among its many fields takes long. */
async function press(text: string): Promise<void> {
  const button = await waitFor(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
    const found = buttons.find(({ textContent }) => textContent === text);
    if (found === undefined) throw new Error(`no button ${text}`);
    return found;
  });
  fireEvent.click(button);
}

const flights = () =>
  [
    `TG 682 BKK NRT ${dayIn(40)} 23:45 07:40+1`,
    `  2  TG 677 Y ${dayIn(45)} NRTBKK HK22 1725 2235`,
  ].join('\n');

/** Writes the offer of THB 570,900 into the open form. */
async function writeOffer(language: 'en' | 'th' = 'en'): Promise<void> {
  const text = texts[language];
  const pasted = await screen.findByLabelText(text.flights.paste);
  fireEvent.change(pasted, { target: { value: flights() } });
  await press(text.flights.add);
  fill('lines.0.priceSatang', '21,900');
  fill('lines.0.taxSatang', '4850.00');
  fill('lines.1.priceSatang', '17500');
  fill('lines.1.taxSatang', '4,850');
}

const storedOffers = (id: string) =>
  sql(
    `select version, state, total_satang::int, deposit_satang::int, margin_satang::int, segments -> 0 as first, segments -> 1 as second,
       lines -> 0 as line, conditions, internal_notes, jsonb_array_length(segments) as flights
     from public.bkk_quote_offers where quote_id = $1 order by version`,
    [id],
  );

it('counts no more than a thousand requests', async () => {
  await sql(`begin; set local session_replication_role = replica;
    insert into public.bkk_quote_requests (quote_id, user_id, origin, destination, dep_date, status, member_email)
      select gen_random_uuid(), user_id, 'BKK', 'NRT', current_date + 40, 'PENDING', email
      from public.bkk_user_roles, generate_series(1, 1001) where email = 'nattaya@bkksiam.example';
    insert into public.bkk_quote_details (quote_id, user_id, turn, waiting_since)
      select quote_id, user_id, 'agency', now() from public.bkk_quote_requests;
    commit`);
  const { user } = await renderApp({ path: '/admin/requests', as: 'admin', features });
  expect(await tableRows()).toHaveLength(20);
  expect(screen.getByText('1–20 of 1,000+', { selector: 'nav p' })).toBeTruthy();
  expect(screen.getByRole('button', { name: `${en.view.agency} 1,000+` })).toBeTruthy();
  expect(screen.getByRole('button', { name: `${en.view.member} 0` })).toBeTruthy();
  // What is checked stays so on other pages, until the filter is another.
  const checkFirst = () =>
    user.click(screen.getAllByRole('checkbox', { name: /^Select \w{8}$/ })[0] ?? document.body);
  const group = () => screen.queryByRole('group', { name: lists.bulk })?.firstChild?.textContent;
  await checkFirst();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByText(/^21–40 of/, { selector: 'nav p' })).toBeTruthy());
  await tableRows();
  await checkFirst();
  expect(group()).toBe('2 selected');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${en.view.agency}`) }));
  expect(group()).toBeUndefined();
});

describe.each(languagesInTest('en'))('an offer written in %s', (language) => {
  const text = texts[language];

  it('has pasted flights and exact prices, is previewed as the member sees it, and sent', async () => {
    const id = await placeRequest(backend(), 'member');
    const { panel } = await open(id, language);
    expect(await panel.findByText('Seats together, please')).toBeTruthy();
    await press(text.write);
    await writeOffer(language);
    fill('costSatang', '520,000.50');
    expect(panel.getByText(/50,899\.50 \(8\.9%\)/)).toBeTruthy();
    fill('conditions', 'The deposit is not refunded.\n\nAt least 16 people');
    fill('internalNotes', 'Held by Ton');
    await press(text.preview);
    await panel.findByText(
      text.requests.offer.title_other.replace('{{number}}', '1').replace('{{count}}', '22'),
    );
    const card = document.querySelector('[aria-labelledby=offer]');
    for (const part of ['570,900', '26,750', 'TG 682', '23:45', 'UTC+9', 'At least 16 people'])
      expect(card?.textContent).toContain(part);
    expect(card?.textContent).not.toContain('Held by Ton');
    await press(text.send.replace('{{number}}', '1'));
    expect(await panel.findByText(text.soFar)).toBeTruthy();
    expect(await toastText()).toBe(text.sent.replace('{{number}}', '1'));
    expect(await storedOffers(id)).toMatchObject([
      {
        version: 1,
        state: 'open',
        total_satang: 57_090_000,
        deposit_satang: 11_420_000,
        margin_satang: 5_089_950,
        flights: 2,
        first: {
          airline: 'TG',
          number: '682',
          origin: 'BKK',
          destination: 'NRT',
          departs_at: `${dayIn(40)}T23:45`,
          departs_zone: 'Asia/Bangkok',
          arrives_at: `${dayIn(41)}T07:40`,
          arrives_zone: 'Asia/Tokyo',
          cabin: 'premium_economy',
          baggage: null,
        },
        second: { number: '677', arrives_at: `${dayIn(45)}T22:35` },
        line: { count: 18, price_satang: 2_190_000, tax_satang: 485_000 },
        conditions: [
          { kind: 'note', text: 'The deposit is not refunded.' },
          { kind: 'note', text: 'At least 16 people' },
        ],
        internal_notes: 'Held by Ton',
      },
    ]);
  });

  it('says beside the fields what keeps it from being sent', async () => {
    onlyInWholeSuite();
    const id = await placeRequest(backend(), 'member');
    const { panel } = await open(id, language);
    await press(text.write);
    await press(text.preview);
    const flight = text.problem.offer.segment_flight.replace('{{segment}}', '1');
    await waitFor(() => expect(field('segments.0.flight').ariaInvalid).toBe('true'));
    expect(panel.getAllByText(flight).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(field('segments.0.flight'));
    await writeOffer(language);
    fill('seats.adult', '17');
    const reason = text.problem.offer.seats_reason;
    await press(text.preview);
    expect((await panel.findAllByText(reason)).length).toBeGreaterThan(0);
    // The line of the adults has as many.
    expect(field('lines.0.count').value).toBe('17');
    fill('seatsReason', 'One seat fewer is left');
    await press(text.preview);
    expect(await panel.findByText(text.previewTitle)).toBeTruthy();
  });
});

it('starts from the latest offer, and shows its margin only to admins', async () => {
  const id = await placeRequest(backend(), 'member');
  await sendOffer(backend(), id, { margin_satang: 5_090_000, internal_notes: 'By Pim' });
  const { panel } = await open(id);
  const [summary] = await panel.findAllByText(en.requests.offer.number.replace('{{number}}', '1'));
  expect(summary).toBeTruthy();
  expect(panel.getByText('THB 50,900')).toBeTruthy();
  expect(panel.getByText('By Pim')).toBeTruthy();
  await press(en.writeAnother);
  await waitFor(() => expect(field('segments.1.flight').value).toBe('TG 677'));
  expect(field('lines.0.priceSatang').value).toBe('21,900');
  expect(field('costSatang').value).toBe('520,000');
  fill('lines.0.priceSatang', '21,000');
  await press(en.preview);
  await press(en.send.replace('{{number}}', '2'));
  await waitFor(async () =>
    expect(await storedOffers(id)).toMatchObject([
      { version: 1, state: 'replaced' },
      { version: 2, state: 'open', total_satang: 55_470_000, margin_satang: 3_470_000 },
    ]),
  );
});

it('keeps what the member wrote last beside the form', async () => {
  onlyInWholeSuite();
  const id = await placeRequest(backend(), 'member');
  const { panel, unmount } = await open(id);
  await press(en.write);
  const notes = await panel.findByRole('group', { name: en.notes });
  expect(notes.textContent).toContain('Seats together, please');
  unmount();
  await sendOffer(backend(), id);
  const [{ version = 0 } = {}] = await sql(
    'select version from public.bkk_quote_details where quote_id = $1',
    [id],
  );
  const values = { p_quote_id: id, p_version: version, p_message: 'An earlier way back, please' };
  await callFunction(backend(), 'member', 'bkk_ask_offer_change', values);
  const again = await open(id);
  await press(en.writeAnother);
  const change = en.event.change_asked.replace('{{number}}', '1');
  const asked = await again.panel.findByRole('group', { name: change });
  expect(asked.textContent).toContain('An earlier way back, please');
});

it('keeps what was written when the request has changed meanwhile, and sends it then', async () => {
  onlyInWholeSuite();
  const id = await placeRequest(backend(), 'member');
  const { panel } = await open(id);
  await press(en.write);
  await writeOffer();
  await press(en.preview);
  await panel.findByText(en.previewTitle);
  await sendOffer(backend(), id);
  await press(en.send.replace('{{number}}', '1'));
  const alert = await panel.findByRole('alert');
  await waitFor(() =>
    expect(alert.textContent).toContain(en.conflict.replace('{{status}}', 'QUOTED')),
  );
  expect(alert.textContent).toContain(en.conflictText);
  expect(await storedOffers(id)).toHaveLength(1);
  await press(en.send.replace('{{number}}', '2'));
  await waitFor(async () => expect(await storedOffers(id)).toHaveLength(2));
});

it('asks before an offer that is written would be lost', async () => {
  onlyInWholeSuite();
  const id = await placeRequest(backend(), 'member');
  const { user, panel } = await open(id);
  await panel.findByRole('button', { name: en.write });
  await user.keyboard('m');
  await panel.findByRole('form', { name: en.write });
  fill('lines.0.priceSatang', '21,900');
  await user.click(panel.getByRole('button', { name: common('action.close') }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: common('members.leave.stay') }));
  expect(field('lines.0.priceSatang').value).toBe('21,900');
});

it('leases the request, and says which other admin has it open', async () => {
  onlyInWholeSuite();
  const id = await placeRequest(backend(), 'member');
  const first = await open(id);
  await first.panel.findByRole('button', { name: en.write });
  await waitFor(async () => {
    const [lease] = await sql(
      `select email, opened_until > now() + interval '90 seconds' as is_long from public.bkk_quote_details
       join auth.users on id = opened_by where quote_id = $1`,
      [id],
    );
    expect(lease).toEqual({ email: 'somchai@bkksiam.example', is_long: true });
  });
  expect(first.panel.queryByText(/has this request open/)).toBeNull();
  first.unmount();
  await sql(
    `update public.bkk_quote_details set opened_by = (
       select user_id from public.bkk_user_roles where email = 'malee@bkksiam.example')`,
  );
  const { panel } = await open(id);
  const [{ full_name: name } = {}] = await sql(
    `select full_name from public.bkk_user_roles where email = 'malee@bkksiam.example'`,
  );
  expect((await panel.findByText(/has this request open/)).textContent).toContain(String(name));
});

it('cancels a request only with a reason, which its time line shows', async () => {
  const id = await placeRequest(backend(), 'member');
  const { user, panel } = await open(id);
  await user.click(await panel.findByRole('button', { name: common('admin.requests.cancel') }));
  const dialog = within(
    await screen.findByRole('dialog', { name: common('admin.requests.cancelTitle') }),
  );
  const confirm = dialog.getByRole('button', { name: common('admin.requests.cancel') });
  await user.click(confirm);
  expect(await dialog.findByText(en.problem.offer.cancel_reason)).toBeTruthy();
  await user.click(dialog.getByRole('textbox'));
  await user.paste('The airline has no seats left');
  await user.click(confirm);
  expect(await toastText()).toBe(en.cancelled);
  expect(await panel.findByText(en.ended)).toBeTruthy();
  expect(panel.getByText('The airline has no seats left')).toBeTruthy();
  const [row] = await sql('select status from public.bkk_quote_requests where quote_id = $1', [id]);
  expect(row).toEqual({ status: 'CANCELLED' });
});

it('sends nothing for an accepted request until its booking, which it links, has ended', async () => {
  const id = await placeRequest(backend(), 'member');
  await sendOffer(backend(), id);
  await sql(`update public.bkk_quote_offers set state = 'accepted'`);
  await sql(`update public.bkk_quote_requests set status = 'ACCEPTED'`);
  await sql(
    `insert into public.bkk_bookings (reference, user_id, quote_id, offer_version, status, request_key, pax_adt, hold_expires_at)
     select 'BKK-22222222', user_id, quote_id, 1, 'HOLD', gen_random_uuid(), 1, now() + interval '1 day'
     from public.bkk_quote_requests`,
  );
  const { panel } = await open(id);
  expect(await panel.findByText(en.openBooking)).toBeTruthy();
  expect(panel.queryByRole('button', { name: en.writeAnother })).toBeNull();
  const [booking] = await sql('select booking_id from public.bkk_bookings');
  const link = panel.getByRole('link', { name: 'Booking BKK-22222222, HOLD' });
  expect(link.getAttribute('href')).toBe(`/admin/bookings?booking=${String(booking?.booking_id)}`);
});

describe('the queue', () => {
  async function placeThree() {
    const ids = [
      await placeRequest(backend(), 'member'),
      await placeRequest(backend(), 'newMember'),
      await placeRequest(backend(), 'member'),
    ];
    const [first = '', second = '', third = ''] = ids;
    await sendOffer(backend(), second);
    await sql(
      `update public.bkk_quote_details set waiting_since = now() - case quote_id
         when $1 then interval '3 hours 1 minute' when $2 then interval '2 days 1 minute' else interval '5 hours 30 seconds' end`,
      [first, second],
    );
    return { first, second, third };
  }

  const linksOf = (found: readonly HTMLElement[]) => found.map((row) => row.querySelector('a')?.id);

  it('has first who has waited longest, and tells whose turn it is', async () => {
    const { first, second, third } = await placeThree();
    const { user } = await renderApp({ path: '/admin/requests', as: 'admin', features });
    await waitFor(async () =>
      expect(linksOf(await tableRows())).toEqual([second, third, first].map((id) => `row-${id}`)),
    );
    const [quoted, pending] = await tableRows();
    expect(quoted?.textContent).toContain(`${en.turn.member} 2 d 0 h`);
    expect(pending?.textContent).toContain(`${en.turn.agency} 5 h 0 min`);
    const tab = await screen.findByRole('button', { name: `${en.view.agency} 2` });
    await user.click(tab);
    await waitFor(async () =>
      expect(linksOf(await tableRows())).toEqual([third, first].map((id) => `row-${id}`)),
    );
  });

  it('has no button that changes a status directly', async () => {
    const { first } = await placeThree();
    const { panel } = await open(first);
    await panel.findByRole('button', { name: en.write });
    expect(
      panel.queryByRole('button', { name: new RegExp(common('admin.requests.moveTo')) }),
    ).toBeNull();
  });

  it('lets a request that was confirmed before the feature be marked as ticketed', async () => {
    onlyInWholeSuite();
    const { first } = await placeThree();
    await sql(`begin; set local session_replication_role = replica;
      update public.bkk_quote_requests set status = 'CONFIRMED' where quote_id = '${first}'; commit`);
    const { user, panel } = await open(first);
    await user.click(await panel.findByRole('button', { name: en.ticket }));
    expect(await panel.findByText(en.event.ticketed)).toBeTruthy();
    expect(panel.queryByRole('button', { name: en.ticket })).toBeNull();
  });

  it('is counted on the overview and in the sidebar where it waits for the agency', async () => {
    await placeThree();
    await renderApp({ path: '/admin', as: 'admin', features });
    const tile = await screen.findByRole('link', {
      name: new RegExp(`^${common('admin.requests.title')} ?2 `),
    });
    expect(tile).toBeTruthy();
  });
});

it('says who works on a request, and shows those of an admin or of nobody', async () => {
  const mine = await placeRequest(backend(), 'member');
  const other = await placeRequest(backend(), 'newMember');
  const { user, panel, unmount } = await open(mine);
  const group = within(await panel.findByRole('group', { name: assignments.label }));
  await user.keyboard('t');
  expect(await group.findByText(assignments.you)).toBeTruthy();
  expect(await panel.findByText(assignments.event.taken_on)).toBeTruthy();
  unmount();
  const path = '/admin/requests?show=nobody';
  const { user: next } = await renderApp({ path, as: 'admin', features });
  const isShown = (id: string) => document.querySelector(`a[href*="${id}"]`) !== null;
  await waitFor(() => expect([isShown(other), isShown(mine)]).toEqual([true, false]));
  await next.click(screen.getByRole('link', { name: assignments.filter.mine }));
  await waitFor(() => expect([isShown(other), isShown(mine)]).toEqual([false, true]));
});
