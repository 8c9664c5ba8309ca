import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { clientOptions } from './client-options.ts';
import { setting, type FunctionEnvironment } from './environment.ts';
import { notSignedIn, unavailable } from './function-request.ts';
import { RequestError } from './responses.ts';

/** A table or view whose rows functions read. */
export interface ReadTable<Row> {
  Row: { [Key in keyof Row]: Row[Key] };
  Insert: never;
  Update: never;
  Relationships: [];
}

interface Schema<Tables> {
  public: {
    Tables: Tables;
    Views: Record<string, never>;
    Functions: Record<string, { Args: Record<string, unknown>; Returns: unknown }>;
  };
}

/** The tables of a client. */
export type ReadableTables = Record<string, ReadTable<Record<string, unknown>>>;

/** A client of the database that acts for one request. */
export type DatabaseClient<Tables extends ReadableTables = Record<string, never>> = SupabaseClient<
  Schema<Tables>
>;

/** A client with the caller's token. */
export function callerClient<Tables extends ReadableTables>(
  request: Request,
  environment: FunctionEnvironment,
  token: string,
): DatabaseClient<Tables> {
  const key = setting(environment, 'SUPABASE_ANON_KEY');
  const url = setting(environment, 'SUPABASE_URL');
  return createClient<Schema<Tables>>(url, key, clientOptions(request, token));
}

/** A client with the service role key. */
export function serviceClient<Tables extends ReadableTables>(
  request: Request,
  environment: FunctionEnvironment,
  key = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY'),
): DatabaseClient<Tables> {
  const url = setting(environment, 'SUPABASE_URL');
  return createClient<Schema<Tables>>(url, key, clientOptions(request, key));
}

interface RaisedValues {
  readonly code: string;
  readonly hint: string | null;
  readonly message: string;
}

/** What a function of the database has raised. Logs have its code alone, because its words may quote what a caller wrote. */
export class RaisedError extends Error {
  override readonly name = 'RaisedError';
  /** The SQLSTATE. */
  readonly code: string;
  /** Its code in this product, such as `bkk.hold_expired`; null where it gives none. */
  readonly hint: string | null;
  readonly #words: string;

  constructor(name: string, { code, hint, message }: RaisedValues) {
    super(`${name} failed: ${code}`);
    this.code = code;
    this.hint = /^bkk\.\w{1,60}$/.test(hint ?? '') ? hint : null;
    this.#words = message;
  }

  /** The message that was raised. */
  get words(): string {
    return this.#words;
  }
}

/**
 * Calls a function of the database and returns its result.
 *
 * @throws {RequestError} when the database does not answer or the token is not valid
 * @throws {RaisedError} for what the function raises
 */
export async function callFunction<Tables extends ReadableTables>(
  client: DatabaseClient<Tables>,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const { data, error, status } = await client.rpc(name, values);
  if (error === null) return data;
  if (status === 0 || status >= 500) throw unavailable();
  if (status === 401) throw notSignedIn();
  throw new RaisedError(name, error);
}

/**
 * Requires an active member by asking the database as the caller.
 *
 * @throws {RequestError}
 */
export async function requireMember<Tables extends ReadableTables>(
  asCaller: DatabaseClient<Tables>,
): Promise<void> {
  if ((await callFunction(asCaller, 'bkk_is_active')) === true) return;
  throw new RequestError(403, 'not_active', 'Only an active member can do this.');
}

/**
 * The id of the caller, an active member.
 *
 * @throws {RequestError}
 */
export async function memberIdOf<Tables extends ReadableTables>(
  asCaller: DatabaseClient<Tables>,
  token: string,
): Promise<string> {
  await requireMember(asCaller);
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
  return data.user.id;
}
