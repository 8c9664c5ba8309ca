import type { DataTag, QueryExecuteOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import {
  createContext,
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
  /** Reads a query into the page's query client: its data, or undefined if it has failed. */
  readonly read: <Data>(query: TypedQuery<Data>) => Promise<Data | undefined>;
  /** The member's id; null for a visitor, undefined until the session is known. */
  readonly userId: () => string | null | undefined;
  /**
   * What a loader responds with. The server waits for it; in the browser the page shows its placeholders meanwhile.
   */
  readonly respond: (loaded: Promise<LoaderResult | undefined>) => unknown;
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
    read: <Data>(query: TypedQuery<Data>) =>
      queryClient.query(query as QueryExecuteOptions<Data>).catch(() => undefined),
    userId() {
      const session = sessionStore.getState();
      return isUnknown(session) ? undefined : (memberOf(session)?.id ?? null);
    },
    respond(loaded) {
      logRejection('a page could not be prefetched', loaded);
      return null;
    },
  };
}

interface PageRequest extends Pick<PageReader, 'read'> {
  readonly params: Params;
  readonly search: URLSearchParams;
  /** The member's id; null for a visitor. */
  readonly userId: string | null;
}

/** What the page is about, such as a product: null if there is none, undefined if it could not be read. */
export type PageSubject = { readonly title: string } | null | undefined;

/** What a page's loader has found. */
export interface LoaderResult {
  readonly subject: PageSubject;
}

/**
 * The loader of a page, which reads its queries on both sides.
 *
 * @param load gives the queries, or resolves with the subject of a page that has one, which decides status and title on
 *   the server
 */
export function pageLoader(
  load: (page: PageRequest) => readonly PageQuery[] | Promise<LoaderResult>,
): LoaderFunction {
  return ({ request, params, context }: LoaderFunctionArgs<RouterContextProvider>) => {
    const { read, respond, ...reader } = context.get(pageReader);
    const userId = reader.userId();
    if (userId === undefined) return null;
    const { searchParams: search } = new URL(request.url);
    const found = load({ params, search, read, userId });
    return respond(
      found instanceof Promise
        ? found
        : Promise.all(found.map((query) => read(query as TypedQuery<unknown>))).then(
            () => undefined,
          ),
    );
  };
}
