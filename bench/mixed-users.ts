import { randomUUID } from 'node:crypto';
import { hashPassword } from '../apps/server/src/auth/passwords.ts';
import { HttpClient, type HttpResponse, type HttpRequest } from './http-client.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The server under load, with the operator's keys. */
export interface MixedTarget {
  /** Base URL of the server or of the proxy in front of it. */
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly admin: Credentials;
}

/** A signed-in member or admin. */
export interface SignedInUser {
  readonly id: string;
  readonly credentials: Credentials;
  /** The client address in `X-Forwarded-For`. */
  readonly network: string;
  accessToken: string;
  refreshToken: string;
  /** Marks an action that must not run twice at once for this user, such as a refresh of the session. */
  busy: boolean;
  /** Number of the last profile change that was sent. */
  changes: number;
}

export interface SignedInUsers {
  readonly members: readonly SignedInUser[];
  readonly admin: SignedInUser;
  /** Pending quote requests of the members, by id. */
  readonly quotes: readonly string[];
}

interface SessionResponse {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

const password = 'a password of the load';
const rowsPerInsert = 500;
const concurrency = 8;

const addressOf = (index: number): string =>
  `100.${String(64 + Math.floor(index / 62_500))}.${String(Math.floor(index / 250) % 250)}.${String(1 + (index % 250))}`;

/** The client address of a visitor in `X-Forwarded-For`. */
export const visitorAddress = (index: number): string => addressOf(62_500 + index);

export function tokenRequest(
  { anonKey }: MixedTarget,
  grant: 'password' | 'refresh_token',
  network: string,
  body: object,
): HttpRequest {
  return {
    method: 'POST',
    path: `/auth/v1/token?grant_type=${grant}`,
    headers: { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify(body),
  };
}

/** Saves the tokens of a `/token` response; false for an error response. */
export function saveSession(user: SignedInUser, { status, body }: HttpResponse): boolean {
  if (status !== 200) return false;
  const session = JSON.parse(body) as SessionResponse;
  user.accessToken = session.access_token;
  user.refreshToken = session.refresh_token;
  return true;
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += concurrency)
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(work))));
  return results;
}

function expectOk(what: string, { status, body, failure }: HttpResponse): string {
  if (status >= 200 && status < 300) return body;
  throw new Error(`${what}: ${failure ?? String(status)} ${body}`);
}

async function signIn(
  client: HttpClient,
  target: MixedTarget,
  credentials: Credentials,
  index: number,
): Promise<SignedInUser> {
  const network = addressOf(index);
  const response = await client.send(tokenRequest(target, 'password', network, credentials));
  const session = JSON.parse(expectOk('sign-in', response)) as SessionResponse;
  const user: SignedInUser = {
    ...{ id: session.user.id, credentials, network, accessToken: '', refreshToken: '' },
    ...{ busy: false, changes: 0 },
  };
  saveSession(user, response);
  return user;
}

/** Adds members and their pending quote requests by the service key, and signs all in. */
export async function prepareUsers(
  target: MixedTarget,
  { members: count, quotes }: { readonly members: number; readonly quotes: number },
): Promise<SignedInUsers> {
  const client = new HttpClient(target.url);
  const headers = {
    apikey: target.serviceKey,
    authorization: `Bearer ${target.serviceKey}`,
    'content-type': 'application/json',
  };
  const run = randomUUID().slice(0, 8);
  const hash = await hashPassword(password);
  const emails = Array.from(
    { length: count },
    (_, index) => `load-${run}-${String(index)}@example.com`,
  );
  try {
    await inBatches(emails, async (email) => {
      const user = { email, password_hash: hash, email_confirm: true };
      const call = { path: '/auth/v1/admin/users', headers, body: JSON.stringify(user) };
      expectOk('new member', await client.send({ method: 'POST', ...call }));
    });
    const members = await inBatches([...emails.entries()], ([index, email]) =>
      signIn(client, target, { email, password }, 1 + index),
    );
    const admin = await signIn(client, target, target.admin, 0);
    const ids = Array.from({ length: quotes }, () => randomUUID());
    for (let from = 0; from < quotes; from += rowsPerInsert) {
      const rows = ids.slice(from, from + rowsPerInsert).map((id, index) => ({
        quote_id: id,
        user_id: members[(from + index) % members.length]?.id,
        ...{ origin: 'BKK', destination: 'NRT', dep_date: '2030-01-01' },
      }));
      const call = { path: '/rest/v1/bkk_quote_requests', headers, body: JSON.stringify(rows) };
      expectOk('new requests', await client.send({ method: 'POST', ...call }));
    }
    return { members, admin, quotes: ids };
  } finally {
    client.close();
  }
}
