import { useEffect } from 'react';
import { logFailure, logRejection } from './log.ts';
import { dispatch, sessionStore } from './session.ts';
import { connected, savedSession, supabase } from './supabase.ts';

const loadAuth = () => import('./auth.ts');

/** Follows the session. A visitor's page loads the client's code when something needs it or another tab signs in. */
export function useSessionEvents(): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // The client removes the fragment of a mailed link from the address as soon as it runs.
    const { hash } = window.location;
    function follow() {
      loadAuth()
        .then(({ followSession }) => followSession(hash, signal))
        .catch((error: unknown) => {
          logFailure('the session could not be read', error);
          dispatch({ type: 'NO_SESSION_FOUND' });
        });
    }
    function connect() {
      supabase().catch((error: unknown) => {
        logFailure('the session could not be read', error);
        dispatch({ type: 'NO_SESSION_FOUND' });
      });
    }
    // Also after a first attempt has failed.
    logRejection('the session could not be read', connected.then(follow));
    // The fragment of a mailed link has parameters.
    if (hash.includes('=') || savedSession.has()) {
      loadAuth().catch(() => undefined);
      connect();
    } else {
      dispatch({ type: 'NO_SESSION_FOUND' });
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key === savedSession.key) connect();
    };
    window.addEventListener('storage', onStorage, { signal });
    return () => {
      stop.abort();
      sessionStore.setState(sessionStore.getInitialState(), true);
    };
  }, []);
}

/** Asks the server whether the user, if there is one, is still allowed in. */
export function recheckSession(): void {
  if (!('user' in sessionStore.getState())) return;
  // Without a request: the code that follows a user's session is loaded.
  const checked = loadAuth().then(({ recheck }) => recheck());
  logRejection('the user could not be checked', checked);
}
