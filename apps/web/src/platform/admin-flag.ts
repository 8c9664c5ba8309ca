import { useQuery } from '@tanstack/react-query';
import { logFailure } from './log.ts';
import { useSession } from './session.tsx';
import { supabase } from './supabase.ts';

// As often as the session is looked at.
const askEveryMs = 30_000;

/** The question whether the user is an admin, for whoever has reason to ask it again. */
export const adminFlagKey = ['is-admin'] as const;

async function askIfAdmin(): Promise<boolean> {
  try {
    const client = await supabase();
    const { data } = await client.rpc('bkk_is_admin').throwOnError();
    return data;
  } catch (error) {
    logFailure('whether the user is an admin could not be asked', error);
    throw error;
  }
}

/**
 * Whether the signed-in user is an admin; `checking` while the server has not said. Where it cannot say, the last answer
 * stands, and without one the user counts as none. It decides what is shown, never what is allowed. Needs a
 * `QueryScope` above.
 */
export function useIsAdmin(): { readonly isAdmin: boolean; readonly checking: boolean } {
  const { user, loading } = useSession();
  const { data, isLoading } = useQuery({
    queryKey: [...adminFlagKey, user?.id],
    queryFn: askIfAdmin,
    enabled: user !== null,
    staleTime: 0,
    refetchInterval: askEveryMs,
  });
  return { isAdmin: data ?? false, checking: loading || isLoading };
}
