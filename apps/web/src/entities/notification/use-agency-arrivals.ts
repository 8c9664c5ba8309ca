import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useArrivals } from '#entities/notification/live-notifications.ts';
import { logRejection } from '#platform/log.ts';

/** Reads queries again when work for the agency arrives. What is on screen stays until then; the bell announces it. */
export function useAgencyArrivals(...queryKeys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  useArrivals((arrived) => {
    if (!arrived.some(({ kind }) => kind === 'agency')) return;
    const reload = queryKeys.map((queryKey) => queries.invalidateQueries({ queryKey }));
    logRejection('the queue could not be read again', Promise.all(reload));
  });
}
