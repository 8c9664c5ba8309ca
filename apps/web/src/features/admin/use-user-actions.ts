import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { userKeys } from '#entities/user/profile-data.ts';
import type { ListPage } from '#platform/list-page.ts';
import { logRejection } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { listHeading } from '#list/list-view.tsx';
import { actOnUser, userLabel, type AdminUser, type UserAction } from './users-data.ts';

interface Variables {
  readonly user: AdminUser;
  readonly action: UserAction;
}

const mutationKey = [...userKeys.forAdmins, 'action'];

/** The optimistic row: only changes that the next press could undo. */
function optimistic(action: UserAction): Partial<AdminUser> {
  if (action.kind === 'role') return { role: action.role };
  return action.kind === 'active' ? { is_active: action.active } : {};
}

/**
 * The actions on users, one at a time for each user, with their toasts (spec §8). Every action refetches the list:
 * another admin may have changed it.
 */
export function useUserActions() {
  const queries = useQueryClient();
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Variables).user.user_id,
  });
  function setRow({ user_id: id }: AdminUser, change: Partial<AdminUser>) {
    queries.setQueriesData<ListPage<AdminUser>>(
      { queryKey: userKeys.forAdmins },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((row) => (row.user_id === id ? { ...row, ...change } : row)),
        },
    );
  }
  /** The row that had the focus may have left the list. */
  async function refetch() {
    await queries.invalidateQueries({ queryKey: userKeys.forAdmins });
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) listHeading()?.focus();
    });
  }
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ user, action }: Variables) => actOnUser(user, action),
    meta: { errorToast: 'users.error' },
    onMutate: async ({ user, action }) => {
      await queries.cancelQueries({ queryKey: userKeys.forAdmins });
      setRow(user, optimistic(action));
    },
    onSuccess: (_result, { user }) =>
      showToast({
        title: 'users.done',
        description: 'users.doneText',
        values: { email: userLabel(user) },
      }),
    onError: async (_error, { user: { role, is_active }, user }) => {
      setRow(user, { role, is_active });
      await queries.invalidateQueries({ queryKey: userKeys.isAdmin });
    },
    onSettled: () => logRejection('the users could not be refetched', refetch()),
  });
  const isPending = (user: AdminUser) => pending.includes(user.user_id);
  /** @param onDone runs unless the action failed and can be repeated */
  function run(user: AdminUser, action: UserAction, onDone?: () => void) {
    if (isPending(user)) return;
    mutate(
      { user, action },
      {
        onSuccess: () => onDone?.(),
        onError: (error) => {
          if (error.code === 'not_found') onDone?.();
        },
      },
    );
  }
  return { run, isPending };
}
