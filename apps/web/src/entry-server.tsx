import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createInstance, type i18n as I18n } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router';
import latinFont from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url';
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url';
import { fallbackLanguage, type Language } from '@bkksiam/domain/languages';
import type { RendererOptions, Renderer, ServerEntry } from '@bkksiam/server/site/server-entry';
import { AppProviders } from '#app/app.tsx';
import { provideSettings } from '#platform/env.ts';
import { localePath, textOptions } from '#platform/i18n.ts';
import { pageHandleOf, type PageHandle } from '#platform/page-handle.ts';
import { HeadTags, ServerRendering } from '#platform/page-head.tsx';
import { routerContext, type PageReader, type PageSubject } from '#platform/page-loader.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { pages } from '#pages.ts';
import { createRoutes, pagesWith } from './routes.tsx';
import { PrefetchCache } from './server-prefetch.ts';

const unknownPage = pages.notFound.pattern;

const localeFiles = import.meta.glob<object>('../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});

function resourcesOf(language: Language): Record<string, object> {
  const file = new RegExp(`/${language}/(\\w+)\\.json$`);
  return Object.fromEntries(
    Object.entries(localeFiles).flatMap(([path, texts]) => {
      const namespace = file.exec(path)?.[1];
      return namespace === undefined ? [] : [[namespace, texts]];
    }),
  );
}

async function startTranslations(language: Language): Promise<I18n> {
  const instance = createInstance();
  const resources = { [language]: resourcesOf(language) };
  await instance.init({ ...textOptions, lng: language, resources });
  return instance;
}

const translations: Readonly<Record<Language, Promise<I18n>>> = {
  en: startTranslations('en'),
  th: startTranslations('th'),
};

interface MatchedPage {
  readonly handle: PageHandle;
  readonly pattern: string;
  readonly path: string;
  /** Path and the query parameters the page reads. */
  readonly url: string;
}

function matchPage(routes: RouteObject[], url: string): MatchedPage {
  const [pathname = '/', ...query] = url.split('?');
  // `*` does not match the line breaks of a decoded path.
  const matches = matchRoutes(routes, pathname) ?? matchRoutes(routes, `/${unknownPage}`) ?? [];
  const handle = pageHandleOf(matches.map(({ route }) => route));
  const { route, params } = matches.at(-1) ?? { route: undefined, params: {} };
  if (route?.path === undefined || handle === undefined) throw new Error(`no page at ${pathname}`);
  const search = new URLSearchParams(
    [...new URLSearchParams(query.join('?'))].filter(([name]) =>
      handle.searchParams?.includes(name),
    ),
  );
  const pattern = route.path;
  const path = pattern === unknownPage ? `/${unknownPage}` : generatePath(pattern, params);
  return { handle, pattern, path, url: search.size > 0 ? `${path}?${search.toString()}` : path };
}

/** Includes the baht sign. */
const thaiCharacters = /[\u0E01-\u0E5B]/;

/** Preloads of the fonts, and of the texts that hydration needs: those `entry-client` starts after the first paint. */
function Preloads(props: {
  readonly language: Language;
  readonly handle: PageHandle;
  readonly showsThai: boolean;
}) {
  const { language, handle, showsThai } = props;
  const fonts = showsThai ? [latinFont, thaiFont] : [latinFont];
  const namespaces = [...textOptions.ns, handle.texts, handle.document].filter(
    (namespace) => namespace !== undefined,
  );
  const files = [...new Set([language, fallbackLanguage])].flatMap((read) =>
    namespaces.map((name) => localePath.replace('{{lng}}', read).replace('{{ns}}', name)),
  );
  return (
    <>
      {fonts.map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
      ))}
      {files.map((href) => (
        <link key={href} data-rel="preload" href={href} as="fetch" crossOrigin="" />
      ))}
    </>
  );
}

/** Reads a page's queries as a visitor, within the time that the cache allows. */
function serverReader(cache: PrefetchCache, client: QueryClient, requestId: string): PageReader {
  return {
    async read<Data>(query: Parameters<PageReader['read']>[0]) {
      const { queryKey, data, updatedAt } = await cache.get(query, requestId);
      if (data !== undefined) client.setQueryData(queryKey, data, { updatedAt });
      return data as Data | undefined;
    },
    isSignedIn: () => false,
    isAwaited: true,
  };
}

interface LoadedPage {
  readonly queryClient: QueryClient;
  readonly context: StaticHandlerContext;
  readonly status: number;
  readonly subject: PageSubject;
}

async function loadPage(
  handler: StaticHandler,
  { url, pattern }: MatchedPage,
  cache: PrefetchCache,
  requestId: string,
): Promise<LoadedPage> {
  const queryClient = createQueryClient();
  const requestContext = routerContext(serverReader(cache, queryClient, requestId));
  const request = new Request(`http://site.invalid${url}`);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) throw new Error(`${url} redirects`);
  const [error] = Object.values(context.errors ?? {}) as unknown[];
  if (error !== undefined) throw new Error(`${url} cannot be loaded`, { cause: error });
  const status = pattern === unknownPage ? 404 : context.statusCode;
  const loaded = context.loaderData[pattern] as PageSubject;
  const subject = status === 404 ? null : (loaded ?? undefined);
  return { queryClient, context, status, subject };
}

/** React's preloads of pictures go into headers that nobody reads: the page has the pictures themselves. */
const withoutPreloads = { onHeaders: () => undefined, maxHeadersLength: Number.MAX_SAFE_INTEGER };

async function renderBody(
  { dataRoutes }: StaticHandler,
  { context, queryClient }: LoadedPage,
  i18n: I18n,
): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <ServerRendering value>
      <I18nextProvider i18n={i18n}>
        <AppProviders queryClient={queryClient}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </AppProviders>
      </I18nextProvider>
    </ServerRendering>,
    { ...withoutPreloads, onError: (error) => void errors.push(error) },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new AggregateError(errors, 'the page cannot be rendered');
  return html;
}

const versions = new WeakMap<object, number>();
let lastVersion = 0;

/** A number of the data: equal data stays the same object when it is fetched again (structural sharing). */
function versionOf(data: unknown): number | string {
  if (typeof data !== 'object' || data === null) return String(data);
  const version = versions.get(data) ?? (lastVersion += 1);
  versions.set(data, version);
  return version;
}

/** Pages with equal keys have equal markup: all unknown products have, and all pages behind one guard. */
function markupKey(
  language: Language,
  page: MatchedPage,
  { status, queryClient }: LoadedPage,
): string {
  const { handle, pattern, url } = page;
  const { layout = '', access } = handle;
  const place = access !== undefined ? `${layout} ${access}` : status === 200 ? url : pattern;
  const queries = queryClient.getQueryCache().getAll();
  return [language, place, ...queries.map(({ state }) => versionOf(state.data))].join(' ');
}

/** Renders the pages of one deployment. */
function createRenderer({ settings, baseUrl, onPrefetchFailure }: RendererOptions): Renderer {
  const shown = pagesWith(settings.features);
  const routes = createRoutes(shown);
  const handler = createStaticHandler(createRoutes(shown));
  const cache = new PrefetchCache(onPrefetchFailure);

  return {
    listedPaths: shown
      .filter(({ description, pattern }) => description !== undefined && !pattern.includes(':'))
      .map(({ pattern }) => pattern),
    privatePaths: shown.filter(({ access }) => access !== undefined).map(({ pattern }) => pattern),
    async prepare(url, language, requestId) {
      // The server's own URL is known once it listens.
      provideSettings({
        ...settings,
        supabaseUrl: settings.supabaseUrl || baseUrl(),
        storeUrl: settings.storeUrl || baseUrl(),
        isOwnStore: settings.storeUrl === '',
        styleNonce: '',
      });
      const page = matchPage(routes, url);
      const loaded = await loadPage(handler, page, cache, requestId);
      const { queryClient, status, subject } = loaded;
      const i18n = await translations[language];
      const dehydratedState = dehydrate(queryClient);
      const { handle, path } = page;
      const { siteUrl } = settings;
      return {
        status,
        head: renderToStaticMarkup(
          <>
            <HeadTags {...{ handle, subject, language, path, siteUrl, t: i18n.t }} />
            <Preloads
              language={language}
              handle={handle}
              showsThai={language === 'th' || thaiCharacters.test(JSON.stringify(dehydratedState))}
            />
          </>,
        ),
        dehydratedState,
        key: markupKey(language, page, loaded),
        render: () => renderBody(handler, loaded, i18n),
      };
    },
  };
}

export const serverEntry: ServerEntry = { createRenderer };
