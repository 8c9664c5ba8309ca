import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createInstance, type i18n as I18n } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router';
import latinFont from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url';
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url';
import { fallbackLanguage, type Language } from '@bkksiam/domain/languages';
import type { Renderer, RendererOptions, ServerEntry } from '@bkksiam/server/site/server-entry';
import { AppProviders, createQueryClient } from '#app/app.tsx';
import { isPageHandle, pageHead, type PageHandle, type PageLocation } from '#app/page-head.ts';
import { provideSettings } from '#platform/env.ts';
import { localePath, textOptions } from '#platform/i18n.ts';
import { isGuard, listedPaths, privatePaths, routes } from './routes.tsx';
import { PrefetchCache, type Prefetched } from './server-prefetch.ts';

const handler = createStaticHandler(routes);
/** Matches every unknown path. */
const unknownPage = '*';

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
  readonly location: PageLocation;
  /** Path and the query parameters the page reads; the cache key of its markup. */
  readonly url: string;
  readonly path: string;
  readonly isUnknown: boolean;
}

/** The first path below a guard: until the session is known, all its pages have the same markup. */
function firstPath({ path, children = [] }: RouteObject): string | undefined {
  return path ?? children.map(firstPath).find((found) => found !== undefined);
}

function matchPage(url: string): MatchedPage {
  const [pathname = '/', ...query] = url.split('?');
  // `*` does not match the line breaks of a decoded path.
  const matches = matchRoutes(routes, pathname) ?? matchRoutes(routes, `/${unknownPage}`) ?? [];
  const handle = matches.map(({ route }): unknown => route.handle).findLast(isPageHandle);
  const { route, params } = matches.at(-1) ?? { route: undefined, params: {} };
  if (route?.path === undefined || handle === undefined) throw new Error(`no page at ${pathname}`);
  const guard = matches.find((match) => isGuard(match.route))?.route;
  const isUnknown = route.path === unknownPage;
  const search = new URLSearchParams(
    [...new URLSearchParams(query.join('?'))].filter(([name]) =>
      handle.searchParams?.includes(name),
    ),
  );
  const path = isUnknown ? `/${unknownPage}` : generatePath(route.path, params);
  const rendered = (guard && firstPath(guard)) ?? path;
  const read = search.size > 0 ? `?${search.toString()}` : '';
  return { handle, location: { params, search }, path, url: rendered + read, isUnknown };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

function tagMarkup(tag: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${pairs.join('')}>`;
}

/** Includes the baht sign. */
const thaiCharacters = /[\u0E01-\u0E5B]/;

/** Preloads of the fonts, and of the texts that hydration needs: those `entry-client` starts after the first paint. */
function preloads(language: Language, { texts }: PageHandle, data: string): string {
  const showsThai = language === 'th' || thaiCharacters.test(data);
  const fonts = showsThai ? [latinFont, thaiFont] : [latinFont];
  const namespaces = texts === undefined ? textOptions.ns : [...textOptions.ns, texts];
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
  const text = { 'data-rel': 'preload', as: 'fetch', crossorigin: '' };
  const files = [...new Set([language, fallbackLanguage])].flatMap((read) =>
    namespaces.map((name) => localePath.replace('{{lng}}', read).replace('{{ns}}', name)),
  );
  return [
    ...fonts.map((href) => tagMarkup('link', { href, ...font })),
    ...files.map((href) => tagMarkup('link', { href, ...text })),
  ].join('');
}

function clientWith(queries: readonly Prefetched[]): QueryClient {
  const client = createQueryClient();
  for (const { queryKey, data, updatedAt } of queries) {
    client.setQueryData(queryKey, data, { updatedAt });
  }
  return client;
}

async function renderBody(url: string, i18n: I18n, queryClient: QueryClient): Promise<string> {
  const context = await handler.query(new Request(`http://site.invalid${url}`));
  if (context instanceof Response) throw new Error(`${url} redirects`);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <I18nextProvider i18n={i18n}>
      <AppProviders queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </AppProviders>
    </I18nextProvider>,
    { onError: (error) => void errors.push(error) },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new AggregateError(errors, `${url} cannot be rendered`);
  // Removes React's preloads of pictures: the page has the pictures themselves.
  return html.replace(/^(?:<link [^>]*>)+/, '');
}

function titleOf(data: unknown): string | undefined {
  const title: unknown = typeof data === 'object' && data !== null && Reflect.get(data, 'title');
  return typeof title === 'string' ? title : undefined;
}

/** Renders the pages of one deployment. */
function createRenderer({ settings, baseUrl, onPrefetchFailure }: RendererOptions): Renderer {
  const cache = new PrefetchCache(onPrefetchFailure);

  return {
    async prepare(url, language, requestId) {
      // The server's own URL is known once it listens.
      provideSettings({
        ...settings,
        supabaseUrl: settings.supabaseUrl || baseUrl(),
        storeUrl: settings.storeUrl || baseUrl(),
        isOwnStore: settings.storeUrl === '',
        styleNonce: '',
      });
      const page = matchPage(url);
      const { handle, location, path, isUnknown } = page;
      const resourceQuery = await handle.resource?.(location);
      const resource = resourceQuery && (await cache.get(resourceQuery, requestId));
      const resourceData = resource?.data;
      const queries = (await handle.prefetch?.(location, resourceData)) ?? [];
      const others = await Promise.all(queries.map((query) => cache.get(query, requestId)));
      const prefetched = resource ? [resource, ...others] : others;
      const isMissing = resourceData === null;
      const isUnchecked = resource !== undefined && resourceData === undefined;
      const i18n = await translations[language];
      const { title, tags } = pageHead({
        // Without a description the page is `noindex`.
        handle: isMissing ? { title: handle.title } : handle,
        name: titleOf(resourceData),
        language,
        path,
        siteUrl: settings.siteUrl,
        t: i18n.t,
      });
      const known = prefetched.filter(({ data }) => data !== undefined);
      const data = JSON.stringify(known.map((one) => one.data));
      const isRendered = resource === undefined || titleOf(resourceData) !== undefined;
      return {
        status: isUnchecked ? 503 : isUnknown || isMissing ? 404 : 200,
        head: [
          `<title>${escaped(title)}</title>`,
          ...tags.map(({ tag, attributes }) => tagMarkup(tag, attributes)),
          preloads(language, handle, data),
        ].join(''),
        dehydratedState: dehydrate(clientWith(known)),
        key: isRendered ? [language, page.url, data].join(' ') : undefined,
        render: () => renderBody(page.url, i18n, clientWith(known)),
      };
    },
  };
}

export const serverEntry: ServerEntry = {
  listedPaths,
  privatePaths,
  createRenderer,
};
