import type { QueryClient } from '@tanstack/react-query';
import {
  data,
  type RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router';
import type { Language } from '@bkksiam/domain/languages';
import { pages } from '#pages.ts';
import { pageHandleOf, pagePath, type PageHandle } from '#platform/page-handle.ts';
import { routerContext, type PageReader, type PageSubject } from '#platform/page-loader.ts';
import { createQueryClient } from '#platform/query-client.ts';
import type { PrefetchCache } from './server-prefetch.ts';

const unknownPage = pages.notFound.pattern;

/** A page without its subject is not found; one whose subject could not be looked up may exist. */
function statusOf(subject: PageSubject): number {
  return subject === null ? 404 : subject === undefined ? 503 : 200;
}

/** Reads a page's queries as a visitor, within the time that the cache allows. */
function serverReader(cache: PrefetchCache, client: QueryClient, requestId: string): PageReader {
  return {
    async read<Data>(query: Parameters<PageReader['read']>[0]) {
      const { queryKey, data, updatedAt } = await cache.get(query, requestId);
      if (data !== undefined) client.setQueryData(queryKey, data, { updatedAt });
      return data as Data | undefined;
    },
    userId: () => null,
    async respond(loaded) {
      const page = await loaded;
      if (page === undefined) return null;
      const { subject } = page;
      return data(subject ? { title: subject.title } : null, { status: statusOf(subject) });
    },
  };
}

/** A page whose loader has run. */
export interface LoadedPage {
  readonly handle: PageHandle;
  readonly pattern: string;
  readonly path: string;
  /** With the query parameters that the page reads, and no others. */
  readonly context: StaticHandlerContext;
  readonly queryClient: QueryClient;
  readonly status: number;
  readonly subject: PageSubject;
}

/** Runs the loaders of the page at a URL. An unknown path, also one that not even `*` matches, is the page of those. */
async function runLoaders(
  handler: StaticHandler,
  url: string,
  requestContext: RouterContextProvider,
): Promise<StaticHandlerContext> {
  const [pathname = '/', ...query] = url.split('?');
  const search = query.length > 0 ? `?${query.join('?')}` : '';
  const context = await handler.query(new Request(`http://site.invalid/${search}`), {
    requestContext,
    normalizePath: () => ({ pathname, search, hash: '' }),
  });
  if (context instanceof Response) throw new Error(`${url} redirects`);
  if (context.errors === null) return context;
  // `*` does not match the line breaks of a decoded path.
  if (context.statusCode === 404 && pathname !== `/${unknownPage}`)
    return runLoaders(handler, `/${unknownPage}`, requestContext);
  throw new Error(`${url} cannot be loaded`, { cause: Object.values(context.errors)[0] });
}

/** Runs the loader of the page at a URL. */
export async function loadPage(
  handler: StaticHandler,
  url: string,
  cache: PrefetchCache,
  requestId: string,
): Promise<LoadedPage> {
  const queryClient = createQueryClient();
  const requestContext = routerContext(serverReader(cache, queryClient, requestId));
  const context = await runLoaders(handler, url, requestContext);
  const { matches, location, statusCode, loaderData } = context;
  const handle = pageHandleOf(matches.map(({ route }) => route));
  const { route, params } = matches.at(-1) ?? { route: undefined, params: {} };
  if (route?.path === undefined || handle === undefined) throw new Error(`no page at ${url}`);
  const pattern = route.path;
  const isUnknown = pattern === unknownPage;
  const path = pagePath(pattern, params);
  const parameters = [...new URLSearchParams(location.search)];
  const { searchParams = [] } = handle;
  const read = parameters.filter(([name]) => searchParams === 'all' || searchParams.includes(name));
  const search = read.length > 0 ? `?${new URLSearchParams(read).toString()}` : '';
  const status = isUnknown ? 404 : statusCode;
  const loaded = loaderData[pattern] as PageSubject;
  return {
    handle,
    pattern,
    path,
    context: { ...context, location: { ...location, pathname: path, search } },
    queryClient,
    status,
    subject: status === 404 ? null : (loaded ?? undefined),
  };
}

const versions = new WeakMap<object, number>();
let lastVersion = 0;

/** A number of the data: equal data stays the same object when it is fetched again (structural sharing). */
export function versionOf(data: unknown): number | string {
  if (typeof data !== 'object' || data === null) return String(data);
  const version = versions.get(data) ?? (lastVersion += 1);
  versions.set(data, version);
  return version;
}

/** Pages with equal keys have equal markup: all unknown products have, and all pages behind one guard. */
export function markupKey(language: Language, page: LoadedPage): string {
  const { handle, pattern, path, context, status, queryClient } = page;
  const { layout = '', access } = handle;
  const url = path + context.location.search;
  const place = access !== undefined ? `${layout} ${access}` : status === 200 ? url : pattern;
  const queries = queryClient.getQueryCache().getAll();
  return [language, place, ...queries.map(({ state }) => versionOf(state.data))].join(' ');
}
