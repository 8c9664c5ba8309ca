import type { APIRequestContext } from '@playwright/test';
import { call, tokenOf } from './accounts.ts';
import type { Credentials, RunningSite } from './site.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function callFunction(
  api: APIRequestContext,
  site: RunningSite,
  account: Credentials,
  name: string,
  data: object,
): Promise<unknown> {
  const token = await tokenOf(api, site, account);
  return call(api, site, 'POST', `/rest/v1/rpc/${name}`, data, token);
}

/** Places a request of two adults from Bangkok to Tokyo; gives its id. */
export async function placeRequest(
  api: APIRequestContext,
  site: RunningSite,
  member: Credentials,
): Promise<string> {
  const id = await callFunction(api, site, member, 'bkk_request_quote', {
    p_legs: [{ origin: 'BKK', destination: 'NRT', dep_date: site.dayIn(40) }],
    p_adults: 2,
    p_children: 0,
    p_infants: 0,
    p_cabin: 'economy',
    p_flexible_days: 0,
    p_preferred_airlines: [],
    p_budget_satang: null,
    p_notes: 'Two seats together',
    p_request_key: crypto.randomUUID(),
  });
  return String(id);
}

/** An offer of THB 53,500 for that request, with a deposit of a fifth. */
const offerFor = (site: RunningSite) => ({
  segments: [
    {
      airline: 'TG',
      number: '682',
      cabin: 'economy',
      baggage: '30 kg',
      origin: 'BKK',
      destination: 'NRT',
      departs_at: `${site.dayIn(40)}T23:45`,
      arrives_at: `${site.dayIn(41)}T07:40`,
    },
  ],
  pax_adt: 2,
  pax_chd: 0,
  pax_inf: 0,
  lines: [
    { label: 'Adult fare', type: 'adult', count: 2, price_satang: 2_190_000, tax_satang: 485_000 },
  ],
  total_satang: 5_350_000,
  conditions: [],
  valid_until: hoursFromNow(48),
  hold_expires_at: hoursFromNow(96),
  deposit_satang: 1_070_000,
  deposit_due_at: hoursFromNow(72),
  balance_due_at: hoursFromNow(240),
  names_due_at: hoursFromNow(300),
});

/** Sends the first offer for a request of {@link placeRequest}. */
export async function sendOffer(
  api: APIRequestContext,
  site: RunningSite,
  id: string,
): Promise<void> {
  const data = { p_quote_id: id, p_version: 1, p_offer: offerFor(site) };
  await callFunction(api, site, site.admin, 'bkk_admin_send_offer', data);
}
