import type { Database } from '@bkksiam/domain/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import { settings } from './env.ts';
import { firstPaint } from './first-paint.ts';

async function connect(): Promise<SupabaseClient<Database>> {
  await firstPaint();
  const [{ createClient }, { takeMailedLink }] = await Promise.all([
    import('@supabase/supabase-js'),
    import('./mailed-link.ts'),
  ]);
  const { supabaseUrl, anonKey, product } = settings();
  return createClient<Database>(supabaseUrl, anonKey, {
    auth: {
      storageKey: `${product}-auth`,
      flowType: 'implicit',
      detectSessionInUrl: takeMailedLink,
    },
  });
}

let client: Promise<SupabaseClient<Database>> | undefined;

/**
 * The one Supabase client. Its code is fetched after the first paint, so ask for it where it is used.
 *
 * @throws when its code could not be fetched; the next call tries again
 */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= connect().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}
