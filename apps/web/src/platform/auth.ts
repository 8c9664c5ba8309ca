import type { AuthError, Session } from '@supabase/supabase-js';
import { toAppError } from './app-error.ts';
import { currentLanguage } from './i18n.ts';
import { localValue } from './local-store.ts';
import { logFailure, logRejection } from './log.ts';
import { followMailLanguage } from './mail-language.ts';
import {
  linkError,
  readMailedLink,
  rememberedLink,
  rememberLink,
  tidyAddress,
} from './mailed-link.ts';
import { dispatch, hasVerifiedFactor, isSigningOut, sessionStore, tokenClaim } from './session.ts';
import { supabase, type Client } from './supabase.ts';
import { showToast } from './toast.ts';

// The client's interval for refreshes; a deactivated member is signed out within it (spec §9).
const recheckEveryMs = 30_000;

const recordedSession = localValue<string>('recorded-session', (stored) =>
  typeof stored === 'string' ? stored : undefined,
);
// For a browser that forbids storage.
let recordedHere: string | undefined;
let isChecking = false;

function logUnlessDuplicate(what: string, error: unknown): void {
  if (error !== null && toAppError(error).code !== 'duplicate') logFailure(what, error);
}

async function saveSignIn(client: Client, { user }: Session): Promise<void> {
  const who = { user_id: user.id, email: user.email ?? '' };
  const [profile, login, touch] = await Promise.all([
    client.from('bkk_user_profiles').upsert(who, { onConflict: 'user_id' }),
    client.from('bkk_login_logs').insert({ ...who, event: 'login', success: true }),
    client.rpc('bkk_touch_last_login'),
  ]);
  logUnlessDuplicate('the profile could not be saved', profile.error);
  logUnlessDuplicate('the login could not be logged', login.error);
  logUnlessDuplicate('the last login could not be noted', touch.error);
}

/**
 * Records a sign-in once per session (spec §4, §7): the profile row, the login log, the time of the last login.
 * Failures are only logged; a duplicate is none (spec §8).
 */
function recordSignIn(client: Client, session: Session | null): void {
  if (session === null) return;
  // The same for every tab, reload and refresh of one sign-in.
  const id = tokenClaim(session.access_token, 'session_id');
  if (typeof id !== 'string' || id === recordedHere || id === recordedSession.read()) return;
  recordedHere = id;
  recordedSession.write(id);
  logRejection('the sign-in could not be recorded', saveSignIn(client, session));
}

/** Shows in a toast what a mailed link has led to. */
function showLinkResult(email: string): void {
  const { link } = sessionStore.getState();
  if (link?.kind === 'failed') {
    const description = `link.${linkError(link)}` as const;
    showToast({ title: 'link.failed', description, tone: 'destructive' });
  } else if (link?.kind === 'first_of_two') {
    showToast({ title: 'link.firstOfTwo', description: 'link.firstOfTwoText' });
  } else if (link?.type === 'email_change') {
    showToast({ title: 'link.changed', description: 'link.changedText', values: { email } });
  }
}

async function checkUser(): Promise<void> {
  const before = sessionStore.getState();
  if (!('user' in before) || isChecking) return;
  isChecking = true;
  try {
    const { auth } = await supabase();
    const { data, error } = await auth.getUser();
    if (isSigningOut(sessionStore.getState())) return;
    const isMissing = error?.name === 'AuthSessionMissingError';
    if (isMissing || error?.status === 401 || error?.status === 403) {
      // The client does it by itself where the server does not know the session, but not where the storage was cleared.
      if ('user' in sessionStore.getState()) await auth.signOut({ scope: 'local' });
      const description =
        error.code === 'user_banned' ? 'authError.user_banned' : 'toast.sessionEnded';
      showToast({ title: 'toast.signedOut', description, tone: 'destructive' });
    }
    // A new address was confirmed elsewhere, or an admin has reset the second factor.
    const { user } = data;
    const isChanged =
      user !== null &&
      (user.email !== before.user.email ||
        hasVerifiedFactor(user) !== hasVerifiedFactor(before.user));
    if (isChanged) await auth.refreshSession();
  } finally {
    isChecking = false;
  }
}

/** Asks the server whether the user is still allowed in. Without a response nothing changes. */
export function recheck(): void {
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
  if (link !== undefined) dispatch({ type: 'LINK_OPENED', link });
  const { data } = client.auth.onAuthStateChange((type, session) => {
    dispatch({ type, session });
    // A saved session may have ended meanwhile.
    if (type === 'INITIAL_SESSION') recheck();
  });
  signal.addEventListener('abort', () => data.subscription.unsubscribe());
  recheckRegularly(signal);
  followMailLanguage(client, signal);
  const { error } = await client.auth.initialize();
  tidyAddress(link);
  if (link === undefined) return;
  const { session } = (await client.auth.getSession()).data;
  if (link.kind === 'session' && error !== null) {
    // The link's session has ended, or there was no response: an earlier session stays.
    dispatch({ type: 'LINK_OPENED', link: { kind: 'failed', code: toAppError(error).code } });
    dispatch({ type: 'INITIAL_SESSION', session });
  } else if (link.kind === 'session' && link.type !== 'recovery') recordSignIn(client, session);
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

type SignInCall = (client: Client) => Promise<{
  readonly data: { readonly session: Session | null };
  readonly error: AuthError | null;
}>;

/** Calls the auth service, and records the sign-in that this leads to. */
function callSignIn(call: SignInCall): Promise<void> {
  return callAuth(async (client) => {
    const response = await call(client);
    recordSignIn(client, response.data.session);
    return response;
  });
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
  if (type === 'email') {
    await callSignIn(({ auth }) => auth.verifyOtp({ email, token, type }));
    return;
  }
  await callAuth(({ auth }) => auth.verifyOtp({ email, token, type }));
  dispatch({ type: 'LINK_OPENED', link: rememberLink(type) });
}

/**
 * Ends the session everywhere.
 *
 * @param prepare runs first, while the user is still signed in
 * @param leave runs after the server's response and before the session changes: a guarded page can be left without its
 *   guard sending the user to the sign-in
 * @throws {AppError} the session stays
 */
export async function signOut(
  prepare: () => Promise<void>,
  leave: () => Promise<void> | void,
): Promise<void> {
  dispatch({ type: 'SIGN_OUT_STARTED' });
  try {
    await prepare();
    await callAuth(({ auth }) => auth.signOut());
    await leave();
  } catch (error) {
    dispatch({ type: 'SIGN_OUT_FAILED' });
    throw error;
  }
  dispatch({ type: 'SIGN_OUT_FINISHED' });
}
