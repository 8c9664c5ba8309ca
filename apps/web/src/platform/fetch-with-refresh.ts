import type { Database } from '@bkksiam/domain/database';
import { withRequestId } from './request-id.ts';
import { noteServerTime } from './server-clock.ts';
import { tokenClaim } from './session.ts';
import type { AuthError, SupabaseClient } from '@supabase/supabase-js';

type Auth = SupabaseClient<Database>['auth'];

// PostgREST before and since version 13, GoTrue, and the gateway of the functions.
const codes: readonly unknown[] = ['PGRST301', 'PGRST303', 'bad_jwt', 401];

/** Whether the response rejects the token, not the request. */
async function rejectsToken(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, error_code: authCode } = Object(body) as Record<string, unknown>;
  return codes.includes(code) || codes.includes(authCode);
}

/** The stored access token, if it is a newer one of the same user. */
async function newerToken(auth: Auth, rejected: string): Promise<string | undefined> {
  const token = (await auth.getSession()).data.session?.access_token;
  if (token === undefined || token === rejected) return undefined;
  return tokenClaim(token, 'sub') === tokenClaim(rejected, 'sub') ? token : undefined;
}

function isUndecided({ status = 0 }: AuthError): boolean {
  return status < 400 || status === 429 || status >= 500;
}

/** @throws {TypeError} when the refresh got no response, as `fetch` does */
async function refresh(auth: Auth, rejected: string): Promise<string | undefined> {
  const token = await newerToken(auth, rejected);
  if (token !== undefined) return token;
  const { error } = await auth.refreshSession();
  if (error !== null && isUndecided(error)) throw new TypeError(error.message);
  return newerToken(auth, rejected);
}

/**
 * A `fetch` for the client that refreshes the session and repeats the request when the server rejects the token. The
 * client alone refreshes by the device's clock, which may be slow.
 *
 * @param readyAuth undefined while the client initializes: `getSession` would wait for this request
 */
export function fetchWithRefresh(readyAuth: () => Auth | undefined, anonKey: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init && withRequestId(init.signal, init));
    const auth = readyAuth();
    const headers = new Headers(init?.headers);
    const sent = headers.get('authorization')?.replace(/^bearer /i, '');
    if (auth === undefined || sent === undefined || sent === anonKey) return response;
    noteServerTime(response);
    if (!(await rejectsToken(response))) return response;
    const token = await refresh(auth, sent);
    if (token === undefined) return response;
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}
