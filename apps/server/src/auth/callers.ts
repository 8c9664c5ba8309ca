import type { IncomingHttpHeaders } from 'node:http';
import { bearerClaims, bearerToken } from '../http/identity.ts';
import { TokenError, type Claims, type TokenProblem } from '../http/jwt.ts';
import { authErrors } from './errors.ts';
import { isUuid } from './schemas.ts';
import type { AuthParts } from './settings.ts';
import { accountColumns, toAccount, type User } from './user-object.ts';

/** A signed-in user whose account and session exist. */
export interface Caller {
  readonly user: User;
  /** Null for a token without a session. */
  readonly sessionId: string | null;
  /** The session's present level, which may differ from the token's. */
  readonly aal: string;
}

const details: Record<TokenProblem, string> = {
  malformed: 'token is malformed',
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  not_yet_valid: 'token has invalid claims: token is not valid yet',
};

async function readClaims(auth: AuthParts, headers: IncomingHttpHeaders): Promise<Claims> {
  const token = bearerToken(headers.authorization);
  if (token === null) throw authErrors.noAuthorization();
  try {
    return await auth.tokens.verify(token);
  } catch (error) {
    if (error instanceof TokenError) throw authErrors.badJwt(details[error.reason]);
    throw error;
  }
}

function askedAudience(headers: IncomingHttpHeaders, claims: Claims): unknown {
  const header = headers['x-jwt-aud'];
  return typeof header === 'string' && header !== '' ? header : (claims.aud ?? 'authenticated');
}

/**
 * Looks up the user of the bearer token: a token outlives its session.
 *
 * @throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned, validation_failed (audience)
 */
export async function requireCaller(
  auth: AuthParts,
  headers: IncomingHttpHeaders,
): Promise<Caller> {
  const claims = await readClaims(auth, headers);
  const { sub, session_id: sessionId } = claims;
  if (typeof sub !== 'string' || sub === '') throw authErrors.missingSubject();
  if (!isUuid(sub)) throw authErrors.badSubject();
  const inSession = typeof sessionId === 'string' && isUuid(sessionId);
  const [result] = await auth.database.asService([
    {
      text: `select ${accountColumns},
          (select coalesce(s.aal::text, 'aal1') from auth.sessions s
            where s.id = $2::uuid and s.user_id = u.id) as aal
        from auth.users u where u.id = $1::uuid and u.deleted_at is null`,
      values: [sub, inSession ? sessionId : null],
    },
  ]);
  const row = result?.rows[0];
  if (row === undefined) throw authErrors.userGone();
  const account = toAccount(row);
  if (account.banned) throw authErrors.bannedCaller();
  if (sessionId !== undefined && row.aal === null) throw authErrors.sessionGone();
  if (askedAudience(headers, claims) !== account.user.aud) throw authErrors.wrongAudience();
  return {
    user: account.user,
    sessionId: inSession ? sessionId : null,
    aal: typeof row.aal === 'string' ? row.aal : 'aal1',
  };
}

function mayServe({ role }: Claims): boolean {
  return role === 'service_role' || role === 'supabase_admin';
}

/** Whether the request carries the service key; false also for an invalid token. */
export async function isService(auth: AuthParts, headers: IncomingHttpHeaders): Promise<boolean> {
  const claims = await bearerClaims(auth.tokens, headers);
  return claims !== null && mayServe(claims);
}

/**
 * Requires the service key.
 *
 * @throws no_authorization, bad_jwt, not_admin
 */
export async function requireService(auth: AuthParts, headers: IncomingHttpHeaders): Promise<void> {
  if (!mayServe(await readClaims(auth, headers))) throw authErrors.notAdmin();
}
