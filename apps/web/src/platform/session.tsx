import { useQuery } from '@tanstack/react-query';
import type { Session, User } from '@supabase/supabase-js';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { logFailure } from './log.ts';
import {
  SessionSource,
  type AuthFailure,
  type Credentials,
  type NewAccount,
} from './session-source.ts';
import { supabase } from './supabase.ts';

/** Who is signed in, and the verbs that change it. Every verb answers with null, or why it was refused. */
export interface SessionHandle {
  readonly user: User | null;
  readonly session: Session | null;
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
  /** Asks the server whether the user may still be here. */
  readonly recheck: () => void;
}

export type { AuthFailure };

// The library's own tick; a deactivated member is out within it (spec §9).
const recheckEveryMs = 30_000;

const SessionContext = createContext<SessionHandle | undefined>(undefined);

function useRechecks(source: SessionSource, signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') source.recheck();
    };
    const timer = setInterval(look, recheckEveryMs);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [source, signedIn]);
}

/** Holds the session for the screens below it. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [source] = useState(() => new SessionSource());
  const { session, loading } = useSyncExternalStore(source.subscribe, source.read);
  useEffect(() => source.start(), [source]);
  useRechecks(source, session !== null);
  const handle = useMemo<SessionHandle>(() => {
    const { signUp, signIn, signInWithMagicLink, signOut, recheck } = source;
    const user = session?.user ?? null;
    return { user, session, loading, signUp, signIn, signInWithMagicLink, signOut, recheck };
  }, [source, session, loading]);
  return <SessionContext value={handle}>{children}</SessionContext>;
}

/** The session of the running app. */
export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === undefined) throw new Error('useSession is used outside SessionProvider');
  return handle;
}

async function askIfAdmin(): Promise<boolean> {
  try {
    const client = await supabase();
    const { data } = await client.rpc('bkk_is_admin').throwOnError();
    return data;
  } catch (error) {
    logFailure('whether the user is an admin could not be asked', error);
    return false;
  }
}

/** Whether the signed-in user is an admin; `checking` while the server has not said. Decides what is shown, never what is allowed. */
export function useIsAdmin(): { readonly isAdmin: boolean; readonly checking: boolean } {
  const { user, loading } = useSession();
  const { data, isLoading } = useQuery({
    queryKey: ['is-admin', user?.id],
    queryFn: askIfAdmin,
    enabled: user !== null,
  });
  return { isAdmin: data ?? false, checking: loading || isLoading };
}
