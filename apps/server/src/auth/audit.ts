import type { Row, Statement } from '../db/database.ts';
import type { Page } from './admin-schemas.ts';
import type { AuthParts, Client } from './settings.ts';
import { utc } from './user-object.ts';

const kinds = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
} as const;

export type AuditAction = keyof typeof kinds;

interface Actor {
  readonly id: string;
  readonly email: string;
}

/** The actor of requests with the service key. */
export const serviceActor: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
};

function payloadOf(action: AuditAction, actor: Actor, subject?: Actor): string {
  return JSON.stringify({
    action,
    actor_id: actor.id,
    actor_username: actor.email,
    actor_via_sso: false,
    log_type: kinds[action],
    ...(subject && { traits: { user_id: subject.id, user_email: subject.email } }),
  });
}

/**
 * Records an action in its own transaction.
 *
 * @param subject the user it was done to, when that is not the actor
 */
export function auditEntry(
  action: AuditAction,
  actor: Actor,
  client: Client,
  subject?: Actor,
): Statement {
  return {
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1::json, now(), $2)`,
    values: [payloadOf(action, actor, subject), client.ip ?? ''],
  };
}

/** Records a sign-in in the batch that opens its session, if it does. */
export function signInEntry(actor: Actor, sessionId: string, client: Client): Statement {
  return {
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1::json, now(), $2
      from auth.sessions where id = $3`,
    values: [payloadOf('login', actor), client.ip ?? '', sessionId],
  };
}

/** Entries of one page, newest first, and the total. */
export async function listAuditEntries(
  auth: AuthParts,
  { page, perPage }: Page,
): Promise<{ readonly entries: readonly Row[]; readonly total: number }> {
  const [count, list] = await auth.database.asService([
    { text: 'select count(*) as total from auth.audit_log_entries' },
    {
      text: `select id, payload, ${utc('created_at')} as created_at, ip_address
        from auth.audit_log_entries e
        order by e.created_at desc, e.id limit $1::bigint offset $2::bigint`,
      values: [perPage, (page - 1) * perPage],
    },
  ]);
  return { entries: list?.rows ?? [], total: Number(count?.rows[0]?.total ?? 0) };
}
