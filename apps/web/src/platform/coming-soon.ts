import { staleMs, type FixedToast } from './query-client.ts';

interface NullableQuery {
  readonly state: { readonly data: unknown };
}

/** Options of a query whose table may be missing: opening its page asks again and shows the toast, a focus does not. */
export function comingSoon(nullToast: FixedToast) {
  const hasTable = ({ state }: NullableQuery) => state.data !== null;
  return {
    meta: { nullToast },
    staleTime: (query: NullableQuery) => (hasTable(query) ? staleMs : 0),
    refetchOnWindowFocus: hasTable,
    refetchOnReconnect: hasTable,
  };
}
