import { createClient, type RealtimeClientOptions } from '@supabase/supabase-js';

/** Node 20 has no WebSocket, and the client wants to see one even where nobody uses it. */
const noRealtime = function () {
  throw new Error('realtime is not served');
} as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** The unmodified client with a key, which keeps no session beyond itself. */
export function clientWithKey(
  url: string,
  key: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
  fetch = globalThis.fetch,
) {
  return createClient(url, key, {
    global: { fetch },
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false, flowType },
    realtime: { transport: noRealtime },
  });
}

/** The unmodified client of whoever holds the token. */
export function clientWithToken(url: string, key: string, token: string) {
  return createClient(url, key, {
    accessToken: () => Promise.resolve(token),
    realtime: { transport: noRealtime },
  });
}
