import type { Database } from '@bkksiam/domain/database';
import type {
  AuthChangeEvent,
  AuthError,
  Session,
  SupabaseClient,
  User,
} from '@supabase/supabase-js';
import { askAuth, toFailure, type AuthFailure, type AuthVerb } from './auth-failure.ts';
import { currentLanguage } from './i18n.ts';
import { logFailure } from './log.ts';
import {
  linkReason,
  readMailedLink,
  rememberedLink,
  tidyAddress,
  type MailedLink,
} from './mailed-link.ts';
import { recordSignIn } from './record-sign-in.ts';
import { hasSavedSession, isConnected, onceConnected, sessionKey, supabase } from './supabase.ts';
import { showToast } from './toast.ts';
import { awaitsCode, hasVerifiedFactor } from './token-claims.ts';

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
  /** The mailed link this page was opened by. */
  readonly link?: MailedLink | undefined;
  /** The session still needs the code of an authenticator. */
  readonly awaitsCode?: boolean;
}

type Client = SupabaseClient<Database>;

/** Says in a toast what a mailed link has led to, where the page does not show it. */
function explainLink(link: MailedLink | undefined, email: string): void {
  if (link?.kind === 'refused') {
    const description = `link.${linkReason(link)}` as const;
    showToast({ title: 'link.refused', description, tone: 'destructive' });
  } else if (link?.kind === 'halfway') {
    showToast({ title: 'link.halfway', description: 'link.halfwayText' });
  } else if (link?.type === 'email_change') {
    showToast({ title: 'link.changed', description: 'link.changedText', values: { email } });
  }
}

function differs(user: User, known: User): boolean {
  return user.email !== known.email || hasVerifiedFactor(user) !== hasVerifiedFactor(known);
}

/**
 * The verbs behind `useSession`, and the one client's events, those of other tabs included. Made once per running app;
 * its verbs may be handed on by themselves.
 */
export class SessionSource {
  readonly #publish: (state: SessionState) => void;
  #link: MailedLink | undefined;
  #session: Session | null = null;
  #ownSignIns = 0;
  #leaving = false;
  #checking = false;

  /**
   * @param publish hears of every change
   * @param hash the fragment the page was opened with: a mailed link speaks through it
   */
  constructor(publish: (state: SessionState) => void, hash: string) {
    this.#publish = publish;
    const link = readMailedLink(hash);
    // Then the first sign-in is our own. A recovery link comes for a password, not to sign in.
    if (link?.kind === 'session' && link.type !== 'recovery') this.#ownSignIns = 1;
    this.#link = link ?? rememberedLink();
  }

  #tell(session: Session | null): void {
    this.#session = session;
    this.#publish({
      session,
      loading: false,
      link: this.#link,
      awaitsCode: session !== null && awaitsCode(session),
    });
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

  async #followLink(client: Client, link: MailedLink, error: AuthError | null): Promise<void> {
    const { session } = (await client.auth.getSession()).data;
    if (link.kind === 'session' && error !== null) {
      // Its session has ended meanwhile, or nobody answered. Whoever was signed in before still is.
      this.#link = { kind: 'refused', code: toFailure(error).code ?? '' };
      this.#tell(session);
    }
    explainLink(this.#link, session?.user.email ?? '');
  }

  #follow(client: Client): () => void {
    const { data } = client.auth.onAuthStateChange((event, session) => {
      this.#hear(client, event, session);
    });
    return () => data.subscription.unsubscribe();
  }

  /** A visitor's page does without the client until it is asked something, or another tab signs in. */
  #waitForClient(): () => void {
    let stop = onceConnected((client) => {
      stop();
      stop = this.#follow(client);
    });
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== sessionKey()) return;
      supabase().catch((error: unknown) => logFailure('the session could not be read', error));
    };
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('storage', onStorage);
      stop();
    };
  }

  /** Starts to follow the client's events; returns how to stop. */
  readonly start = async (): Promise<() => void> => {
    try {
      if (this.#link === undefined && !hasSavedSession() && !isConnected()) {
        tidyAddress(undefined);
        this.#tell(null);
        return this.#waitForClient();
      }
      const client = await supabase();
      const stop = this.#follow(client);
      const { error } = await client.auth.initialize();
      tidyAddress(this.#link);
      if (this.#link !== undefined) await this.#followLink(client, this.#link, error);
      return stop;
    } catch (error) {
      logFailure('the session could not be read', error);
      this.#tell(null);
      return () => undefined;
    }
  };

  async #check(): Promise<void> {
    const known = this.#session?.user;
    if (known === undefined || this.#checking) return;
    this.#checking = true;
    try {
      const { auth } = await supabase();
      const { data, error } = await auth.getUser();
      if (this.#leaving) return;
      // The client itself ends a session that the server does not know any more.
      const ended = error?.name === 'AuthSessionMissingError';
      if (ended || error?.status === 401 || error?.status === 403) {
        if (!ended) await auth.signOut({ scope: 'local' });
        this.#sayWhy(error);
      }
      // A new address confirmed elsewhere, or a second factor that an admin has reset.
      if (data.user !== null && differs(data.user, known)) await auth.refreshSession();
    } finally {
      this.#checking = false;
    }
  }

  #sayWhy({ code }: AuthError): void {
    const banned = code === 'user_banned';
    const description = banned ? 'authError.user_banned' : 'toast.sessionEnded';
    showToast({ title: 'toast.signedOut', description, tone: 'destructive' });
  }

  /** Asks the server whether the user may still be here; a refusal signs out, no answer changes nothing. */
  readonly recheck = (): void => {
    this.#check().catch((error: unknown) => logFailure('the user could not be checked', error));
  };

  async #askToSignIn(verb: AuthVerb): Promise<AuthFailure | null> {
    this.#ownSignIns += 1;
    try {
      return await askAuth(verb);
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
    return askAuth(({ auth }) => auth.signInWithOtp({ email, options }));
  };

  readonly signOut = async (leave?: () => Promise<void> | void): Promise<AuthFailure | null> => {
    this.#leaving = true;
    try {
      const failure = await askAuth(({ auth }) => auth.signOut());
      if (failure !== null) return failure;
      await leave?.();
      this.#tell(null);
      return null;
    } finally {
      this.#leaving = false;
    }
  };
}
