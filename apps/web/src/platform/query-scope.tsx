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

const visitor = 'visitor';

/** A member is shown what every visitor sees until what is theirs has come. */
function createOwnersClient(owner: string, ready: readonly ReadyAnswer[]): QueryClient {
  const client = createClient();
  for (const { key, data, partial, standsFor } of ready) {
    if (standsFor === undefined || owner === visitor) {
      client.setQueryData(key, data, partial ? { updatedAt: 0 } : {});
    } else {
      client.setQueryDefaults(standsFor, { placeholderData: data });
    }
  }
  return client;
}

/**
 * Lets the screens below ask queries. All scopes of one user share what has been read; another user starts anew.
 * It comes with the screens that need it, so that the first load goes without the library.
 */
export function QueryScope({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  const shelf = use(QueryShelfContext);
  const owner = user?.id ?? visitor;
  const client = shelf.clientOf(owner, () => createOwnersClient(owner, shelf.ready));
  return (
    <QueryClientProvider key={owner} client={client}>
      {children}
    </QueryClientProvider>
  );
}
