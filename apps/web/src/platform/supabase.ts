import type { Database } from '@bkksiam/domain/database';
import type { RealtimeClientOptions, SupabaseClient } from '@supabase/supabase-js';
import { settings } from './env.ts';

/** The Supabase client of the product's database. */
export type Client = SupabaseClient<Database>;

const isBrowser = typeof window !== 'undefined';

/** Realtime is not used. Node before 22 has no WebSocket, without which the client cannot be made. */
const noRealtime = function () {
  throw new Error('realtime is not used here');
} as unknown as NonNullable<RealtimeClientOptions['transport']>;

/** The key of the session in the browser's storage. */
export function sessionKey(): string {
  return `${settings().product}-auth`;
}

/** Whether a session is saved. Without one the client's code is not loaded. */
export function hasSavedSession(): boolean {
  try {
    return window.localStorage.getItem(sessionKey()) !== null;
  } catch {
    return false;
  }
}

async function connect(): Promise<Client> {
  const [{ createClient }, { takeMailedLink }, { fetchWithRefresh }] = await Promise.all([
    import('@supabase/supabase-js'),
    import('./mailed-link.ts'),
    import('./expired-token.ts'),
  ]);
  const { supabaseUrl, anonKey } = settings();
  let readyAuth: Client['auth'] | undefined;
  const made = createClient<Database>(supabaseUrl, anonKey, {
    global: { fetch: fetchWithRefresh(() => readyAuth, anonKey) },
    ...(!isBrowser && { realtime: { transport: noRealtime } }),
    auth: {
      storageKey: sessionKey(),
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
  for (const follow of followers) follow(made);
  return made;
}

let client: Promise<Client> | undefined;
const followers = new Set<(client: Client) => void>();

/** Calls back when the client is created; returns how to cancel. */
export function onceConnected(follow: (client: Client) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

export function isConnected(): boolean {
  return client !== undefined;
}

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
