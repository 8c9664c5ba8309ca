import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import { answerJson, answerPreflight, Refusal } from './answers.ts';
import { setting, type FunctionEnvironment } from './environment.ts';

/** What of the database these functions use. */
interface AdminDatabase {
  public: {
    Tables: Record<string, never>;
    Views: Record<string, never>;
    Functions: {
      bkk_is_admin: { Args: never; Returns: boolean };
      bkk_admin_invite_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_is_signed_up: { Args: { p_email: string }; Returns: boolean };
    };
  };
}

type Client = SupabaseClient<AdminDatabase>;

/** A request that an active admin has made. */
export interface AdminRequest {
  readonly callerId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The site the request came from, to which mailed links may lead back. */
  readonly origin: string | null;
  /** May do what the caller may do. */
  readonly asCaller: Client;
  /** May do everything. */
  readonly asService: Client;
}

type Transport = NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport'];

/** Node 20 has no WebSocket, and the client wants to see one even where nobody uses it. */
const noRealtime = function () {
  throw new Error('realtime is not used here');
} as unknown as NonNullable<Transport>;

function clientWith(environment: FunctionEnvironment, key: string, token: string): Client {
  return createClient<AdminDatabase>(setting(environment, 'SUPABASE_URL'), key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
    realtime: { transport: noRealtime },
  });
}

export const unavailable = () =>
  new Refusal(503, 'unavailable', 'The service is not available. Please try again.');
const notSignedIn = () =>
  new Refusal(401, 'not_signed_in', 'Your session has ended. Please sign in again.');

/**
 * Asks the database, as the caller; what the token says of itself does not count. Returns the caller's id. A session
 * that has ended makes nobody an admin, so the auth service is asked before the caller is told which of both it is.
 */
async function requireAdmin(asCaller: Client, token: string): Promise<string> {
  const admin = await asCaller.rpc('bkk_is_admin');
  if (admin.status === 0 || admin.status >= 500) throw unavailable();
  if (admin.status === 401) throw notSignedIn();
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
  const isAdmin: unknown = admin.data;
  if (isAdmin !== true) {
    throw new Refusal(403, 'not_admin', 'Only an admin can do this.');
  }
  return data.user.id;
}

async function readBody(request: Request): Promise<AdminRequest['body']> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new Refusal(400, 'bad_request', 'The body must be a JSON object.');
}

async function asked(request: Request, environment: FunctionEnvironment): Promise<AdminRequest> {
  if (request.method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'This function answers POST only.');
  }
  const token = /^bearer ([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw notSignedIn();
  const asCaller = clientWith(environment, setting(environment, 'SUPABASE_ANON_KEY'), token);
  const callerId = await requireAdmin(asCaller, token);
  const serviceKey = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY');
  return {
    callerId,
    body: await readBody(request),
    origin: request.headers.get('origin'),
    asCaller,
    asService: clientWith(environment, serviceKey, serviceKey),
  };
}

/**
 * Runs an admin's request and answers with what comes of it. Nobody else learns anything, not even whether the body was
 * right. A {@link Refusal} is told; anything else is thrown, for whoever hosts the function to log.
 */
export async function answerAdmin(
  request: Request,
  environment: FunctionEnvironment,
  work: (asked: AdminRequest) => Promise<object>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return answerPreflight();
  try {
    return answerJson(200, await work(await asked(request, environment)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerJson(error.status, { code: error.code, message: error.message });
  }
}

/** What the auth service refused, in its own words; its failures are nobody's mistake here. */
export function refusedByAuth(error: {
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}) {
  const status = error.status ?? 500;
  return status >= 500 || status === 0
    ? unavailable()
    : new Refusal(status, error.code ?? 'refused', error.message);
}
