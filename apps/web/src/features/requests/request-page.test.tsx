import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withFeatures } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { placeRequest, sendOffer } from '#testing/group-requests.ts';
import { headingHasFocus, testMemberPage } from '#testing/member-page.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { alertToast } from '#testing/toasts.ts';
import english from '../../../public/locales/en/requests.json';
import thai from '../../../public/locales/th/requests.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const texts = { en: english, th: thai };

// Each test places requests of its own.
beforeAll(() => sql('delete from public.bkk_quote_requests'));

/** Requests count for the limit of an hour. */
async function request(): Promise<string> {
  await sql('alter table public.bkk_quote_events disable trigger all');
  await sql(`update public.bkk_quote_events set created_at = created_at - interval '1 day'`);
  await sql('alter table public.bkk_quote_events enable trigger all');
  return placeRequest(backend(), 'member');
}

async function quotedRequest(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = await request();
  await sendOffer(backend(), id, changes);
  return id;
}

const open = (id: string, language: 'en' | 'th' = 'en') =>
  renderApp({ path: `/dashboard/requests/${id}`, as: 'member', language, features });

const statusOf = async (id: string) =>
  (await sql('select status from public.bkk_quote_requests where quote_id = $1', [id]))[0]?.status;

/** The card of the offer; its answers are repeated on the bar of phones. */
const card = () => screen.findByRole('region', { name: /^(Offer|ข้อเสนอที่) \d/ });

describe.each(languagesInTest('en'))('the page of a request in %s', (language) => {
  const text = texts[language];

  it('shows total, price per person, flights, lines, due dates and conditions of an open offer', async () => {
    const id = await quotedRequest();
    await open(id, language);
    const offer = await card();
    const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);
    for (const amount of [
      '570,900',
      '26,750',
      '22,350',
      '394,200',
      '106,700',
      '110,000',
      '460,900',
    ])
      expect(offer.textContent).toContain(baht(amount));
    for (const part of [
      'TG 682',
      '23:45',
      'UTC+7',
      '07:40',
      'UTC+9',
      'The deposit is not refunded.',
    ])
      expect(offer.textContent).toContain(part);
    for (const time of language === 'th' ? ['5 ชม. 55 นาที', '7 ชม.'] : ['5 h 55 min', '7 h'])
      expect(within(offer).getByText(time)).toBeTruthy();
    expect(within(offer).getByText(text.offer.answerBy)).toBeTruthy();
    const line = await screen.findByRole('list', { name: text.progress });
    expect(line.textContent).toContain(text.event.requested);
    expect(within(line).getByText(text.next.expires)).toBeTruthy();
    const asked = screen.getByRole('region', { name: text.asked.title });
    expect(asked.textContent).toContain('Seats together, please');
    expect(asked.textContent).toContain(baht('28,000'));
  });

  it('accepts the offer after a confirmation, and leads to the booking', async () => {
    const id = await quotedRequest();
    const { user } = await open(id, language);
    const accept = text.offer.accept.replace('{{number}}', '1');
    await user.click(within(await card()).getByRole('button', { name: accept }));
    const dialog = await screen.findByRole('alertdialog', { name: text.accept.title });
    await user.click(within(dialog).getByRole('button', { name: text.accept.confirm }));
    expect(await screen.findByRole('heading', { name: text.state.ACCEPTED.title })).toBeTruthy();
    const [booking] = await sql('select reference from public.bkk_bookings where quote_id = $1', [
      id,
    ]);
    const link = text.state.booking.replace('{{reference}}', String(booking?.reference));
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(
      `/dashboard/bookings/${String(booking?.reference)}`,
    );
    expect(screen.queryByRole('button', { name: accept })).toBeNull();
    expect(await backend().database.sql('select contact_phone from public.bkk_bookings')).toEqual([
      { contact_phone: '+6625550142' },
    ]);
    expect(await statusOf(id)).toBe('ACCEPTED');
    await headingHasFocus();
  });
});

it('asks for a change only with the words of the member, who then reads them in the time line', async () => {
  onlyInWholeSuite();
  const id = await quotedRequest();
  const { user } = await open(id);
  await user.click(within(await card()).getByRole('button', { name: english.offer.change }));
  const dialog = await screen.findByRole('dialog', { name: english.change.title });
  const send = within(dialog).getByRole('button', { name: english.change.confirm });
  await user.click(send);
  const field = within(dialog).getByRole('textbox', { name: english.change.message });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(within(dialog).getByText(english.problem.group_request.change_message)).toBeTruthy();
  await user.type(field, 'An evening flight home');
  await user.click(send);
  expect(await screen.findByRole('heading', { name: english.state.PENDING.title })).toBeTruthy();
  const line = screen.getByRole('list', { name: english.progress });
  expect(within(line).getByText('An evening flight home')).toBeTruthy();
  expect(await statusOf(id)).toBe('PENDING');
});

it('declines the offer, with or without a reason', async () => {
  const id = await quotedRequest();
  const { user } = await open(id);
  await user.click(within(await card()).getByRole('button', { name: english.offer.decline }));
  const dialog = await screen.findByRole('dialog', { name: english.decline.title });
  await user.click(within(dialog).getByRole('button', { name: english.decline.confirm }));
  expect(await screen.findByRole('heading', { name: english.state.DECLINED.title })).toBeTruthy();
  expect(await statusOf(id)).toBe('DECLINED');
  await headingHasFocus();
});

it('cancels a request without an offer after a confirmation', async () => {
  const id = await request();
  const { user } = await open(id);
  const button = await screen.findByRole('button', { name: english.cancel.action });
  const unblock = blockRequests('/rest/v1/rpc/bkk_cancel_request');
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: english.cancel.confirm }));
  await expectConsoleError(/mutation \["requests","cancel"\]/);
  unblock();
  // After a failure, too, a question that is left gives the focus back to its button.
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: english.back }));
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.click(button);
  const dialog = await screen.findByRole('alertdialog', { name: english.cancel.title });
  await user.click(within(dialog).getByRole('button', { name: english.cancel.confirm }));
  expect(await screen.findByRole('heading', { name: english.state.CANCELLED.title })).toBeTruthy();
  expect(await statusOf(id)).toBe('CANCELLED');
  await headingHasFocus();
});

it('says that the request has changed when another offer came meanwhile, and shows that one', async () => {
  const id = await quotedRequest();
  const { user } = await open(id);
  await user.click(
    within(await card()).getByRole('button', {
      name: english.offer.accept.replace('{{number}}', '1'),
    }),
  );
  await sendOffer(backend(), id);
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: english.accept.confirm }));
  await waitFor(() => expect(alertToast()).toContain(english.changed));
  await expectConsoleError(/mutation \["requests","accept"\]/);
  expect(await screen.findByRole('heading', { name: /^Offer 2, / })).toBeTruthy();
  expect(await statusOf(id)).toBe('QUOTED');
});

it('shows an earlier offer with what it contained', async () => {
  const id = await quotedRequest();
  await sendOffer(backend(), id, {
    lines: [{ label: 'Group fare', count: 1, price_satang: 50_000_000 }],
    total_satang: 50_000_000,
  });
  await open(id);
  const earlier = await screen.findByRole('region', { name: english.offer.earlier });
  expect(earlier.textContent).toContain('THB 570,900');
  expect(earlier.textContent).toContain('Adult fare');
  expect((await card()).textContent).toContain('THB 500,000');
});

it('takes no answer once the offer is over, also before the clock has run', async () => {
  const id = await quotedRequest();
  await sql(
    `update public.bkk_quote_offers set valid_until = now() - interval '1 minute' where quote_id = $1`,
    [id],
  );
  await open(id);
  const offer = await card();
  expect(within(offer).getByText(english.offer.over)).toBeTruthy();
  expect(within(offer).queryByRole('button')).toBeNull();
});

it('shows a request from before the feature without offer and details', async () => {
  onlyInWholeSuite();
  const [row] = await sql(
    `insert into public.bkk_quote_requests (user_id, origin, destination, pax_adt, status, dep_date)
     select id, 'HKT', 'KUL', 2, 'QUOTED', current_date + 20 from auth.users
     where email = 'nattaya@bkksiam.example' returning quote_id`,
  );
  await open(String(row?.quote_id));
  expect(await screen.findByRole('heading', { name: english.state.PENDING.title })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/HKT.*KUL/);
  const pending = textsOf('en')('status.request.PENDING');
  expect(screen.getByText('QUOTED').parentElement?.textContent).toContain(pending);
  cleanup();
  for (const path of ['/dashboard', '/dashboard/bookings']) {
    const { unmount } = await renderApp({ path, as: 'member', features });
    const listed = await screen.findByRole('row', { name: /HKT.*KUL/ });
    expect(listed.textContent).toContain(`QUOTED ${pending}`);
    unmount();
  }
});

it('has its airports named on the dashboard, also those the search does not know', async () => {
  await sql(
    `insert into public.bkk_quote_requests (user_id, origin, destination, pax_adt, status, dep_date)
     select id, 'BKK', 'KIX', 2, 'PENDING', current_date + 20 from auth.users
     where email = 'nattaya@bkksiam.example'`,
  );
  await renderApp({ path: '/dashboard', as: 'member', features });
  expect(await screen.findByText('Bangkok Suvarnabhumi to Osaka Kansai')).toBeTruthy();
});

it('prints the offer as a quotation: agency, customer, number, total, what it contains and where to pay', async () => {
  const id = await quotedRequest();
  const wider = [...features, 'payments'] as const;
  await sql('select bkk_internal.set_features($1)', [`{${wider.join()}}`]);
  await sql(`update public.bkk_agency set bank_code = '004', bank_account_name = 'Sabai', bank_account_number = '0123456789',
    promptpay_kind = 'phone', promptpay_id = '0812345678'`);
  const inLanguage = (company: string, licence: string) => ({
    footer: { company, address: '1 Sample Road', phone: '1672', email: 'a@b.example', licence },
    contact: { hours: '' },
    defaults: { company: '', address: '', phone: '', email: '' },
  });
  const agency = {
    ...{ logo: '/logo.webp', taxId: null },
    texts: { en: inLanguage('Sabai', 'TAT licence no. 1 · Tax ID 2'), th: inLanguage('สบาย', '') },
  };
  const before = settings();
  provideSettings({ ...before, features: wider, agency });
  onTestFinished(async () => {
    provideSettings(before);
    await sql('select bkk_internal.set_features($1)', [`{${features.join()}}`]);
  });
  await renderApp({ path: `/dashboard/requests/${id}`, as: 'member', features: wider });
  await card();
  const sheet = document.querySelector('.print-sheet');
  // The customer and the account each come by a query of their own, in any order.
  await waitFor(() => {
    for (const text of [
      ...['Quotation', `No. ${id.slice(-8).toUpperCase()}-1`, 'THB 570,900', 'TG 682'],
      ...['Valid until', 'Nattaya Wongthai · nattaya@bkksiam.example'],
      'Kasikornbank 012-3-45678-9 Sabai · PromptPay 081-234-5678',
    ])
      expect(sheet?.textContent).toContain(text);
  });
  expect(sheet?.querySelector('img')?.getAttribute('src')).toBe('/logo.webp');
  // LINE gets the address of the page alone.
  const share = screen.getByRole('link', { name: textsOf('en')('action.shareToLine') });
  const address = `${settings().siteUrl}/dashboard/requests/${id}`;
  expect(share.getAttribute('href')).toBe(
    `https://line.me/R/share?text=${encodeURIComponent(address)}`,
  );
  expect(share.getAttribute('rel')).toContain('noreferrer');
});

testMemberPage({
  features,
  pathOf: (id) => `/dashboard/requests/${id}`,
  unknown: ['00000000-0000-4000-8001-00000000ffff', 'no-id'],
  place: request,
  none: english.none,
});
