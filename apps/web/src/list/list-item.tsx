import type { ReactNode } from 'react';
import { QueryFallback, type FetchedQuery } from '#platform/query-fallback.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { useGroupedText, type ItemTexts } from './list-texts.ts';

interface LoadedItemProps<Item> {
  readonly query: FetchedQuery & { readonly data: Item | null | undefined };
  readonly texts: ItemTexts;
  /** For screen readers, while loading. */
  readonly loading?: string;
  readonly children: (item: Item) => ReactNode;
}

/** The selected item of a list; a placeholder while it loads, and why there is none. */
export function LoadedItem<Item>({ query, texts, loading, children }: LoadedItemProps<Item>) {
  const text = useGroupedText();
  return (
    <>
      {query.data && children(query.data)}
      {query.data === null && (
        <EmptyState title={text(`${texts}unknown`)} text={text(`${texts}unknownText`)} />
      )}
      <QueryFallback
        query={query}
        failed={text(`${texts}oneFailed`)}
        failedText={query.error?.message}
        loading={loading ?? text('state.loading')}
        className="grid gap-4"
      >
        <Skeleton className="h-20" />
        <Skeleton className="h-64" />
      </QueryFallback>
    </>
  );
}
