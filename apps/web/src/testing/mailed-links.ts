import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { waitFor } from '@testing-library/react';

type Mail = Awaited<ReturnType<TestBackend['mails']>>[number];

/** The newest mail to an address, once there are as many as expected. */
export function mailTo(backend: TestBackend, address: string, count = 1): Promise<Mail> {
  return waitFor(async () => {
    const mails = (await backend.mails()).filter(({ to }) =>
      to?.some((recipient) => recipient.address === address),
    );
    const newest = mails.at(-1);
    if (newest === undefined || mails.length < count) throw new Error(`no mail to ${address} yet`);
    return newest;
  });
}

/** Follows the link of a mail as a browser does, and says where it leads: a page of the site, the rest in its fragment. */
export async function whereLinkLeads(backend: TestBackend, { text }: Mail): Promise<URL> {
  const link = new URL(/https?:\S+\/verify\S+/.exec(text ?? '')?.[0] ?? '');
  const led = await fetch(backend.url + link.pathname + link.search, { redirect: 'manual' });
  if (led.status !== 303) throw new Error(`the link answered ${String(led.status)}`);
  return new URL(led.headers.get('location') ?? '');
}

/** The code of a mail, on a line of its own. */
export function codeIn({ text }: Mail): string {
  const code = /^\d{6}$/m.exec(text ?? '')?.[0];
  if (code === undefined) throw new Error('the mail has no code');
  return code;
}

/** Another code of as many digits. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Asks the auth service for something by the anonymous key, as the pages do. */
export async function askForMail(
  { url, anonKey }: TestBackend,
  path: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`);
}
