import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useNavigate, type NavigateFunction } from 'react-router';
import { userKeys } from '#entities/user/profile-data.ts';
import { existsWith, pages } from '#pages.ts';
import type { AppError } from '#platform/app-error.ts';
import { settings } from '#platform/env.ts';
import type { ListPage } from '#platform/list-page.ts';
import { logRejection } from '#platform/log.ts';
import type { FixedToast } from '#platform/query-client.ts';
import { listHeading } from '#list/list-view.tsx';
import { showDone, useUndoKey } from './undo-toast.ts';
import { actOnUser, type AdminUser, type UserAction } from './users-data.ts';

interface Variables {
  readonly user: AdminUser;
  readonly action: UserAction;
  readonly isUndo?: boolean;
}

const mutationKey = [...userKeys.forAdmins, 'action'];

/** The optimistic row: only changes that the next press could undo. */
function optimistic(action: UserAction): Partial<AdminUser> {
  if (action.kind === 'role') return { role: action.role };
  return action.kind === 'active' ? { is_active: action.active } : {};
}

/** The action that undoes another; undefined for those that cannot be undone. */
function opposite(
  { role, is_active: active }: AdminUser,
  action: UserAction,
): UserAction | undefined {
  if (action.kind === 'role') return { kind: 'role', role };
  return action.kind === 'active' ? { kind: 'active', active } : undefined;
}

/** The open booking that keeps a user from being deleted, by a function, or erased, by the database. */
function openBookingOf({ code, reason, message }: AppError): string | undefined {
  const isOpenBooking = code === 'open_booking' || reason === 'booking_open';
  return isOpenBooking ? /BKK-\w{8}/.exec(message)?.[0] : undefined;
}

/** Why an action failed. An open booking is named in the language on screen and can be shown. */
function failureToast(error: AppError, navigate: NavigateFunction): FixedToast {
  const reference = openBookingOf(error);
  if (reference === undefined) {
    return { title: 'users.error', description: { text: error.message } };
  }
  const { adminBookings } = pages;
  const show = () => {
    const search = new URLSearchParams({ show: 'all', q: reference });
    const shown = navigate(`${adminBookings.href()}?${search.toString()}`);
    logRejection('the booking could not be shown', Promise.resolve(shown));
  };
  return {
    title: 'users.openBooking.title',
    description: 'users.openBooking.text',
    values: { reference },
    ...(existsWith(settings().features, adminBookings) && {
      action: { text: 'users.openBooking.show', run: show },
    }),
  };
}

/**
 * The actions on users, one at a time for each user, with their toasts (spec §8). Every action refetches the list:
 * another admin may have changed it.
 */
export function useUserActions() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Variables).user.user_id,
  });
  function setRow({ user_id: id }: AdminUser, change: Partial<AdminUser>) {
    queries.setQueriesData<ListPage<AdminUser>>(
      { queryKey: [...userKeys.forAdmins, 'list'] },
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
  useUndoKey();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ user, action }: Variables) => actOnUser(user, action),
    meta: { errorToast: (error) => failureToast(error, navigate) },
    onMutate: async ({ user, action }) => {
      await queries.cancelQueries({ queryKey: userKeys.forAdmins });
      setRow(user, optimistic(action));
    },
    onSuccess: (_result, { user, action, isUndo = false }) => {
      const undoing = isUndo ? undefined : opposite(user, action);
      const changed = { ...user, ...optimistic(action) };
      showDone(user, undoing && (() => mutate({ user: changed, action: undoing, isUndo: true })));
    },
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
          if (error.code === 'not_found' || openBookingOf(error) !== undefined) onDone?.();
        },
      },
    );
  }
  return { run, isPending };
}
