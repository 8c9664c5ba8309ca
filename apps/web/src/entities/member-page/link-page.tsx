import { useQuery, type DataTag, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { AppError } from '#platform/app-error.ts';
import { LoadingHeading } from '#platform/loading-heading.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { MemberPageColumns } from './member-page.tsx';

/** A page of somebody without an account, by the token of a mailed link. */
interface LinkPage<Data, Key extends QueryKey> {
  /** The namespace of its texts. */
  readonly texts: 'orders' | 'payments';
  /** What the link leads to; null for a link that is not valid. */
  readonly queryOf: (token: string) => UseQueryOptions<Data | null, AppError, Data | null, Key> & {
    readonly queryKey: DataTag<Key, Data | null, AppError>;
  };
  readonly Content: ComponentType<{ readonly token: string; readonly data: Data }>;
  /** For a link that is not valid, and for none. */
  readonly Gone: ComponentType<{ readonly isAsked: boolean }>;
}

function Placeholder() {
  return (
    <>
      <Skeleton className="mt-1 mb-6 h-5 max-w-xl max-sm:h-16" />
      <MemberPageColumns
        main={<Skeleton className="h-96 rounded-lg" />}
        aside={<Skeleton className="h-72 rounded-lg" />}
      />
    </>
  );
}

function Linked<Data, Key extends QueryKey>({
  token,
  ...page
}: LinkPage<Data, Key> & { readonly token: string }) {
  const { texts, queryOf, Content, Gone } = page;
  const { t } = useTranslation(texts);
  const query = useQuery(queryOf(token));
  const { data } = query;
  if (data === null) return <Gone isAsked />;
  if (data !== undefined) return <Content token={token} data={data} />;
  return (
    <>
      <LoadingHeading className="text-3xl">{t('title')}</LoadingHeading>
      <QueryFallback query={query} failed={t('loadFailed')}>
        <Placeholder />
      </QueryFallback>
    </>
  );
}

/** The component of the page. The token is after the `#`, which no server is sent. */
export function linkPage<Data, Key extends QueryKey>(page: LinkPage<Data, Key>) {
  const { texts, Gone } = page;
  return function Component() {
    const { t } = useTranslation(texts);
    const { hash } = useLocation();
    const isHydrated = useHydrated();
    const token = hash.slice(1);
    return (
      <div className="wrap min-h-svh py-12 max-md:pb-24">
        {!isHydrated ? (
          <>
            <h1 tabIndex={-1} className="text-3xl">
              {t('title')}
            </h1>
            <Placeholder />
          </>
        ) : token === '' ? (
          <Gone isAsked={false} />
        ) : (
          <Linked key={token} {...page} token={token} />
        )}
      </div>
    );
  };
}
