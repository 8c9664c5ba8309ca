import { useQueryClient } from '@tanstack/react-query';
import { requestKeys } from '#entities/request/request-data.ts';

/** Loads again what the admin sees of requests. */
export function useReload(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: requestKeys.forAdmins }),
      client.invalidateQueries({ queryKey: requestKeys.countForAdmins }),
    ]);
}
