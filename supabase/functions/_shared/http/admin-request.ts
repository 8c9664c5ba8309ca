import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { clientOptions } from './client-options.ts';
import { setting, type FunctionEnvironment } from './environment.ts';
import {
  bearerToken,
  notSignedIn,
  readBody,
  respond,
  unavailable,
  type RequestBody,
} from './function-request.ts';
import { RequestError } from './responses.ts';

/** The part of the database these functions use. */
interface AdminDatabase {
  public: {
    Tables: {
      bkk_user_roles: {
        Row: { user_id: string; role: string; is_active: boolean };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      bkk_bookings: {
        Row: { reference: string; user_id: string | null; status: string; created_at: string };
        Insert: never;
        Update: never;
        Relationships: [];
      };
    };
    Views: Record<string, never>;
    Functions: {
      bkk_is_admin: { Args: never; Returns: boolean };
      bkk_admin_invite_role: { Args: { p_user_id: string; p_role: string }; Returns: undefined };
      bkk_admin_has_unconfirmed_sign_up: { Args: { p_email: string }; Returns: boolean };
    };
  };
}

type Client = SupabaseClient<AdminDatabase>;

/** A request of an active admin. */
export interface AdminRequest {
  readonly callerId: string;
  readonly body: RequestBody;
  /** The origin of the request, the redirect target of mailed links. */
  readonly origin: string | null;
  /** A client with the caller's token. */
  readonly asCaller: Client;
  /** A client with the service role key. */
  readonly asService: Client;
}

function clientWith(
  environment: FunctionEnvironment,
  request: Request,
  key: string,
  token: string,
): Client {
  const url = setting(environment, 'SUPABASE_URL');
  return createClient<AdminDatabase>(url, key, clientOptions(request, token));
}

/**
 * Requires an active admin by asking the database as the caller, and returns the caller's id. An ended session is not
 * an admin's either, so the auth service is asked first to tell both errors apart.
 */
async function requireAdmin(asCaller: Client, token: string): Promise<string> {
  const admin = await asCaller.rpc('bkk_is_admin');
  if (admin.status === 0 || admin.status >= 500) throw unavailable();
  if (admin.status === 401) throw notSignedIn();
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
  const isAdmin: unknown = admin.data;
  if (isAdmin !== true) {
    throw new RequestError(403, 'not_admin', 'Only an admin can do this.');
  }
  return data.user.id;
}

async function readAdminRequest(
  request: Request,
  environment: FunctionEnvironment,
): Promise<AdminRequest> {
  const token = bearerToken(request);
  const asCaller = clientWith(
    environment,
    request,
    setting(environment, 'SUPABASE_ANON_KEY'),
    token,
  );
  const callerId = await requireAdmin(asCaller, token);
  const serviceKey = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY');
  return {
    callerId,
    body: await readBody(request),
    origin: request.headers.get('origin'),
    asCaller,
    asService: clientWith(environment, request, serviceKey, serviceKey),
  };
}

/** Runs an admin's request, as {@link respond}. The caller is checked before the body. */
export function handleAdminRequest(
  request: Request,
  environment: FunctionEnvironment,
  work: (admin: AdminRequest) => Promise<object>,
): Promise<Response> {
  return respond(request, async () => work(await readAdminRequest(request, environment)));
}

/** Converts an error of the auth service: a rejection keeps its message, a failure becomes 503. */
export function fromAuthError(error: {
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}) {
  const status = error.status ?? 500;
  return status >= 500 || status === 0
    ? unavailable()
    : new RequestError(status, error.code ?? 'refused', error.message);
}
