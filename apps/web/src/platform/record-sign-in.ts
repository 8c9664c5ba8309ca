import type { Session } from '@supabase/supabase-js';
import { toAppError } from './app-error.ts';
import { tokenClaim } from './expired-token.ts';
import { localSlot } from './local-store.ts';
import { logFailure } from './log.ts';
import type { Client } from './supabase.ts';

const slot = localSlot<string>('recorded-session', (stored) =>
  typeof stored === 'string' ? stored : undefined,
);
// Remembers where the browser forbids storage.
let recordedHere: string | undefined;

function logUnlessDuplicate(what: string, error: unknown): void {
  if (error !== null && toAppError(error).code !== 'duplicate') logFailure(what, error);
}

/**
 * Notes a real sign-in, once per session (spec §4, §7): the profile row, the login log, the time of the last login.
 * Failures are only logged; a duplicate is none (spec §8).
 */
export async function recordSignIn(client: Client, session: Session): Promise<void> {
  // The same for every tab, reload and refresh of one sign-in.
  const id = tokenClaim(session.access_token, 'session_id');
  if (typeof id !== 'string' || id === recordedHere || id === slot.read()) return;
  recordedHere = id;
  slot.write(id);
  const who = { user_id: session.user.id, email: session.user.email ?? '' };
  const [profile, login, touch] = await Promise.all([
    client.from('bkk_user_profiles').upsert(who, { onConflict: 'user_id' }),
    client.from('bkk_login_logs').insert({ ...who, event: 'login', success: true }),
    client.rpc('bkk_touch_last_login'),
  ]);
  logUnlessDuplicate('the profile could not be saved', profile.error);
  logUnlessDuplicate('the login could not be logged', login.error);
  logUnlessDuplicate('the last login could not be noted', touch.error);
}
