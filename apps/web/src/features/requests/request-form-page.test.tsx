import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSearch } from '#entities/search/search-store.ts';
import { withFeatures } from '#testing/backend.ts';
import { dayIn, placeRequest } from '#testing/group-requests.ts';
import { loseAnswer } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { emptySearch } from '@bkksiam/domain/flight-search';
import english from '../../../public/locales/en/requests.json';
import thai from '../../../public/locales/th/requests.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings']);
const texts = { en: english, th: thai };

beforeEach(async () => {
  useSearch.setState(emptySearch);
  await sql('delete from public.bkk_quote_requests');
});

const open = (language: 'en' | 'th' = 'en') =>
  renderApp({ path: '/dashboard/group-request', as: 'newMember', language, features });

const field = (name: string) => {
  const [input] = document.getElementsByName(name);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
  return input;
};

async function fillLeg(user: UserEvent, index: number, codes: readonly string[], day: string) {
  for (const [at, part] of ['origin', 'destination'].entries()) {
    const input = field(`legs.${String(index)}.${part}`);
    if (input.value === codes[at]) continue;
    await user.clear(input);
    await user.type(input, `${codes[at] ?? ''}{Tab}`);
  }
  await user.clear(field(`legs.${String(index)}.day`));
  await user.type(field(`legs.${String(index)}.day`), day);
}

const stored = () =>
  sql(`select origin, destination, pax_adt, pax_chd, pax_inf, cabin, flexible_days, preferred_airlines, budget_satang, notes,
         (select string_agg(leg.origin || leg.destination || leg.dep_date, ' ' order by position)
          from public.bkk_quote_legs as leg where leg.quote_id = request.quote_id) as legs
       from public.bkk_quote_requests as request join public.bkk_quote_details using (quote_id)`);

const submit = (user: UserEvent, language: 'en' | 'th' = 'en') =>
  user.click(screen.getByRole('button', { name: texts[language].form.submit }));

describe.each(languagesInTest('en'))('the form of a group request in %s', (language) => {
  const t = textsOf(language);
  const text = texts[language].form;

  it('sends what was entered and opens the page of the request', async () => {
    const { user, router } = await open(language);
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    await waitFor(() => field('legs.0.origin'));
    await fillLeg(user, 0, ['BKK', 'LHR'], dayIn(40));
    await user.click(screen.getByRole('button', { name: t('search.addLeg') }));
    // The second leg is the way back.
    expect(field('legs.1.origin').value).toBe('LHR');
    expect(field('legs.1.destination').value).toBe('BKK');
    expect(document.activeElement).toBe(field('legs.1.day'));
    await user.type(field('legs.1.day'), dayIn(50));
    await user.clear(field('passengers.adult'));
    await user.type(field('passengers.adult'), '๒๐');
    await user.click(
      screen.getByRole('button', { name: text.more.replace('{{type}}', text.child) }),
    );
    await user.selectOptions(screen.getByLabelText(text.flexibility), '2');
    await user.selectOptions(screen.getByLabelText(t('search.cabinLabel')), 'premium');
    await user.type(field('airlines'), 'Japan{Enter}');
    expect(document.activeElement).toBe(field('airlines'));
    const list = screen.getByRole('list', { name: text.airlinesChosen });
    await user.click(within(list).getByRole('button'));
    expect(document.activeElement).toBe(field('airlines'));
    await user.type(field('airlines'), 'Thai Air{Tab}');
    await user.type(field('budgetSatang'), '25,000.50');
    await user.type(screen.getByLabelText(text.notes), '  Window seats  ');
    await submit(user, language);
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(/^\/dashboard\/requests\/[\da-f-]{36}$/),
    );
    const [request] = await stored();
    expect({ ...request, budget_satang: Number(request?.budget_satang) }).toEqual({
      budget_satang: 2_500_050,
      origin: 'BKK',
      destination: 'LHR',
      pax_adt: 20,
      pax_chd: 1,
      pax_inf: 0,
      cabin: 'premium_economy',
      flexible_days: 2,
      preferred_airlines: [expect.stringMatching(/^[A-Z\d]{2}$/)],
      notes: 'Window seats',
      legs: `BKKLHR${dayIn(40)} LHRBKK${dayIn(50)}`,
    });
    expect(await stored()).toHaveLength(1);
  });

  it('says beside each field what is wrong, and sends nothing', async () => {
    const { user } = await open(language);
    await waitFor(() => field('legs.0.origin'));
    await user.click(
      screen.getByRole('button', { name: text.more.replace('{{type}}', text.infant) }),
    );
    await user.click(
      screen.getByRole('button', { name: text.more.replace('{{type}}', text.infant) }),
    );
    await user.type(field('budgetSatang'), 'cheap');
    await submit(user, language);
    const bad = [
      'legs.0.origin',
      'legs.0.destination',
      'legs.0.day',
      'passengers.infant',
      'budgetSatang',
    ];
    const marked = () => bad.filter((name) => field(name).getAttribute('aria-invalid') === 'true');
    await waitFor(() => expect(marked()).toEqual(bad));
    expect(document.activeElement).toBe(field('legs.0.origin'));
    const problems = texts[language].problem.group_request;
    const summary = screen.getByRole('navigation', { name: text.errors });
    const missing = problems.missing_airport.replace('{{leg}}', '1');
    for (const label of [t('search.from'), t('search.to')]) {
      expect(within(summary).getByRole('button', { name: `${label}: ${missing}` })).toBeTruthy();
    }
    await user.click(within(summary).getByRole('button', { name: problems.too_many_infants }));
    expect(document.activeElement).toBe(field('passengers.infant'));
    expect(await stored()).toEqual([]);
  });
});

it('starts with the last search of the tab, the way back included', async () => {
  useSearch.setState({
    tripType: 'roundtrip',
    cabin: 'business',
    passengers: '9',
    legs: [
      { origin: 'BKK', destination: 'NRT', departure: dayIn(30) },
      { origin: 'NRT', destination: 'BKK', departure: '2020-01-01' },
    ],
  });
  await open();
  await waitFor(() => field('legs.1.origin'));
  const values = ['origin', 'destination', 'day'].flatMap((part) =>
    [0, 1].map((index) => field(`legs.${String(index)}.${part}`).value),
  );
  // A day that has passed is left out.
  expect(values).toEqual(['BKK', 'NRT', 'NRT', 'BKK', dayIn(30), '']);
  expect(field('passengers.adult').value).toBe('9');
  expect(screen.getByLabelText<HTMLSelectElement>('Cabin class').value).toBe('business');
});

it('makes one request of a form that is sent again after a lost answer', async () => {
  const { user, router } = await open();
  await waitFor(() => field('legs.0.origin'));
  await fillLeg(user, 0, ['BKK', 'NRT'], dayIn(40));
  loseAnswer('/rpc/bkk_request_quote');
  await submit(user);
  expect(await screen.findByText(english.form.failed)).toBeTruthy();
  expect(field('legs.0.destination').value).toBe('NRT');
  expect(await stored()).toHaveLength(1);
  await submit(user);
  await waitFor(() => expect(router.state.location.pathname).toContain('/dashboard/requests/'));
  expect(await stored()).toHaveLength(1);
});

it('asks before it is left with unsent input', async () => {
  const { user, router } = await open();
  await waitFor(() => field('legs.0.origin'));
  await fillLeg(user, 0, ['BKK', 'NRT'], dayIn(40));
  const leaving = router.navigate('/dashboard');
  expect(await screen.findByRole('alertdialog', { name: 'Leave this page?' })).toBeTruthy();
  await leaving;
});

it('My Bookings and the dashboard link each request to its page', async () => {
  const id = await placeRequest(backend(), 'newMember');
  for (const path of ['/dashboard/bookings', '/dashboard']) {
    const { unmount } = await renderApp({ path, as: 'newMember', features });
    const link = await screen.findByRole('link', { name: /BKK.*NRT/ });
    expect(link.getAttribute('href')).toBe(`/dashboard/requests/${id}`);
    unmount();
  }
});

it('a quote that a visitor asks for without flights is continued after the sign-in, with the passengers by type', async () => {
  useSearch.setState({
    tripType: 'roundtrip',
    cabin: 'economy',
    passengers: '3',
    passengersByType: { adult: 2, child: 1, infant: 0 },
    legs: [
      { origin: 'BKK', destination: 'NRT', departure: dayIn(30) },
      { origin: 'NRT', destination: 'BKK', departure: dayIn(35) },
    ],
  });
  const { user, router, unmount } = await renderApp({ path: '/results', features });
  await user.click(
    await screen.findByRole('link', { name: 'Ask us for a quote' }, { timeout: 5000 }),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  unmount();
  // The link of a mail opens another tab.
  useSearch.setState(emptySearch);
  const member = await renderApp({ path: '/dashboard', as: 'newMember', features });
  const card = within(await screen.findByRole('region', { name: english.continue.title }));
  expect(card.getByText('2 adults, 1 child')).toBeTruthy();
  await member.user.click(card.getByRole('link', { name: english.continue.open }));
  await waitFor(() => field('legs.1.origin'));
  expect(['adult', 'child', 'infant'].map((type) => field(`passengers.${type}`).value)).toEqual([
    '2',
    '1',
    '0',
  ]);
  expect(field('legs.1.day').value).toBe(dayIn(35));
  await submit(member.user);
  await waitFor(() =>
    expect(member.router.state.location.pathname).toContain('/dashboard/requests/'),
  );
  expect(localStorage.getItem('bkksiam-request')).toBeNull();
});
