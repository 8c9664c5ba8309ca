import type { Session, User } from '@supabase/supabase-js';
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { messageOf } from './backend-error.ts';
import { firstPaint } from './first-paint.ts';
import { logFailure } from './log.ts';
import type { AuthFailure } from './auth-failure.ts';
import type { MailedLink } from './mailed-link.ts';
import type { Credentials, NewAccount, SessionSource, SessionState } from './session-source.ts';

/** Who is signed in, and the verbs that change it. Every verb answers with null, or why it was refused. */
export interface SessionHandle {
  readonly user: User | null;
  readonly session: Session | null;
  /** Who has given a password or opened a link, and not yet the code of their authenticator: nobody is signed in. */
  readonly awaitingCode: User | null;
  /** True until the stored session has been looked at; nobody is signed in or out before that. */
  readonly loading: boolean;
  /** Makes an account; the mailed link confirms it. The language on screen goes along for the mails. */
  readonly signUp: (account: NewAccount) => Promise<AuthFailure | null>;
  readonly signIn: (credentials: Credentials) => Promise<AuthFailure | null>;
  /** Sends a link that signs in and opens the dashboard. */
  readonly signInWithMagicLink: (address: { email: string }) => Promise<AuthFailure | null>;
  /**
   * Ends the session everywhere.
   *
   * @param leave runs when the server has agreed and before the screens hear of it, so that a guarded screen can be
   *   left without its guard sending the person to sign in
   */
  readonly signOut: (leave?: () => Promise<void> | void) => Promise<AuthFailure | null>;
  /** The mailed link this page was opened by, once the session is known. */
  readonly link: MailedLink | undefined;
  /** Asks the server whether the user may still be here. */
  readonly recheck: () => void;
}

// The library's own tick; a deactivated member is out within it (spec §9).
const recheckEveryMs = 30_000;

const SessionContext = createContext<SessionHandle | undefined>(undefined);

/** The source's code comes after the first paint, like the client's; a failed attempt is made again when it is needed. */
class LazySource {
  readonly #publish: (state: SessionState) => void;
  #source: Promise<SessionSource> | undefined;

  constructor(publish: (state: SessionState) => void) {
    this.#publish = publish;
  }

  readonly get = (): Promise<SessionSource> => {
    // Looked at now: the client takes the fragment off the address as soon as it runs.
    const { hash } = window.location;
    this.#source ??= firstPaint()
      .then(() => import('./after-paint.ts'))
      .then(({ SessionSource }) => new SessionSource(this.#publish, hash))
      .catch((error: unknown) => {
        this.#source = undefined;
        throw error;
      });
    return this.#source;
  };

  readonly ask = async (
    verb: (source: SessionSource) => Promise<AuthFailure | null>,
  ): Promise<AuthFailure | null> => {
    try {
      return await verb(await this.get());
    } catch (error) {
      return { message: messageOf(error), code: 'network' };
    }
  };

  readonly recheck = (): void => {
    this.get()
      .then((source) => source.recheck())
      .catch((error: unknown) => logFailure('the user could not be checked', error));
  };
}

/** Follows the session from the first paint on. */
function useSource(): readonly [SessionState, LazySource] {
  const [state, setState] = useState<SessionState>({ session: null, loading: true });
  const [source] = useState(() => {
    let first = true;
    return new LazySource((next) => {
      // Parts of a painted page may still be taken over; the first news of the session waits for them. Later ones
      // are part of what a person does, and stay in step with navigations.
      if (first) startTransition(() => setState(next));
      else setState(next);
      first = false;
    });
  });
  useEffect(() => {
    const started = source.get().then(({ start }) => start());
    started.catch((error: unknown) => {
      logFailure('the session could not be read', error);
      setState({ session: null, loading: false });
    });
    return () => {
      started.then((stop) => stop()).catch(() => undefined);
    };
  }, [source]);
  return [state, source];
}

function useRechecks(recheck: () => void, signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') recheck();
    };
    const timer = setInterval(look, recheckEveryMs);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [recheck, signedIn]);
}

/** Holds the session for the screens below it. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [{ session: known, loading, link, awaitsCode = false }, source] = useSource();
  const session = awaitsCode ? null : known;
  const awaitingCode = awaitsCode ? (known?.user ?? null) : null;
  useRechecks(source.recheck, known !== null);
  const handle = useMemo<SessionHandle>(() => {
    const { ask, recheck } = source;
    return {
      user: session?.user ?? null,
      session,
      awaitingCode,
      loading,
      link,
      signUp: (account) => ask(({ signUp }) => signUp(account)),
      signIn: (credentials) => ask(({ signIn }) => signIn(credentials)),
      signInWithMagicLink: (address) => ask((verbs) => verbs.signInWithMagicLink(address)),
      signOut: (leave) => ask(({ signOut }) => signOut(leave)),
      recheck,
    };
  }, [source, session, awaitingCode, loading, link]);
  return <SessionContext value={handle}>{children}</SessionContext>;
}

/** The session of the running app. */
export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === undefined) throw new Error('useSession is used outside SessionProvider');
  return handle;
}
