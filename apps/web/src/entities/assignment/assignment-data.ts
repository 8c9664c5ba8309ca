import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callData } from '#platform/data-api.ts';

/** Who works on a booking or a request, in a row of an admins' view. */
export interface Assigned {
  /** Null for nobody. */
  readonly assigned_to: string | null;
  readonly assigned_name: string | null;
  /** Null for nobody. */
  readonly is_mine: boolean | null;
}

/** Who works on it now; `is_done` is false if another admin than expected does. */
export const assignment = z.object({
  is_done: z.boolean(),
  assigned_to: z.nullable(z.string()),
  assigned_name: z.nullable(z.string()),
});

export type Assignment = z.output<typeof assignment>;

/** The arguments of the functions that assign: without an id it is nobody. */
export const assignmentArgs = (to: string | null, expected: string | null) => ({
  ...(to !== null && { p_to: to }),
  ...(expected !== null && { p_expected: expected }),
});

/** The active admins by their names. */
export const adminsQuery = queryOptions({
  queryKey: ['admin', 'admins'],
  queryFn: async ({ signal }) => {
    const rows = await callData((client) =>
      client
        .from('bkk_users_admin_view')
        .select('user_id, full_name, email')
        .eq('role', 'admin')
        .is('is_active', true)
        .order('full_name')
        .order('user_id')
        .abortSignal(signal),
    );
    return rows.map(({ user_id: id, full_name: name, email }) => ({
      id: id ?? '',
      name: name ?? email ?? '',
    }));
  },
  staleTime: 60_000,
});
