import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js';
import { toAppError } from './app-error.ts';
import { tokenClaim } from './expired-token.ts';
import { currentLanguage } from './i18n.ts';
import { logRejection } from './log.ts';
import {
  linkError,
  readMailedLink,
  rememberedLink,
  rememberLink,
  tidyAddress,
} from './mailed-link.ts';
import { recordSignIn } from './record-sign-in.ts';
import { useSession } from './session.ts';
import { supabase, type Client } from './supabase.ts';
import { showToast } from './toast.ts';

// As often as the client looks at its token; a deactivated member is signed out within it (spec §9).
const recheckEveryMs = 30_000;

/** Sign-ins of this page in progress: SIGNED_IN also comes on focus and from other tabs. */
let ownSignIns = 0;
let isSigningOut = false;
let isChecking = false;
let current: Session | null = null;

function hasVerifiedFactor({ factors = [] }: User): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** Like the client's `getAuthenticatorAssuranceLevel`, which would wait for itself in a handler of its events. */
function needsCode({ user, access_token: token }: Session): boolean {
  return hasVerifiedFactor(user) && tokenClaim(token, 'aal') !== 'aal2';
}

function publish(session: Session | null): void {
  current = session;
  const isIncomplete = session !== null && needsCode(session);
  useSession.setState({
    session: isIncomplete ? null : session,
    user: isIncomplete ? null : (session?.user ?? null),
    awaitingCode: isIncomplete ? session.user : null,
    loading: false,
  });
}

function onAuthEvent(client: Client, event: AuthChangeEvent, session: Session | null): void {
  const { link } = useSession.getState();
  // A recovery link leads to a new password: it is no sign-in.
  const isByLink = link?.kind === 'session' && link.type !== 'recovery';
  if (event === 'SIGNED_IN' && session !== null && (ownSignIns > 0 || isByLink)) {
    logRejection('the sign-in could not be recorded', recordSignIn(client, session));
  }
  if (event === 'SIGNED_OUT' && isSigningOut) return;
  publish(session);
  // A saved session may have ended meanwhile.
  if (event === 'INITIAL_SESSION') recheck();
}

/** Shows in a toast what a mailed link has led to, where the page does not. */
function showLinkResult(email: string): void {
  const { link } = useSession.getState();
  if (link?.kind === 'failed') {
    const description = `link.${linkError(link)}` as const;
    showToast({ title: 'link.failed', description, tone: 'destructive' });
  } else if (link?.kind === 'halfway') {
    showToast({ title: 'link.halfway', description: 'link.halfwayText' });
  } else if (link?.type === 'email_change') {
    showToast({ title: 'link.changed', description: 'link.changedText', values: { email } });
  }
}

async function checkUser(): Promise<void> {
  const known = current?.user;
  if (known === undefined || isChecking) return;
  isChecking = true;
  try {
    const { auth } = await supabase();
    const { data, error } = await auth.getUser();
    if (isSigningOut) return;
    // The client itself ends a session that the server does not know any more.
    const hasEnded = error?.name === 'AuthSessionMissingError';
    if (hasEnded || error?.status === 401 || error?.status === 403) {
      if (!hasEnded) await auth.signOut({ scope: 'local' });
      const description =
        error.code === 'user_banned' ? 'authError.user_banned' : 'toast.sessionEnded';
      showToast({ title: 'toast.signedOut', description, tone: 'destructive' });
    }
    // A new address was confirmed elsewhere, or an admin has reset the second factor.
    const { user } = data;
    const isChanged =
      user !== null &&
      (user.email !== known.email || hasVerifiedFactor(user) !== hasVerifiedFactor(known));
    if (isChanged) await auth.refreshSession();
  } finally {
    isChecking = false;
  }
}

/** Asks the server whether the user is still allowed in. Without a response nothing changes. */
function recheck(): void {
  logRejection('the user could not be checked', checkUser());
}

function recheckRegularly(signal: AbortSignal): void {
  const recheckIfVisible = () => {
    if (document.visibilityState === 'visible') recheck();
  };
  const timer = setInterval(recheckIfVisible, recheckEveryMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  window.addEventListener('focus', recheckIfVisible, { signal });
  document.addEventListener('visibilitychange', recheckIfVisible, { signal });
}

/**
 * Follows the events of the client, those of other tabs included, until the signal is aborted.
 *
 * @param hash the fragment of the address the page was opened at
 */
export async function followSession(hash: string, signal: AbortSignal): Promise<void> {
  const client = await supabase();
  if (signal.aborted) return;
  const link = readMailedLink(hash) ?? rememberedLink();
  useSession.setState({ link, recheck });
  const { data } = client.auth.onAuthStateChange((event, session) =>
    onAuthEvent(client, event, session),
  );
  signal.addEventListener('abort', () => data.subscription.unsubscribe());
  recheckRegularly(signal);
  const { error } = await client.auth.initialize();
  tidyAddress(link);
  if (link === undefined) return;
  const { session } = (await client.auth.getSession()).data;
  if (link.kind === 'session' && error !== null) {
    // The link's session has ended, or there was no response: an earlier session stays.
    useSession.setState({ link: { kind: 'failed', code: toAppError(error).code } });
    publish(session);
  }
  showLinkResult(session?.user.email ?? '');
}

type AuthCall = (client: Client) => Promise<{ readonly error: AuthError | null }>;

/**
 * Calls the auth service.
 *
 * @throws {AppError} with GoTrue's error code, such as `invalid_credentials`, or `network`
 */
export async function callAuth(call: AuthCall): Promise<void> {
  try {
    const { error } = await call(await supabase());
    if (error !== null) throw error;
  } catch (error) {
    throw toAppError(error);
  }
}

async function callSignIn(call: AuthCall): Promise<void> {
  ownSignIns += 1;
  try {
    await callAuth(call);
  } finally {
    ownSignIns -= 1;
  }
}

/** An email address and a password; empty ones are left to the server's validation. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates an account, which a mailed link confirms. The language on screen is that of its mails. */
export function signUp({
  email,
  password,
  fullName,
}: Credentials & { readonly fullName: string }): Promise<void> {
  const data = { full_name: fullName, language: currentLanguage() };
  return callSignIn(({ auth }) => auth.signUp({ email, password, options: { data } }));
}

export function signIn(credentials: Credentials): Promise<void> {
  return callSignIn(({ auth }) => auth.signInWithPassword(credentials));
}

/** Mails a link that signs in and opens the dashboard. */
export function signInWithMagicLink(email: string): Promise<void> {
  const emailRedirectTo = `${window.location.origin}/dashboard`;
  const options = { emailRedirectTo, data: { language: currentLanguage() } };
  return callAuth(({ auth }) => auth.signInWithOtp({ email, options }));
}

/** Signs in by the code of a mail. That of a recovery mail leads to a new password, as its link does. */
export async function signInWithCode({
  email,
  code: token,
  type,
}: {
  readonly email: string;
  readonly code: string;
  readonly type: 'email' | 'recovery';
}): Promise<void> {
  await callSignIn(({ auth }) => auth.verifyOtp({ email, token, type }));
  if (type === 'recovery') useSession.setState({ link: rememberLink(type) });
}

/**
 * Ends the session everywhere.
 *
 * @param leave runs after the server's response and before the session changes: a guarded page can be left without its
 *   guard sending the user to the sign-in
 * @throws {AppError} the session stays
 */
export async function signOut(leave: () => Promise<void> | void): Promise<void> {
  isSigningOut = true;
  try {
    await callAuth(({ auth }) => auth.signOut());
    await leave();
    publish(null);
  } finally {
    isSigningOut = false;
  }
}
