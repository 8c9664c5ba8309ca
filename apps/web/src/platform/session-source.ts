import type { Database } from '@bkksiam/domain/database';
import type { AuthChangeEvent, AuthError, Session, SupabaseClient } from '@supabase/supabase-js';
import { messageOf } from './backend-error.ts';
import { currentLanguage } from './i18n.ts';
import { logFailure } from './log.ts';
import { recordSignIn } from './record-sign-in.ts';
import { supabase } from './supabase.ts';
import { showToast } from './toast.ts';

/** Why a sign-in or sign-up was refused: the server's words, and its code where it gave one. */
export interface AuthFailure {
  readonly message: string;
  /** GoTrue's error code such as `invalid_credentials`; `network` when no answer came. */
  readonly code: string | undefined;
}

/** What an e-mail address and a password open. Left out, the client itself says what is missing. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewAccount extends Credentials {
  readonly fullName: string;
}

export interface SessionState {
  readonly session: Session | null;
  /** The stored session has not been looked at yet. */
  readonly loading: boolean;
}

type Verb = (client: Client) => Promise<{ readonly error: AuthError | null }>;

type Client = SupabaseClient<Database>;

function toFailure(error: AuthError): AuthFailure {
  const unanswered = error.name === 'AuthRetryableFetchError' && !error.status;
  return { message: error.message, code: unanswered ? 'network' : error.code };
}

/** Takes what a mailed link has left in the address off it: a lone `#`, or the reason of a refusal. */
function clearFragment(): void {
  const { href, hash, pathname, search } = window.location;
  const left = href.endsWith('#') || new URLSearchParams(hash.slice(1)).has('error_code');
  if (left) window.history.replaceState(window.history.state, '', pathname + search);
}

/** Runs one verb of the client; a client that could not be fetched is a failure like any other. */
async function ask(verb: Verb): Promise<AuthFailure | null> {
  try {
    const { error } = await verb(await supabase());
    return error === null ? null : toFailure(error);
  } catch (error) {
    return { message: messageOf(error), code: 'network' };
  }
}

/**
 * The verbs behind `useSession`, and the one client's events, those of other tabs included. Made once per running app;
 * its verbs may be handed on by themselves.
 */
export class SessionSource {
  readonly #publish: (state: SessionState) => void;
  #session: Session | null = null;
  #ownSignIns: number;
  #leaving = false;
  #checking = false;

  /**
   * @param publish hears of every change
   * @param arrivedByLink the page was opened by a mailed link that signs in, so the first sign-in is our own
   */
  constructor(publish: (state: SessionState) => void, arrivedByLink: boolean) {
    this.#publish = publish;
    this.#ownSignIns = arrivedByLink ? 1 : 0;
  }

  #tell(session: Session | null): void {
    this.#session = session;
    this.#publish({ session, loading: false });
  }

  // SIGNED_IN also comes on focus and from other tabs; only a sign-in of this very page is a real one here.
  #hear(client: Client, event: AuthChangeEvent, session: Session | null): void {
    if (event === 'SIGNED_IN' && session !== null && this.#ownSignIns > 0) {
      recordSignIn(client, session).catch((error: unknown) => {
        logFailure('the sign-in could not be recorded', error);
      });
    }
    if (event === 'SIGNED_OUT' && this.#leaving) return;
    this.#tell(session);
    // A stored session may have ended while nobody was here.
    if (event === 'INITIAL_SESSION') this.recheck();
  }

  /** Starts to follow the client's events; returns how to stop. */
  readonly start = async (): Promise<() => void> => {
    try {
      const client = await supabase();
      const { data } = client.auth.onAuthStateChange((event, session) => {
        this.#hear(client, event, session);
      });
      const { error } = await client.auth.initialize();
      if (error !== null) {
        // A mailed link that is used up or too old leads here with the reason in the fragment.
        const description = { text: error.message };
        showToast({ title: 'signIn.failed', description, tone: 'destructive' });
      }
      clearFragment();
      return () => data.subscription.unsubscribe();
    } catch (error) {
      logFailure('the session could not be read', error);
      this.#tell(null);
      return () => undefined;
    }
  };

  async #check(): Promise<void> {
    if (this.#session === null || this.#checking) return;
    this.#checking = true;
    try {
      const client = await supabase();
      const { error } = await client.auth.getUser();
      const refused = error?.status === 401 || error?.status === 403;
      if (refused) await client.auth.signOut({ scope: 'local' });
    } finally {
      this.#checking = false;
    }
  }

  /** Asks the server whether the user may still be here; a refusal signs out, no answer changes nothing. */
  readonly recheck = (): void => {
    this.#check().catch((error: unknown) => logFailure('the user could not be checked', error));
  };

  async #askToSignIn(verb: Verb): Promise<AuthFailure | null> {
    this.#ownSignIns += 1;
    try {
      return await ask(verb);
    } finally {
      this.#ownSignIns -= 1;
    }
  }

  readonly signUp = ({ email, password, fullName }: NewAccount): Promise<AuthFailure | null> => {
    const data = { full_name: fullName, language: currentLanguage() };
    return this.#askToSignIn(({ auth }) => auth.signUp({ email, password, options: { data } }));
  };

  readonly signIn = (credentials: Credentials): Promise<AuthFailure | null> =>
    this.#askToSignIn(({ auth }) => auth.signInWithPassword(credentials));

  readonly signInWithMagicLink = ({ email }: { email: string }): Promise<AuthFailure | null> => {
    const emailRedirectTo = `${window.location.origin}/dashboard`;
    const options = { emailRedirectTo, data: { language: currentLanguage() } };
    return ask(({ auth }) => auth.signInWithOtp({ email, options }));
  };

  readonly signOut = async (leave?: () => Promise<void> | void): Promise<AuthFailure | null> => {
    this.#leaving = true;
    try {
      const failure = await ask(({ auth }) => auth.signOut());
      if (failure !== null) return failure;
      await leave?.();
      this.#tell(null);
      return null;
    } finally {
      this.#leaving = false;
    }
  };
}
