import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminFlagKey } from '#platform/admin-flag.ts';
import { messageOf } from '#platform/backend-error.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import type { ListPage } from './list-page.ts';
import { actOnUser, AdminCallFailure, type UserAction } from './user-calls.ts';
import { userLabel, usersKey, type AdminUser } from './users-data.ts';

/** What became of an action: `failed` may be tried again, a user who is `gone` cannot. */
export type ActionOutcome = 'done' | 'failed' | 'gone';

function showRow(queries: QueryClient, id: string, change: Partial<AdminUser>): void {
  queries.setQueriesData<ListPage<AdminUser>>({ queryKey: usersKey }, (page) =>
    page === undefined
      ? undefined
      : { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) },
  );
}

/** What the row says already while the server is asked: only what the next press could undo. */
function expected(action: UserAction): Partial<AdminUser> {
  if (action.kind === 'role') return { role: action.role };
  return action.kind === 'active' ? { active: action.active } : {};
}

/** Why something came to nothing, as the toast of spec §8. */
export function toastFailure(error: unknown): void {
  showToast({
    title: 'users.error',
    description: { text: messageOf(error) },
    tone: 'destructive',
  });
}

/** Asks for the users anew. */
export function useFreshUsers(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: usersKey });
}

/**
 * Does things to users, one at a time for each of them, and says by toasts what became of them (spec §8). The list
 * is asked for anew after each, agreed or refused: another admin may have been there.
 */
export function useUserActions(headingId: string) {
  const queries = useQueryClient();
  const refresh = useFreshUsers();
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());

  /** A row may have left the list with the focus in it. */
  async function refreshAround() {
    await refresh();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById(headingId)?.focus();
    });
  }

  async function run(user: AdminUser, action: UserAction): Promise<ActionOutcome> {
    if (underWay.has(user.id)) return 'failed';
    setUnderWay((ids) => new Set(ids).add(user.id));
    let outcome: ActionOutcome = 'done';
    await queries.cancelQueries({ queryKey: usersKey });
    showRow(queries, user.id, expected(action));
    try {
      await actOnUser(user, action);
      showToast({
        title: 'users.done',
        description: 'users.doneText',
        values: { email: userLabel(user) },
      });
    } catch (error) {
      showRow(queries, user.id, { role: user.role, active: user.active });
      toastFailure(error);
      outcome = error instanceof AdminCallFailure && error.gone ? 'gone' : 'failed';
      queries
        .invalidateQueries({ queryKey: adminFlagKey })
        .catch((reason: unknown) => logFailure('an admin could not be checked', reason));
    }
    setUnderWay((ids) => new Set([...ids].filter((id) => id !== user.id)));
    refreshAround().catch((error: unknown) =>
      logFailure('the users could not be asked for', error),
    );
    return outcome;
  }
  return { run, isUnderWay: (id: string) => underWay.has(id) };
}
