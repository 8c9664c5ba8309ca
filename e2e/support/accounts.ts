import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import type { Language } from './fixtures.ts';
import type { Credentials, RunningSite } from './site.ts';
import type { TextKey } from './texts.ts';

/** A token with these claims, signed as the site signs its own. */
export async function signToken({ dataDir }: RunningSite, claims: object): Promise<string> {
  const secret = (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim();
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const body = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** What identifies a client of the site, and its user where there is a token. */
export async function headersFor(
  request: APIRequestContext,
  { url }: RunningSite,
  token?: string,
): Promise<Record<string, string>> {
  const { anonKey } = (await (await request.get(`${url}/config.json`)).json()) as {
    anonKey: string;
  };
  return { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}`, origin: url };
}

/** Calls the site as a client would; fails the journey unless it agrees. */
export async function call(
  request: APIRequestContext,
  site: RunningSite,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
  token?: string,
): Promise<unknown> {
  const headers = await headersFor(request, site, token);
  const answer = await request.fetch(site.url + path, { method, data, headers });
  const text = await answer.text();
  expect(answer.ok(), `${path}: ${text}`).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}

/** The newest mail to an address, once there are as many as expected: mails leave after the answer. */
export async function mailTo(site: RunningSite, address: string, count = 1): Promise<Email> {
  await expect
    .poll(async () => (await site.mailsTo(address)).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
  const newest = (await site.mailsTo(address)).at(-1);
  if (newest === undefined) throw new Error(`no mail to ${address}`);
  return newest;
}

/** The link of a mail. */
export function linkIn({ text }: Email): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text ?? '')?.[0];
  if (link === undefined) throw new Error('the mail has no link');
  return link;
}

/** The code of a mail, on a line of its own. */
export function codeIn({ text }: Email): string {
  const code = /^\d{6}$/m.exec(text ?? '')?.[0];
  if (code === undefined) throw new Error('the mail has no code');
  return code;
}

let members = 0;

/** A confirmed member of their own for one journey, whose mails come in a language. */
export async function newMember(
  request: APIRequestContext,
  site: RunningSite,
  name: string,
  language: Language,
): Promise<Credentials> {
  members += 1;
  // Another worker, also one after a failure, has another index.
  const email = `${name}-${process.env.TEST_WORKER_INDEX ?? ''}-${String(members)}@example.com`;
  const account = { email, password: 'a long password' };
  const user = { ...account, email_confirm: true };
  const data = { ...user, user_metadata: { full_name: 'Malai Jaidee', language } };
  const service = await signToken(site, { role: 'service_role' });
  await call(request, site, 'POST', '/auth/v1/admin/users', data, service);
  return account;
}

/** A session as the auth service answers it, and as the site stores it. */
export interface Session {
  readonly access_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: { readonly id: string };
}

/** A session that no page knows of. */
export async function sessionOf(
  request: APIRequestContext,
  site: RunningSite,
  account: Credentials,
): Promise<Session> {
  const path = '/auth/v1/token?grant_type=password';
  return (await call(request, site, 'POST', path, account)) as Session;
}

/** The access token of a session that no page knows of. */
export const tokenOf = async (...of: Parameters<typeof sessionOf>): Promise<string> =>
  (await sessionOf(...of)).access_token;

/** The key under which the site stores the session of its tabs. */
export const sessionKey = 'bkksiam-auth';

/** Signs a page in without the form: the next address that it opens finds the session. */
export async function startSession(
  page: Page,
  site: RunningSite,
  account: Credentials,
): Promise<void> {
  const context = page.context();
  const value = JSON.stringify(await sessionOf(context.request, site, account));
  const localStorage = [{ name: sessionKey, value }];
  await context.setStorageState({ cookies: [], origins: [{ origin: site.url, localStorage }] });
}

/** Fills in the form to sign in; gives the button that sends it. */
export async function fillInSignIn(
  page: Page,
  t: (key: TextKey) => string,
  account: Credentials,
): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('field.email')).fill(account.email);
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(account.password);
  return dialog.getByRole('button', { name: t('nav.signIn'), exact: true });
}

/** Signs in by the form, where that is the subject. */
export async function signIn(
  page: Page,
  t: (key: TextKey) => string,
  account: Credentials,
): Promise<void> {
  await page.goto('/login');
  await (await fillInSignIn(page, t, account)).click();
  await page.waitForURL('**/dashboard');
}
