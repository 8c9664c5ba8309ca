import type { DataTag, QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query';
import {
  createContext,
  data,
  RouterContextProvider,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type Params,
} from 'react-router';
import { logRejection } from './log.ts';
import { isUnknown, memberOf, sessionStore } from './session.ts';

/** Query options as `queryOptions` of TanStack Query gives them. */
export interface PageQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
}

/** Its key carries the type of its data. */
interface TypedQuery<Data> extends PageQuery {
  readonly queryKey: DataTag<QueryKey, Data, Error>;
}

/** How a page's loader reads its queries. */
export interface PageReader {
  /** Reads a query into the page's query client: its data, or undefined where it has failed. */
  readonly read: <Data>(query: TypedQuery<Data>) => Promise<Data | undefined>;
  /** Undefined until the session is known. */
  readonly isSignedIn: () => boolean | undefined;
  /** The server waits for a loader; in the browser the page shows its placeholders meanwhile. */
  readonly isAwaited: boolean;
}

const pageReader = createContext<PageReader>();

export function routerContext(reader: PageReader): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageReader, reader);
  return context;
}

/** Reads through the browser's query client, which logs failures. */
export function browserReader(queryClient: QueryClient): PageReader {
  return {
    read: <Data>({ queryKey, queryFn }: TypedQuery<Data>) =>
      queryClient
        .query({ queryKey, queryFn: queryFn as QueryFunction<Data> })
        .catch(() => undefined),
    isSignedIn() {
      const session = sessionStore.getState();
      return isUnknown(session) ? undefined : memberOf(session) !== null;
    },
    isAwaited: false,
  };
}

interface PageRequest extends Pick<PageReader, 'read'> {
  readonly params: Params;
  readonly search: URLSearchParams;
  readonly isSignedIn: boolean;
}

/** What the page is about, such as a product: null where there is none, undefined where it could not be read. */
export type PageSubject = { readonly title: string } | null | undefined;

interface LoadedPage {
  readonly subject: PageSubject;
}

/** A page without its subject is not found; one whose subject could not be looked up may exist. */
function statusOf(subject: PageSubject): number {
  return subject === null ? 404 : subject === undefined ? 503 : 200;
}

/**
 * The loader of a page, which reads its queries on both sides.
 *
 * @param load resolves with the subject of a page that has one, which decides status and title on the server
 */
export function pageLoader(
  load: (page: PageRequest) => Promise<LoadedPage | undefined>,
): LoaderFunction {
  return async ({ request, params, context }: LoaderFunctionArgs<RouterContextProvider>) => {
    const { read, isSignedIn, isAwaited } = context.get(pageReader);
    const signedIn = isSignedIn();
    if (signedIn === undefined) return null;
    const { searchParams: search } = new URL(request.url);
    const loaded = load({ params, search, read, isSignedIn: signedIn });
    if (!isAwaited) {
      logRejection('a page could not be prefetched', loaded);
      return null;
    }
    const page = await loaded;
    if (page === undefined) return null;
    const { subject } = page;
    return data(subject ? { title: subject.title } : null, { status: statusOf(subject) });
  };
}
