import type { Database } from '@bkksiam/domain/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import { localValue } from './local-store.ts';

/** The Supabase client of the product's database. */
export type Client = SupabaseClient<Database>;

/** Where the client saves the session. Of its value only the id of the user is read; null for none. */
export const savedSession = localValue<string | null>(
  'auth',
  (stored) => (stored as { user?: { id?: string } } | null)?.user?.id ?? null,
);

async function connect(): Promise<Client> {
  const { createSupabaseClient } = await import('./create-supabase-client.ts');
  const made = createSupabaseClient(savedSession.key);
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
