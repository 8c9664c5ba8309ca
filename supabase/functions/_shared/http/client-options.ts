import type { SupabaseClientOptions } from '@supabase/supabase-js';

type Transport = NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport'];

/** Node 20 has no WebSocket, which the client requires even without realtime. */
const noRealtime = function () {
  throw new Error('realtime is not used here');
} as unknown as NonNullable<Transport>;

/** The id of the request, for the calls made on its behalf: they are found by one id in every log. */
export function requestIdHeader(request: Request): Record<string, string> {
  const id = request.headers.get('x-request-id');
  return id === null ? {} : { 'x-request-id': id };
}

/** Options of a client that acts for one request, with this token. */
export function clientOptions(request: Request, token: string) {
  return {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    global: { headers: { Authorization: `Bearer ${token}`, ...requestIdHeader(request) } },
    realtime: { transport: noRealtime },
  };
}
