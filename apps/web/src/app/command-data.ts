import { queryOptions } from '@tanstack/react-query';
import { searched } from '#list/list-query.ts';
import { callData } from '#platform/data-api.ts';
import { requestList, type AdminRequest } from '#features/admin-requests/requests-data.ts';
import { userList, type AdminUser } from '#features/admin-users/users-data.ts';

const found = 5;
const minLength = 2;
// Shorter texts cannot use the index of the requests, which are twice as many.
const minRequestLength = 3;

export interface Found {
  readonly users: readonly AdminUser[];
  readonly requests: readonly AdminRequest[];
}

/** The users whose name or address, and the requests whose number or member, contain a text; a few of each. */
export function commandQuery(text: string) {
  const search = text.trim();
  return queryOptions({
    queryKey: ['admin', 'find', search],
    queryFn: async ({ signal }): Promise<Found> => {
      const [users, requests] = await Promise.all([
        callData((client) =>
          searched(userList, userList.select(client, {}, undefined), search)
            .range(0, found - 1)
            .abortSignal(signal),
        ),
        search.length < minRequestLength
          ? []
          : callData((client) =>
              searched(requestList, requestList.select(client, {}, undefined), search)
                .range(0, found - 1)
                .abortSignal(signal),
            ),
      ]);
      // Columns of a view are nullable in the generated types, so the definitions name the types.
      return {
        users: users as readonly AdminUser[],
        requests: requests as readonly AdminRequest[],
      };
    },
    enabled: search.length >= minLength,
    placeholderData: (previous) => (search.length >= minLength ? previous : undefined),
  });
}
