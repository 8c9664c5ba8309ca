import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import type { Language } from './fixtures.ts';
import type { Credentials, Site } from './site.ts';
import type { TextKey } from './texts.ts';

/** Calls the auth service or a function as a client would; fails the journey unless it agrees. */
export async function call(
  request: APIRequestContext,
  { url }: Site,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
  token?: string,
): Promise<unknown> {
  const config = (await (await request.get(`${url}/config.json`)).json()) as { anonKey: string };
  const answer = await request.fetch(url + path, {
    method,
    data,
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${token ?? config.anonKey}`,
      origin: url,
    },
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** The newest mail to an address, once there are as many as expected: mails leave after the answer. */
export async function mailTo(site: Site, address: string, count = 1): Promise<Email> {
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

/** A confirmed member of their own for one journey, whose mails come in a language. */
export async function newMember(
  request: APIRequestContext,
  site: Site,
  name: string,
  language: Language,
): Promise<Credentials> {
  const account = { email: `${name}-${language}@example.com`, password: 'a long password' };
  const data = { full_name: 'Malai Jaidee', language };
  await call(request, site, 'POST', '/auth/v1/signup', { ...account, data });
  const confirmed = await request.get(linkIn(await mailTo(site, account.email)));
  expect(confirmed.ok()).toBe(true);
  return account;
}

/** The access token of a sign-in that no page knows of. */
export async function tokenOf(
  request: APIRequestContext,
  site: Site,
  account: Credentials,
): Promise<string> {
  const session = await call(request, site, 'POST', '/auth/v1/token?grant_type=password', account);
  return (session as { access_token: string }).access_token;
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

/** Signs in by the form. */
export async function signIn(
  page: Page,
  t: (key: TextKey) => string,
  account: Credentials,
): Promise<void> {
  await page.goto('/login');
  await (await fillInSignIn(page, t, account)).click();
  await page.waitForURL('**/dashboard');
}
