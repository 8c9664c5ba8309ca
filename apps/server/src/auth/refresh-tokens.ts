import type { Row, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors, type AuthError } from './errors.ts';
import { newRefreshToken, sessionColumns, toOpenSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';
import { toAccount } from './user-object.ts';

/** Whether the text has a refresh token's form: twelve characters of a-z and 0-9. */
export function isRefreshToken(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}

/**
 * Locks the token's session. The tokens of a session are one family and change only under this lock, so requests with one
 * token, or with parent and child, are serialized.
 */
async function lockFamily(
  transaction: Transaction,
  auth: AuthParts,
  token: string,
): Promise<boolean> {
  await transaction.run({
    text: `select set_config('lock_timeout', $1, true)`,
    // Early enough to be answered before the time limit of the request.
    values: [`${String(auth.config.requestLimitMs / 2)}ms`],
  });
  const { rows } = await transaction.run({
    text: `select 1 from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = $1) for no key update`,
    values: [token],
  });
  return rows.length > 0;
}

/** The token, its session and user, and the family's newest active token, read under the lock. */
async function readFamily(
  transaction: Transaction,
  auth: AuthParts,
  token: string,
): Promise<Row | undefined> {
  const { rows } = await transaction.run({
    text: `select ${sessionColumns}, t.revoked,
        t.updated_at > clock_timestamp() - make_interval(secs => $2) as used_just_now,
        active.token as active_token, active.parent as active_parent
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
      left join lateral (
        select token, parent from auth.refresh_tokens
        where session_id = s.id and not revoked order by id desc limit 1) active on true
      where t.token = $1`,
    values: [token, auth.config.reuseIntervalSeconds],
  });
  return rows[0];
}

/** Replaces the session's active token by a child of it. Tokens revoked before keep the time of their use. */
async function rotate(transaction: Transaction, sessionId: string, active: string) {
  const child = newRefreshToken();
  await transaction.run({
    text: `with used as (
        update auth.refresh_tokens set revoked = true, updated_at = now()
        where session_id = $1 and not revoked)
      insert into auth.refresh_tokens
        (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      select instance_id, $3, user_id, false, now(), now(), token, session_id
      from auth.refresh_tokens where token = $2`,
    values: [sessionId, active, child],
  });
  return child;
}

/**
 * Rotates a session's refresh token without the last one being presented; null when the session has ended. Locks the
 * session as a refresh does.
 */
export async function rotateActive(
  transaction: Transaction,
  sessionId: string,
): Promise<string | null> {
  await transaction.run({
    text: 'select from auth.sessions where id = $1 for no key update',
    values: [sessionId],
  });
  const { rows } = await transaction.run({
    text: `select token from auth.refresh_tokens
      where session_id = $1 and not revoked order by id desc limit 1`,
    values: [sessionId],
  });
  return rows[0] === undefined ? null : rotate(transaction, sessionId, String(rows[0].token));
}

async function touchSession(
  transaction: Transaction,
  sessionId: string,
  client: Client,
): Promise<void> {
  await transaction.run({
    text: `update auth.sessions
      set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3::inet
      where id = $1`,
    values: [sessionId, client.userAgent, client.ip],
  });
}

async function revokeFamily(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction.run({
    text: `update auth.refresh_tokens set revoked = true, updated_at = now()
      where session_id = $1 and not revoked`,
    values: [sessionId],
  });
}

/**
 * The next token for a presented one; null when that was reused too late, as a stolen one is, and ever after: such a family
 * has no active token. A family has one chain, so a thief and the owner notice each other.
 */
async function nextToken(
  transaction: Transaction,
  family: Row,
  presented: string,
): Promise<string | null> {
  const { active_token: active, active_parent: parent } = family;
  if (typeof active !== 'string') return null;
  if (family.revoked === true) {
    // The response to the last refresh was lost: the parent's holder gets the child, which is unused.
    if (parent === presented) return active;
    if (family.used_just_now !== true) return null;
  }
  return rotate(transaction, String(family.session_id), active);
}

/**
 * Exchanges a refresh token for a session with the next one. A used token is accepted when its child is the active one, or
 * within the reuse interval; else the family is revoked, which is committed although the request fails.
 *
 * @throws refresh_token_not_found, user_banned, session_expired, refresh_token_already_used, conflict
 */
export async function refreshSession(
  auth: AuthParts,
  presented: string,
  client: Client,
): Promise<OpenSession> {
  const result = await auth.database.serviceTransaction(
    async (transaction): Promise<OpenSession | AuthError> => {
      if (!(await lockFamily(transaction, auth, presented)))
        return authErrors.refreshTokenUnknown();
      const family = await readFamily(transaction, auth, presented);
      if (family === undefined) return authErrors.refreshTokenUnknown();
      const account = toAccount(family);
      const sessionId = String(family.session_id);
      if (account.banned) return authErrors.refreshOfBanned();
      if (family.ended === true) return authErrors.sessionExpired();

      const next = await nextToken(transaction, family, presented);
      if (next === null) {
        await revokeFamily(transaction, sessionId);
        await transaction.run(auditEntry('token_revoked', account.user, client));
        return authErrors.refreshTokenUsed();
      }
      await touchSession(transaction, sessionId, client);
      await transaction.run(auditEntry('token_refreshed', account.user, client));
      return toOpenSession(family, next);
    },
  );
  if (result instanceof Error) throw result;
  return result;
}
