import type { AuthError } from '@supabase/supabase-js';
import { messageOf } from './backend-error.ts';
import { supabase, type Client } from './supabase.ts';

/** An error of the auth service: its message, and its code where it has one. */
export interface AuthFailure {
  readonly message: string;
  /** GoTrue's error code such as `invalid_credentials`; `network` when no answer came. */
  readonly code: string | undefined;
}

/** A call to the auth service. */
export type AuthCall = (client: Client) => Promise<{ readonly error: AuthError | null }>;

/** An error of the client as the screens read it. */
export function toFailure(error: AuthError): AuthFailure {
  if (error.name === 'AuthRetryableFetchError' && !error.status) {
    return { message: error.message, code: 'network' };
  }
  // The client replaces the server's code by an error of its own.
  const gone = error.name === 'AuthSessionMissingError';
  return { message: error.message, code: gone ? 'session_not_found' : error.code };
}

/** Calls the auth service: null, or its error. A client that could not be loaded is a network error. */
export async function callAuth(call: AuthCall): Promise<AuthFailure | null> {
  try {
    const { error } = await call(await supabase());
    return error === null ? null : toFailure(error);
  } catch (error) {
    return { message: messageOf(error), code: 'network' };
  }
}
