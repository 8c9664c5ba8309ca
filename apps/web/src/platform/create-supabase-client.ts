import type { Database } from '@bkksiam/domain/database';
import {
  createClient,
  type RealtimeClientOptions,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { settings } from './env.ts';
import { fetchWithRefresh } from './fetch-with-refresh.ts';
import { takeMailedLink } from './mailed-link.ts';

const isBrowser = typeof window !== 'undefined';

/** Realtime is not used. Node before 22 has no WebSocket, without which the client cannot be made. */
const noRealtime = function () {
  throw new Error('realtime is not used here');
} as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** The client of the site; the server reads by it as a visitor. */
export function createSupabaseClient(storageKey: string): SupabaseClient<Database> {
  const { supabaseUrl, anonKey } = settings();
  let readyAuth: SupabaseClient<Database>['auth'] | undefined;
  const client = createClient<Database>(supabaseUrl, anonKey, {
    global: { fetch: fetchWithRefresh(() => readyAuth, anonKey) },
    ...(!isBrowser && { realtime: { transport: noRealtime } }),
    auth: {
      storageKey,
      persistSession: isBrowser,
      autoRefreshToken: isBrowser,
      flowType: 'implicit',
      detectSessionInUrl: takeMailedLink,
    },
  });
  const ready = () => {
    readyAuth = client.auth;
  };
  client.auth.initialize().then(ready, ready);
  return client;
}
