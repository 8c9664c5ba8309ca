import { createClient, type RealtimeClientOptions } from '@supabase/supabase-js';

/** Node 20 has no WebSocket, which the client requires even without realtime. */
const noRealtime = function () {
  throw new Error('realtime is not served');
} as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** An unmodified client with an API key that keeps its session in memory. */
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

/** An unmodified client that sends the token. */
export function clientWithToken(url: string, key: string, token: string) {
  return createClient(url, key, {
    accessToken: () => Promise.resolve(token),
    realtime: { transport: noRealtime },
  });
}
