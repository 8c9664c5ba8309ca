import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { sessionOf, type Viewer } from './backend.ts';

type Caller = Exclude<Viewer, 'visitor'>;

/** Posts to a path as a user. */
export async function postAs(
  backend: TestBackend,
  caller: Caller,
  path: string,
  body: unknown,
): Promise<unknown> {
  const { access_token: token } = await sessionOf(caller);
  const response = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}

/** Calls a function of the data API as a user. */
export const callFunction = (
  backend: TestBackend,
  caller: Caller,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> => postAs(backend, caller, `/rest/v1/rpc/${name}`, args);

/** A calendar day in Bangkok, which is 7 hours ahead of UTC, so many days from today. */
export function dayIn(days: number): string {
  return new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 10);
}

export const hoursFromNow = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString();

/** Places a request of 18 adults and 4 children to Tokyo and back; returns its id. */
export async function placeRequest(
  backend: TestBackend,
  caller: Caller,
  key = crypto.randomUUID(),
): Promise<string> {
  const id = await callFunction(backend, caller, 'bkk_request_quote', {
    p_legs: [
      { origin: 'BKK', destination: 'NRT', dep_date: dayIn(40) },
      { origin: 'NRT', destination: 'BKK', dep_date: dayIn(45) },
    ],
    p_adults: 18,
    p_children: 4,
    p_infants: 0,
    p_cabin: 'premium_economy',
    p_flexible_days: 1,
    p_preferred_airlines: ['TG'],
    p_budget_satang: 2_800_000,
    p_notes: 'Seats together, please',
    p_request_key: key,
  });
  return id as string;
}

/** The version of a request, which actions carry. */
async function versionOf(backend: TestBackend, id: string): Promise<number> {
  const [row] = await backend.database.sql<{ version: number }>(
    'select version from public.bkk_quote_details where quote_id = $1',
    [id],
  );
  if (row === undefined) throw new Error(`no request ${id}`);
  return row.version;
}

/** Sends an offer of THB 570,900 for the request of `placeRequest`, as an admin. */
export async function sendOffer(
  backend: TestBackend,
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const flight = { airline: 'TG', cabin: 'economy', baggage: '30 kg' };
  await callFunction(backend, 'admin', 'bkk_admin_send_offer', {
    p_quote_id: id,
    p_version: await versionOf(backend, id),
    p_offer: {
      segments: [
        {
          ...flight,
          number: '682',
          origin: 'BKK',
          destination: 'NRT',
          departs_at: `${dayIn(40)}T23:45`,
          arrives_at: `${dayIn(41)}T07:40`,
        },
        {
          ...flight,
          number: '677',
          origin: 'NRT',
          destination: 'BKK',
          departs_at: `${dayIn(45)}T17:25`,
          arrives_at: `${dayIn(45)}T22:25`,
        },
      ],
      pax_adt: 18,
      pax_chd: 4,
      pax_inf: 0,
      lines: [
        {
          label: 'Adult fare',
          type: 'adult',
          count: 18,
          price_satang: 2_190_000,
          tax_satang: 485_000,
        },
        {
          label: 'Child fare',
          type: 'child',
          count: 4,
          price_satang: 1_750_000,
          tax_satang: 485_000,
        },
      ],
      total_satang: 57_090_000,
      conditions: [{ kind: 'refund', text: 'The deposit is not refunded.' }],
      valid_until: hoursFromNow(48),
      hold_expires_at: hoursFromNow(96),
      deposit_satang: 11_000_000,
      deposit_due_at: hoursFromNow(72),
      balance_due_at: hoursFromNow(240),
      names_due_at: hoursFromNow(300),
      ...changes,
    },
  });
}
