import { FunctionsHttpError } from '@supabase/supabase-js';
import { listSizes } from '@bkksiam/domain/constants';
import type { UserRole } from '@bkksiam/domain/users';
import { userKeys } from '#entities/user/profile-data.ts';
import { AppError, toAppError } from '#platform/app-error.ts';
import { supabase, type Client } from '#platform/supabase.ts';
import type { ListDefinition } from './list-query.ts';

/** A row of the users' view. */
export interface AdminUser {
  readonly user_id: string;
  readonly email: string | null;
  readonly full_name: string | null;
  readonly role: UserRole;
  readonly is_active: boolean;
  readonly created_at: string | null;
}

export const userList: ListDefinition<AdminUser> = {
  key: userKeys.forAdmins,
  keyOf: ({ user_id: id }) => id,
  pageSize: listSizes.adminUsersPage,
  columns: ['email', 'full_name', 'role', 'is_active', 'created_at'],
  sort: { column: 'created_at', direction: 'desc' },
  searchColumns: ['email', 'full_name'],
  tieBreaker: () => 'user_id',
  select: (client, options) => client.from('bkk_users_admin_view').select('*', options),
};

/** The label of a user in texts and toasts. */
export function userLabel({ email, full_name: name, user_id: id }: AdminUser): string {
  return email ?? name ?? id;
}

/** An action of an admin on a user. */
export type UserAction =
  | { readonly kind: 'role'; readonly role: UserRole }
  | { readonly kind: 'active'; readonly active: boolean }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resetFactor' }
  | { readonly kind: 'delete' };

/** A function's error has its message in the body; any other error is the client's own. */
async function functionError(error: unknown): Promise<AppError> {
  if (!(error instanceof FunctionsHttpError)) return toAppError(error);
  const response = error.context as Response;
  const body: unknown = await response.json().catch(() => undefined);
  const { message } = toAppError(body ?? error);
  const isGone = response.status === 404;
  return new AppError({ code: isGone ? 'not_found' : '', message, cause: error });
}

async function invoke(client: Client, name: string, body: object): Promise<void> {
  const answer = await client.functions.invoke<unknown>(name, { body });
  const error: unknown = answer.error;
  if (error !== null) throw await functionError(error);
}

const functions = {
  reset: 'admin-reset-password',
  resetFactor: 'admin-reset-factor',
  delete: 'admin-delete-user',
} as const;

/**
 * Changes role and activity by database functions, the rest by edge functions (spec §7).
 *
 * @throws {AppError} with the message to show; its code is `not_found` if the user no longer exists
 */
export async function actOnUser({ user_id: id }: AdminUser, action: UserAction): Promise<void> {
  const client = await supabase();
  if (action.kind !== 'role' && action.kind !== 'active') {
    return invoke(client, functions[action.kind], { user_id: id });
  }
  const { error } =
    action.kind === 'role'
      ? await client.rpc('bkk_admin_set_role', { p_user_id: id, p_role: action.role })
      : await client.rpc('bkk_admin_toggle_active', { p_user_id: id, p_active: action.active });
  if (error !== null) throw toAppError(error);
}

export interface Invitation {
  readonly email: string;
  readonly role: UserRole;
}

/**
 * Mails an invitation to an address without an account.
 *
 * @throws {AppError} with the message to show
 */
export async function inviteUser(invitation: Invitation): Promise<void> {
  await invoke(await supabase(), 'admin-invite-user', invitation);
}
