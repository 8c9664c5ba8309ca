import {
  callerClient,
  callFunction,
  RaisedError,
  serviceClient,
  type DatabaseClient,
  type ReadableTables,
  type ReadTable,
} from './database-client.ts';
import type { FunctionEnvironment } from './environment.ts';
import {
  bearerToken,
  notSignedIn,
  readBody,
  respond,
  unavailable,
  type RequestBody,
} from './function-request.ts';
import { RequestError } from './responses.ts';

type Client = DatabaseClient<{
  bkk_user_roles: ReadTable<{ user_id: string; role: string; is_active: boolean }>;
  bkk_bookings: ReadTable<{
    reference: string;
    user_id: string | null;
    status: string;
    created_at: string;
  }>;
}>;

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

/**
 * Requires an active admin by asking the database as the caller, and returns the caller's id. An ended session is not
 * an admin's either, so the auth service is asked first to tell both errors apart.
 */
export async function requireAdmin<Tables extends ReadableTables>(
  asCaller: DatabaseClient<Tables>,
  token: string,
): Promise<string> {
  const isAdmin = await callFunction(asCaller, 'bkk_is_admin').catch((error: unknown) => {
    if (!(error instanceof RaisedError)) throw error;
    return false;
  });
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
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
  const asCaller: Client = callerClient(request, environment, token);
  const callerId = await requireAdmin(asCaller, token);
  return {
    callerId,
    body: await readBody(request),
    origin: request.headers.get('origin'),
    asCaller,
    asService: serviceClient(request, environment),
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
