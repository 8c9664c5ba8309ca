/** What a mailed link that was opened wants of the site; the auth service says it in the fragment of the address. */
export type MailedLink =
  /** Brings a session. `type` is what the mail was for: `signup`, `magiclink`, `recovery`, `invite`, `email_change`. */
  | { readonly kind: 'session'; readonly type: string }
  /** Could not be followed: GoTrue's error code, such as `otp_expired`. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The first of the two links that change an address. */
  | { readonly kind: 'halfway' };

/** What the site says about a link that does not work, as far as there are words of its own for the reason. */
export type LinkReason = 'otp_expired' | 'user_banned' | 'unexpected_failure' | 'network' | 'other';

const reasons: readonly LinkReason[] = [
  'otp_expired',
  'user_banned',
  'unexpected_failure',
  'network',
];

/** The reason whose words fit a refused link. The fragment's own words are never shown: anybody can write a link. */
export function linkReason(link: MailedLink & { kind: 'refused' }): LinkReason {
  return reasons.find((reason) => reason === link.code) ?? 'other';
}

/** Reads the fragment of the address the page was opened at; undefined when no mailed link led here. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const code = fragment.get('error_code') ?? fragment.get('error');
  if (code !== null) return { kind: 'refused', code };
  const type = fragment.get('type') ?? '';
  if (fragment.has('access_token')) return { kind: 'session', type };
  // Only the service's own answers carry `sb`; a page's own anchor may be called message.
  if (fragment.has('message') && fragment.has('sb')) return { kind: 'halfway' };
  return undefined;
}

/** Whether whoever opened the link is to choose a password. */
export function asksForPassword(link: MailedLink | undefined): boolean {
  return link?.kind === 'session' && (link.type === 'recovery' || link.type === 'invite');
}

/** The link for a password that led to this place of the history, before it was taken off the address. */
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
 * Takes what a mailed link has left in the address off it, before the client can make an entry of the history out of
 * it. That a password is to be chosen is kept beside the entry, so that a reload still knows.
 *
 * @returns whether it brings a session
 */
export function takeMailedLink(): boolean {
  const link = readMailedLink(window.location.hash);
  if (link !== undefined) clearFragment(link);
  return link?.kind === 'session';
}

/** Takes off the lone `#` that the client leaves in some browsers. */
export function tidyAddress(link: MailedLink | undefined): void {
  if (window.location.href.endsWith('#')) clearFragment(link);
}
