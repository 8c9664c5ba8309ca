import type { Statement } from '../db/database.ts';
import type { Client } from './settings.ts';

const kinds = {
  login: 'account',
  logout: 'account',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_signedup: 'team',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
} as const;

/** The statement that records what a person did; runs in the transaction of the deed itself. */
export function auditEntry(
  action: keyof typeof kinds,
  actor: { readonly id: string; readonly email: string },
  client: Client,
): Statement {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email,
    actor_via_sso: false,
    log_type: kinds[action],
  };
  return {
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1::json, now(), $2)`,
    values: [JSON.stringify(payload), client.ip ?? ''],
  };
}
