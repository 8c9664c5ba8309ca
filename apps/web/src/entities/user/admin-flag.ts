import { useQuery } from '@tanstack/react-query';
import { callData } from '#platform/data-api.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { userKeys } from './profile-data.ts';

// The interval of the session's rechecks.
const askEveryMs = 30_000;

const askIfAdmin = () => callData((client) => client.rpc('bkk_is_admin'));

/**
 * Whether the signed-in user is an admin; `checking` until the first response. After a failed request the last response
 * counts. It decides what is shown, never what is allowed.
 */
export function useIsAdmin(): { readonly isAdmin: boolean; readonly checking: boolean } {
  const user = useUser();
  const loading = useSession(isUnknown);
  const { data, isLoading } = useQuery({
    queryKey: [...userKeys.isAdmin, user?.id],
    queryFn: askIfAdmin,
    enabled: user !== null,
    staleTime: 0,
    refetchInterval: askEveryMs,
  });
  return { isAdmin: data ?? false, checking: loading || isLoading };
}
