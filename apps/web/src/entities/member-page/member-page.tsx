import { useQuery, type DataTag, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { pages, type Page } from '#pages.ts';
import type { AppError } from '#platform/app-error.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import type { TextKey } from '#platform/i18n.ts';
import { LoadingHeading } from '#platform/loading-heading.tsx';
import { pageLoader, type PageQuery } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';

/** The link above the heading of a member's page. */
export function BackTo({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className={buttonClass({ tone: 'link', className: 'mb-2' })}>
      <ArrowLeft className="size-5" />
      {children}
    </Link>
  );
}

/** The list that a thing is in. */
interface MemberList {
  readonly page: Page;
  readonly title: TextKey;
}

const bookings: MemberList = { page: pages.bookings, title: 'nav.bookings' };

function BackToList({ list }: { readonly list: MemberList }) {
  const { t } = useTranslation();
  return <BackTo to={list.page.pattern}>{t(list.title)}</BackTo>;
}

/** A member's page of one thing, such as a booking. */
export interface MemberPage<Data, Key extends QueryKey> {
  /** The namespace of its texts. */
  readonly texts: 'bookings' | 'orders' | 'payments' | 'requests' | 'support';
  /** My Bookings when left out. */
  readonly list?: MemberList;
  /** The way back; to the list when left out. */
  readonly Back?: ComponentType<{ readonly id: string }>;
  /** The thing that the address names; null if there is none, or it is another member's. */
  readonly queryOf: (
    userId: string,
    id: string,
  ) => UseQueryOptions<Data | null, AppError, Data | null, Key> & {
    readonly queryKey: DataTag<Key, Data | null, AppError>;
  };
  /** Further data that the page shows; it waits for them, unless they fail. */
  readonly alsoReads: (userId: string) => readonly PageQuery[];
  readonly Content: ComponentType<{ readonly userId: string; readonly data: Data }>;
}

type ThingProps<Data, Key extends QueryKey> = MemberPage<Data, Key> & {
  readonly userId: string;
  readonly id: string;
};

function Thing<Data, Key extends QueryKey>(props: ThingProps<Data, Key>) {
  const { texts, list = bookings, queryOf, alsoReads, Content, userId, id } = props;
  const { t } = useTranslation(texts);
  const query = useQuery(queryOf(userId, id));
  const data = useAreAwaited(alsoReads(userId)) ? undefined : query.data;
  if (data !== undefined && data !== null) return <Content userId={userId} data={data} />;
  return (
    <>
      <LoadingHeading className={data === null ? 'sr-only' : 'text-3xl'}>
        {t('title')}
      </LoadingHeading>
      {data === null && (
        <EmptyState
          picture={<EmptyPicture of="lost" />}
          title={t('none')}
          text={<Phrases text={t('noneText')} />}
          action={
            <Link to={list.page.pattern} className={buttonClass()}>
              {t('noneAction')}
            </Link>
          }
        />
      )}
      <QueryFallback query={{ ...query, data }} failed={t('loadFailed')}>
        {/* The facts of the heading, which take more lines on a phone. */}
        <Skeleton className="mt-1 mb-6 h-5 max-w-xl max-sm:h-16" />
        <MemberPageColumns
          main={<Skeleton className="h-96 rounded-lg" />}
          aside={<Skeleton className="h-72 rounded-lg" />}
        />
      </QueryFallback>
    </>
  );
}

/** The loader and the component of a member's page: below the way back the thing, or why it is not there. */
export function memberPage<Data, Key extends QueryKey>(page: MemberPage<Data, Key>) {
  const { Back, list = bookings } = page;
  function Component() {
    const user = useUser();
    const { id = '' } = useParams();
    if (user === null) return null;
    return (
      <>
        {Back ? <Back id={id} /> : <BackToList list={list} />}
        <Thing key={`${user.id} ${id}`} {...page} userId={user.id} id={id} />
      </>
    );
  }
  const loader = pageLoader(({ userId, params }) =>
    userId === null ? [] : [page.queryOf(userId, params.id ?? ''), ...page.alsoReads(userId)],
  );
  return { Component, loader };
}

/** The sections of a member's page, and what stands beside them on a wide screen. */
export function MemberPageColumns({
  main,
  aside,
}: {
  readonly main: ReactNode;
  readonly aside: ReactNode;
}) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-6">{main}</div>
      <div className="grid gap-6">{aside}</div>
    </div>
  );
}
