import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@bkksiam/domain/database';
import type { UserRole } from '@bkksiam/domain/users';
import { messageOf } from '#platform/backend-error.ts';
import { supabase } from '#platform/supabase.ts';
import type { AdminUser } from './users-data.ts';

/** What an admin does to a user. */
export type UserAction =
  | { readonly kind: 'role'; readonly role: UserRole }
  | { readonly kind: 'active'; readonly active: boolean }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resetFactor' }
  | { readonly kind: 'delete' };

/** Why an admin's call came to nothing, in the words of whoever refused it. */
export class AdminCallFailure extends Error {
  override readonly name = 'AdminCallFailure';
  /** There is no such user any more. */
  readonly gone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.gone = gone;
  }
}

type Client = SupabaseClient<Database>;

/** A function's refusal says why in its body; anything else is the client's own failure. */
async function functionFailure(error: unknown): Promise<AdminCallFailure> {
  if (!(error instanceof FunctionsHttpError)) return new AdminCallFailure(messageOf(error), false);
  const response = error.context as Response;
  const body: unknown = await response.json().catch(() => undefined);
  return new AdminCallFailure(messageOf(body ?? error), response.status === 404);
}

async function invoke(client: Client, name: string, body: object): Promise<void> {
  const answer = await client.functions.invoke<unknown>(name, { body });
  const error: unknown = answer.error;
  if (error !== null) throw await functionFailure(error);
}

/**
 * Does something to a user. Role and activity settle in the database, the rest in functions (spec §7).
 *
 * @throws {AdminCallFailure} with the message to show
 */
export async function actOnUser({ id }: AdminUser, action: UserAction): Promise<void> {
  const client = await supabase();
  if (action.kind === 'reset') return invoke(client, 'admin-reset-password', { user_id: id });
  if (action.kind === 'resetFactor') return invoke(client, 'admin-reset-factor', { user_id: id });
  if (action.kind === 'delete') return invoke(client, 'admin-delete-user', { user_id: id });
  const { error, status } =
    action.kind === 'role'
      ? await client.rpc('bkk_admin_set_role', { p_user_id: id, p_role: action.role })
      : await client.rpc('bkk_admin_toggle_active', { p_user_id: id, p_active: action.active });
  if (error !== null) throw new AdminCallFailure(messageOf(error), status === 404);
}

/**
 * Mails an invitation to somebody without an account.
 *
 * @throws {AdminCallFailure} with the message to show
 */
export async function inviteUser(invitation: {
  readonly email: string;
  readonly role: UserRole;
}): Promise<void> {
  await invoke(await supabase(), 'admin-invite-user', invitation);
}
