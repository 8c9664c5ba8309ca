import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { FlightWay } from '#drawings/flight.tsx';
import { pages } from '#pages.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to={pages.bookings.href()} className={buttonClass({ tone: 'link', className: 'mb-2' })}>
      <ArrowLeft className="size-5" />
      {t('nav.bookings')}
    </Link>
  );
}

export interface MemberPageProps<Data> {
  /** Null for a thing that there is not, or that is another member's. */
  readonly query: UseQueryResult<Data | null>;
  readonly texts: Readonly<Record<'title' | 'failed' | 'none' | 'noneText' | 'noneAction', string>>;
  readonly children: (data: Data) => ReactNode;
}

/** A member's page of one thing, such as a booking: below the way back what was loaded, or what stands for it. */
export function MemberPage<Data>({ query, texts, children }: MemberPageProps<Data>) {
  const { data } = query;
  if (data !== undefined && data !== null) {
    return (
      <>
        <BackLink />
        {children(data)}
      </>
    );
  }
  return (
    <>
      <BackLink />
      <h1 tabIndex={-1} className={data === null ? 'sr-only' : 'mb-6 text-3xl'}>
        {texts.title}
      </h1>
      {data === null && (
        <EmptyState
          picture={<EmptyPicture of="lost" />}
          title={texts.none}
          text={<Phrases text={texts.noneText} />}
          action={
            <Link to={pages.bookings.href()} className={buttonClass()}>
              {texts.noneAction}
            </Link>
          }
        />
      )}
      <QueryFallback query={query} failed={texts.failed}>
        <MemberPageColumns
          main={<Skeleton className="h-96 rounded-lg" />}
          aside={<Skeleton className="h-72 rounded-lg" />}
        />
      </QueryFallback>
    </>
  );
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

/** The heading of a member's page: the route, or another title, with the status, above the facts. */
export function MemberPageHeading({
  route,
  title,
  chip,
  children,
}: {
  readonly route: { readonly origin: string; readonly destination: string } | undefined;
  /** For a thing without a route. */
  readonly title?: string;
  readonly chip: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="flex items-center gap-3 text-3xl leading-tight font-strong">
          {route === undefined ? (
            title
          ) : (
            <>
              {route.origin}
              <FlightWay className="h-7 w-16 text-gold-ink sm:w-20" />
              <span className="sr-only">{t('dashboard.routeTo')}</span>
              {route.destination}
            </>
          )}
        </h1>
        {chip}
      </div>
      {children}
    </div>
  );
}
