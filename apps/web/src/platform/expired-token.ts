import type { Database } from '@bkksiam/domain/database';
import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { tokenClaim } from './token-claims.ts';

type Auth = SupabaseClient<Database>['auth'];

// PostgREST before and since version 13, GoTrue, and the gateway of the functions.
const codes: readonly unknown[] = ['PGRST301', 'PGRST303', 'bad_jwt', 401];

/** Whether the response refuses the token itself, whatever was requested with it. */
async function refusesToken(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, error_code: authCode } = Object(body) as Record<string, unknown>;
  return codes.includes(code) || codes.includes(authCode);
}

/** The stored access token where it is another one of the same user. */
async function newerToken(auth: Auth, refused: string): Promise<string | undefined> {
  const token = (await auth.getSession()).data.session?.access_token;
  if (token === undefined || token === refused) return undefined;
  return tokenClaim(token, 'sub') === tokenClaim(refused, 'sub') ? token : undefined;
}

function isUndecided({ status = 0 }: AuthError): boolean {
  return status < 400 || status === 429 || status >= 500;
}

/** @throws {TypeError} when the refresh was neither granted nor refused, as `fetch` does for a lost connection */
async function refresh(auth: Auth, refused: string): Promise<string | undefined> {
  const token = await newerToken(auth, refused);
  if (token !== undefined) return token;
  const { error } = await auth.refreshSession();
  if (error !== null && isUndecided(error)) throw new TypeError(error.message);
  return newerToken(auth, refused);
}

/**
 * A `fetch` for the client: when the server refuses a session's token, the session is refreshed and the request sent
 * once more. The client itself refreshes by the device's clock, which may be slow.
 *
 * @param readyAuth undefined while the client initializes: `getSession` would wait for it, and it for this request
 */
export function fetchWithRefresh(readyAuth: () => Auth | undefined, anonKey: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const auth = readyAuth();
    const headers = new Headers(init?.headers);
    const sent = headers.get('authorization')?.replace(/^bearer /i, '');
    if (auth === undefined || sent === undefined || sent === anonKey) return response;
    if (!(await refusesToken(response))) return response;
    const token = await refresh(auth, sent);
    if (token === undefined) return response;
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}
