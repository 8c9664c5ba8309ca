import type { Database } from '@bkksiam/domain/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import { settings } from './env.ts';
import { firstPaint } from './first-paint.ts';

type Client = SupabaseClient<Database>;

/** Under what the client keeps the session in the browser's storage. */
export function sessionKey(): string {
  return `${settings().product}-auth`;
}

/** Whether somebody may be signed in here: false saves a visitor the client's code. */
export function hasSavedSession(): boolean {
  try {
    return window.localStorage.getItem(sessionKey()) !== null;
  } catch {
    return false;
  }
}

async function connect(): Promise<Client> {
  await firstPaint();
  const [{ createClient }, { takeMailedLink }, { fetchWithRefresh }] = await Promise.all([
    import('@supabase/supabase-js'),
    import('./mailed-link.ts'),
    import('./expired-token.ts'),
  ]);
  const { supabaseUrl, anonKey } = settings();
  let readyAuth: Client['auth'] | undefined;
  const made = createClient<Database>(supabaseUrl, anonKey, {
    global: { fetch: fetchWithRefresh(() => readyAuth, anonKey) },
    auth: {
      storageKey: sessionKey(),
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

/** Calls back with the client as soon as anybody has asked for it; returns how to call that off. */
export function onceConnected(follow: (client: Client) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** Whether anybody has asked for the client. */
export function isConnected(): boolean {
  return client !== undefined;
}

/**
 * The one Supabase client. Its code is fetched after the first paint, so ask for it where it is used.
 *
 * @throws when its code could not be fetched; the next call tries again
 */
export function supabase(): Promise<Client> {
  client ??= connect().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}
