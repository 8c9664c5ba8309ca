import { randomInt, randomUUID } from 'node:crypto';
import type { Result, Row, Statement, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { metadataClaim } from './metadata.ts';
import type { AuthParts, Client } from './settings.ts';
import { accountColumns, toAccount, utc, type User } from './user-object.ts';

/** As the token's `amr` claim names it. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'email/signup'
  | 'magiclink'
  | 'recovery'
  | 'email_change';

export interface OpenSession {
  readonly id: string;
  readonly refreshToken: string;
  readonly user: User;
  readonly aal: string;
  readonly methods: readonly { readonly method: string; readonly timestamp: number }[];
}

/** The body of every response that signs in. */
export interface SessionBody {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  /** Unix seconds. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: User;
}

/** Of an access token. */
const lifetimeSeconds = 3600;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Twelve random characters: GoTrue's refresh token of the first version. */
export function newRefreshToken(): string {
  return Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** SQL of a session's methods, newest first, for a query with the session as `s`. */
const methodsColumn = `coalesce((
  select json_agg(json_build_object(
    'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
  ) order by a.updated_at desc, a.created_at desc)
  from auth.mfa_amr_claims a where a.session_id = s.id), '[]')::text as methods`;

/** The columns {@link toOpenSession} reads, from `auth.users u` and `auth.sessions s`. */
export const sessionColumns = `${accountColumns}, s.id as session_id, coalesce(s.aal::text, 'aal1') as aal,
  ${methodsColumn}, ${utc('s.not_after')} as not_after, coalesce(s.not_after <= clock_timestamp(), false) as ended`;

function isMethods(value: unknown): value is OpenSession['methods'] {
  return Array.isArray(value);
}

export function toOpenSession(row: Row, refreshToken: string): OpenSession {
  const methods: unknown = JSON.parse(String(row.methods));
  if (!isMethods(methods)) throw new Error('a session without its methods');
  return {
    id: String(row.session_id),
    refreshToken,
    user: toAccount(row).user,
    aal: String(row.aal),
    methods,
  };
}

/**
 * The statements that open a session and read it, and what the response needs. They open none for an account that is banned
 * or deleted, or whose password hash is no longer the one that was checked.
 */
export function newSession(
  userId: string,
  method: SignInMethod,
  client: Client,
  checkedHash: string | null = null,
) {
  const id = randomUUID();
  const refreshToken = newRefreshToken();
  const insert: Statement = {
    text: `with account as (
        update auth.users set last_sign_in_at = now(), updated_at = now()
        where id = $1 and (banned_until is null or banned_until <= now())
          and ($7::text is null or encrypted_password = $7)
        returning id),
      opened as (
        insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
        select $2, id, now(), now(), 'aal1', $3, $4::inet from account returning id, user_id),
      proof as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        select gen_random_uuid(), id, now(), now(), $5 from opened)
      insert into auth.refresh_tokens
        (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      select '00000000-0000-0000-0000-000000000000', $6, user_id::text, false, now(), now(), id from opened`,
    values: [userId, id, client.userAgent, client.ip, method, refreshToken, checkedHash],
  };
  return { id, refreshToken, insert, select: sessionQuery(id) };
}

function sessionQuery(id: string): Statement {
  return {
    text: `select ${sessionColumns} from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    values: [id],
  };
}

/** @throws user_banned when there is no session */
function openedSession(result: Result | undefined, refreshToken: string): OpenSession {
  const row = result?.rows[0];
  if (row === undefined) throw authErrors.bannedAtSignIn();
  return toOpenSession(row, refreshToken);
}

/**
 * Opens a session in the caller's transaction, unless the user was banned or deleted in the meantime.
 *
 * @throws user_banned
 */
export async function openSession(
  transaction: Transaction,
  userId: string,
  method: SignInMethod,
  client: Client,
): Promise<OpenSession> {
  const { insert, select, refreshToken } = newSession(userId, method, client);
  await transaction.run(insert);
  return openedSession(await transaction.run(select), refreshToken);
}

/**
 * Reads a session with the refresh token to send.
 *
 * @throws user_banned when there is none
 */
export async function readSession(
  transaction: Transaction,
  sessionId: string,
  refreshToken: string,
): Promise<OpenSession> {
  return openedSession(await transaction.run(sessionQuery(sessionId)), refreshToken);
}

/** Signs the access token and builds the response, after the transaction has committed. */
export async function sessionBody(auth: AuthParts, session: OpenSession): Promise<SessionBody> {
  const { user } = session;
  const issuedAt = Math.floor(Date.now() / 1000);
  const accessToken = await auth.tokens.sign(
    {
      iss: `${auth.config.siteUrl}/auth/v1`,
      sub: user.id,
      aud: user.aud,
      iat: issuedAt,
      email: user.email,
      phone: user.phone,
      app_metadata: metadataClaim(user.app_metadata),
      user_metadata: metadataClaim(user.user_metadata),
      role: user.role,
      aal: session.aal,
      amr: session.methods.map(({ method, timestamp }) => ({
        method,
        // The database's clock may be ahead of this process's.
        timestamp: Math.min(timestamp, issuedAt),
      })),
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    lifetimeSeconds,
  );
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifetimeSeconds,
    expires_at: issuedAt + lifetimeSeconds,
    refresh_token: session.refreshToken,
    user,
  };
}

export type LogoutScope = 'global' | 'local' | 'others';

const endings: Record<LogoutScope, string> = {
  global: 'delete from auth.sessions where user_id = $1',
  local: 'delete from auth.sessions where user_id = $1 and id = $2',
  others: 'delete from auth.sessions where user_id = $1 and id is distinct from $2',
};

/** Ends the user's sessions with their refresh tokens: all, this one, or all others. */
export async function signOut(
  auth: AuthParts,
  caller: { readonly user: User; readonly sessionId: string | null },
  scope: LogoutScope,
  client: Client,
): Promise<void> {
  await auth.database.asService([
    {
      text: endings[scope],
      values: scope === 'global' ? [caller.user.id] : [caller.user.id, caller.sessionId],
    },
    auditEntry('logout', caller.user, client),
  ]);
}
