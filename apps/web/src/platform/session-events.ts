import { useEffect } from 'react';
import { logFailure, logRejection } from './log.ts';
import { initialSession, useSession } from './session.ts';
import { connected, sessionSlot, supabase } from './supabase.ts';

/**
 * Follows the session. A visitor's page does so without the code of authentication and of the client until something
 * needs the client, or another tab signs in.
 */
export function useSessionEvents(): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // The client removes the fragment of a mailed link from the address as soon as it runs.
    const { hash } = window.location;
    function follow() {
      import('./auth.ts')
        .then(({ followSession }) => followSession(hash, signal))
        .catch((error: unknown) => {
          logFailure('the session could not be read', error);
          useSession.setState({ loading: false });
        });
    }
    // The fragment of a mailed link has parameters.
    if (hash.includes('=') || sessionSlot.holds()) follow();
    else {
      useSession.setState({ loading: false });
      logRejection('the session could not be read', connected.then(follow));
      const onStorage = ({ key }: StorageEvent) => {
        if (key === sessionSlot.key) logRejection('the session could not be read', supabase());
      };
      window.addEventListener('storage', onStorage, { signal });
    }
    return () => {
      stop.abort();
      useSession.setState(initialSession, true);
    };
  }, []);
}
