/** The result of a mailed link, from the fragment the auth service redirects to. */
export type MailedLink =
  /** `type` is that of the mail: `signup`, `magiclink`, `recovery`, `invite`, `email_change`. */
  | { readonly kind: 'session'; readonly type: string }
  /** GoTrue's error code, such as `otp_expired`. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The first of the two links that change an address. */
  | { readonly kind: 'first_of_two' };

/** The error codes that have a message of their own. */
const reasons = [
  'otp_expired',
  'user_banned',
  'provider_disabled',
  'unexpected_failure',
  'network',
] as const;

/** The error text of a link. The fragment's own description is never shown: an attacker can craft a link. */
export function linkError(link: MailedLink & { kind: 'failed' }) {
  return reasons.find((reason) => reason === link.code) ?? 'other';
}

/** Reads the fragment of the URL the page was opened at; undefined if it is no mailed link. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const code = fragment.get('error_code') ?? fragment.get('error');
  if (code !== null) return { kind: 'failed', code };
  const type = fragment.get('type') ?? '';
  if (fragment.has('access_token')) return { kind: 'session', type };
  // Only the auth service sets `sb`; an anchor may be called message.
  if (fragment.has('message') && fragment.has('sb')) return { kind: 'first_of_two' };
  return undefined;
}

/** Whether the link leads to choosing a password. */
export function asksForPassword(link: MailedLink | undefined): boolean {
  return link?.kind === 'session' && (link.type === 'recovery' || link.type === 'invite');
}

/** The link for a password that opened this history entry. */
export function rememberedLink(): MailedLink | undefined {
  const type: unknown = Reflect.get(Object(window.history.state), 'mailedLink');
  return typeof type === 'string' ? { kind: 'session', type } : undefined;
}

function clearFragment(link: MailedLink | undefined): void {
  const { pathname, search } = window.location;
  const kept = link?.kind === 'session' && asksForPassword(link) ? { mailedLink: link.type } : {};
  window.history.replaceState({ ...window.history.state, ...kept }, '', pathname + search);
}

/**
 * Removes the fragment of a mailed link before the client adds a history entry for it. A link for a password is saved in
 * the state of the entry, for a reload.
 *
 * @returns whether the link carries a session
 */
export function takeMailedLink(): boolean {
  const link = readMailedLink(window.location.hash);
  if (link !== undefined) clearFragment(link);
  return link?.kind === 'session';
}

/** Treats this history entry as if a link of that type had opened it, after the code of the mail was typed. */
export function rememberLink(type: string): MailedLink {
  const link = { kind: 'session', type } as const;
  clearFragment(link);
  return link;
}

/** Removes the lone `#` that the client leaves in some browsers. */
export function tidyAddress(link: MailedLink | undefined): void {
  if (window.location.href.endsWith('#')) clearFragment(link);
}
