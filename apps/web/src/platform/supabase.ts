import type { Database } from '@bkksiam/domain/database';
import type { RealtimeClientOptions, SupabaseClient } from '@supabase/supabase-js';
import { settings } from './env.ts';
import { localValue } from './local-store.ts';

/** The Supabase client of the product's database. */
export type Client = SupabaseClient<Database>;

const isBrowser = typeof window !== 'undefined';

/** Realtime is not used. Node before 22 has no WebSocket, without which the client cannot be made. */
const noRealtime = function () {
  throw new Error('realtime is not used here');
} as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** Where the client saves the session, which only the client reads. */
export const savedSession = localValue('auth', () => undefined);

async function connect(): Promise<Client> {
  const [{ createClient }, { takeMailedLink }, { fetchWithRefresh }] = await Promise.all([
    import('@supabase/supabase-js'),
    import('./mailed-link.ts'),
    import('./fetch-with-refresh.ts'),
  ]);
  const { supabaseUrl, anonKey } = settings();
  let readyAuth: Client['auth'] | undefined;
  const made = createClient<Database>(supabaseUrl, anonKey, {
    global: { fetch: fetchWithRefresh(() => readyAuth, anonKey) },
    ...(!isBrowser && { realtime: { transport: noRealtime } }),
    auth: {
      storageKey: savedSession.key,
      // The server reads as a visitor.
      persistSession: isBrowser,
      autoRefreshToken: isBrowser,
      flowType: 'implicit',
      detectSessionInUrl: takeMailedLink,
    },
  });
  const ready = () => {
    readyAuth = made.auth;
  };
  made.auth.initialize().then(ready, ready);
  announce();
  return made;
}

let client: Promise<Client> | undefined;
let announce: () => void;

/** Resolves when the client is created. */
export const connected = new Promise<void>((resolve) => {
  announce = resolve;
});

/**
 * The one Supabase client. Its code is fetched when it is first used.
 *
 * @throws when its code could not be loaded; the next call tries again
 */
export function supabase(): Promise<Client> {
  client ??= connect().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}
