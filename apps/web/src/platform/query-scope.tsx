import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import type { ReadyAnswer } from './first-view.ts';
import { QueryShelfContext } from './query-shelf.ts';
import { useSession } from './session.tsx';

const freshForMs = 30_000;

/** Queries ask once: the Supabase client repeats what is worth repeating, and the rest is said at once. */
function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: freshForMs } } });
}

function createVisitorsClient(ready: readonly ReadyAnswer[]): QueryClient {
  const client = createClient();
  for (const { key, data, partial } of ready) {
    client.setQueryData(key, data, partial ? { updatedAt: 0 } : {});
  }
  return client;
}

/** A member is shown what every visitor sees until what is theirs has come. */
function createMembersClient(ready: readonly ReadyAnswer[]): QueryClient {
  const client = createClient();
  for (const { key, data } of ready) {
    client.setQueryDefaults(key.slice(0, 1), { placeholderData: data });
  }
  return client;
}

const visitor = 'visitor';

/**
 * Lets the screens below ask queries. All scopes of one user share what has been read; another user starts anew.
 * It comes with the screens that need it, so that the first load goes without the library.
 */
export function QueryScope({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  const shelf = use(QueryShelfContext);
  const owner = user?.id ?? visitor;
  const create = owner === visitor ? createVisitorsClient : createMembersClient;
  return (
    <QueryClientProvider key={owner} client={shelf.clientOf(owner, () => create(shelf.ready))}>
      {children}
    </QueryClientProvider>
  );
}
