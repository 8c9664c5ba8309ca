import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import type { Json } from '@bkksiam/domain/database';
import type { UserRole } from '@bkksiam/domain/users';
import { userKeys } from '#entities/user/profile-data.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { callFunction } from '#platform/call-function.ts';
import type { ListDefinition } from '#list/list-query.ts';

/** A row of the users' view. */
export interface AdminUser {
  readonly user_id: string;
  readonly email: string | null;
  readonly full_name: string | null;
  readonly role: UserRole;
  readonly is_active: boolean;
  readonly created_at: string | null;
}

/** The list of users. With no feature on, it makes the call of the specification (spec §7); features search folded text. */
export function userList(): ListDefinition<AdminUser> {
  const isSpecified = settings().features.length === 0;
  return {
    key: userKeys.forAdmins,
    keyOf: ({ user_id: id }) => id,
    pageSize: listSizes.adminUsersPage,
    errorToast: 'users.loadFailed',
    columns: ['email', 'full_name', 'role', 'is_active', 'created_at'],
    sort: { column: 'created_at', direction: 'desc' },
    searchColumns: isSpecified ? ['email', 'full_name'] : 'search_text',
    idColumn: 'user_id',
    select: (client, options) =>
      client
        .from(isSpecified ? 'bkk_users_admin_view' : 'bkk_users_search_view')
        .select('*', options),
  };
}

/** The id of the button that opens a user's menu, to give the focus back to it. */
export const menuButtonId = (userId: string): string => `actions-${userId}`;

/** Why accounts have never been used, by their users' ids: the invitation or the sign-up is not confirmed. */
const statesSchema = z.record(z.string(), z.enum(['invited', 'unconfirmed']));

export type AccountState = z.output<typeof statesSchema>[string];

/** The states of the users of a page; of confirmed users none. */
export function accountStatesQuery(users: readonly AdminUser[]) {
  const ids = users.map(({ user_id: id }) => id);
  return queryOptions({
    queryKey: [...userKeys.forAdmins, 'states', ids],
    queryFn: ({ signal }) =>
      callJson(statesSchema, (client) =>
        client.rpc('bkk_admin_account_states', { p_user_ids: ids }).abortSignal(signal),
      ),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
  });
}

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
  | { readonly kind: 'delete' }
  | { readonly kind: 'erase' };

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
  if (action.kind === 'role') {
    const change = { p_user_id: id, p_role: action.role };
    await callData((client) => client.rpc('bkk_admin_set_role', change));
  } else if (action.kind === 'active') {
    const change = { p_user_id: id, p_active: action.active };
    await callData((client) => client.rpc('bkk_admin_toggle_active', change));
  } else if (action.kind === 'erase') {
    await callData((client) => client.rpc('bkk_admin_erase_user', { p_user_id: id }));
  } else await callFunction(functions[action.kind], { user_id: id });
}

/** Everything the product holds about a user, for the member who asks for it. */
export async function exportUser({ user_id: id }: AdminUser): Promise<Json> {
  return callData((client) => client.rpc('bkk_admin_export_user', { p_user_id: id }));
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
  await callFunction('admin-invite-user', invitation);
}
