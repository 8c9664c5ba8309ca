import type { Database } from '@bkksiam/domain/database';
import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { messageOf } from './backend-error.ts';
import { supabase } from './supabase.ts';

/** Why the auth service refused something: the server's words, and its code where it gave one. */
export interface AuthFailure {
  readonly message: string;
  /** GoTrue's error code such as `invalid_credentials`; `network` when no answer came. */
  readonly code: string | undefined;
}

/** One question to the auth service, by the client. */
export type AuthVerb = (
  client: SupabaseClient<Database>,
) => Promise<{ readonly error: AuthError | null }>;

/** An error of the client as the screens read it. */
export function toFailure(error: AuthError): AuthFailure {
  if (error.name === 'AuthRetryableFetchError' && !error.status) {
    return { message: error.message, code: 'network' };
  }
  // The client puts an error of its own in place of the server's code.
  const gone = error.name === 'AuthSessionMissingError';
  return { message: error.message, code: gone ? 'session_not_found' : error.code };
}

/** Runs one verb of the client: null, or why it was refused. A client that could not be fetched is a failure like any other. */
export async function askAuth(verb: AuthVerb): Promise<AuthFailure | null> {
  try {
    const { error } = await verb(await supabase());
    return error === null ? null : toFailure(error);
  } catch (error) {
    return { message: messageOf(error), code: 'network' };
  }
}
