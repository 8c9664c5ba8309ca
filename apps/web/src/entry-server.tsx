import { dehydrate } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
} from 'react-router';
import latinFont from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url';
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url';
import { titleIn } from '@bkksiam/domain/bilingual-text';
import { fallbackLanguage, type Language } from '@bkksiam/domain/languages';
import type { RendererOptions, Renderer, ServerEntry } from '@bkksiam/server/site/server-entry';
import { AppProviders } from '#app/app.tsx';
import { provideSettings, type AgencyOnSite } from '#platform/env.ts';
import { pages } from '#pages.ts';
import { localePath, textOptions } from '#platform/i18n.ts';
import type { PageHandle } from '#platform/page-handle.ts';
import { HeadTags, ServerRendering } from '#platform/page-head.tsx';
import { createRoutes, pagesWith } from './routes.tsx';
import { AgencyData, agencyReader } from './server-agency.tsx';
import { loadPage, markupKey, versionOf, type LoadedPage } from './server-page.ts';
import { PrefetchCache } from './server-prefetch.ts';

/** Public pages whose markup has parts of inner pages. */
const pagesWithInnerStyles: readonly PageHandle[] = [
  pages.flights,
  pages.checkout,
  pages.orderPlaced,
  pages.guestOrder,
  pages.payGuestOrder,
];

const pagesWithAgency: readonly PageHandle[] = [pages.home, pages.contact, pages.contactThread];

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
  const namespaces = [...textOptions.ns, handle.texts, handle.document]
    .flat()
    .filter((namespace) => namespace !== undefined);
  const files = [...new Set([language, fallbackLanguage])].flatMap((read) =>
    namespaces.map((name) => localePath(read, name)),
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

/** Renders the pages of one deployment. */
function createRenderer({ settings, baseUrl, onPrefetchFailure }: RendererOptions): Renderer {
  const shown = pagesWith(settings.features);
  const handler = createStaticHandler(createRoutes(shown));
  const cache = new PrefetchCache(onPrefetchFailure);
  const readAgency = agencyReader(cache, settings.features.length > 0);

  return {
    listedPaths: shown
      .filter(({ description, pattern }) => description !== undefined && !pattern.includes(':'))
      .map(({ pattern }) => pattern),
    privatePaths: shown.filter(({ access }) => access !== undefined).map(({ pattern }) => pattern),
    async prepare(url, language, requestId) {
      const provide = (agency?: AgencyOnSite) =>
        provideSettings({
          ...settings,
          // The server's own URL is known once it listens.
          supabaseUrl: settings.supabaseUrl || baseUrl(),
          storeUrl: settings.storeUrl || baseUrl(),
          isOwnStore: settings.storeUrl === '',
          styleNonce: '',
          agency,
        });
      provide();
      const [page, { profile, agency, texts }] = await Promise.all([
        loadPage(handler, url, cache, requestId),
        readAgency(requestId),
      ]);
      provide(agency);
      const { queryClient, status, handle, path } = page;
      const subject = page.subject && { title: titleIn(language, page.subject.title) };
      const i18n = texts[language];
      const dehydratedState = dehydrate(queryClient);
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
            {profile && pagesWithAgency.includes(handle) && (
              <AgencyData {...{ profile, language, siteUrl }} />
            )}
          </>,
        ),
        hasInnerStyles: pagesWithInnerStyles.includes(handle),
        agency,
        dehydratedState,
        key: `${markupKey(language, page)} ${versionOf(profile)}`,
        render: () => renderBody(handler, page, i18n),
      };
    },
  };
}

export const serverEntry: ServerEntry = { createRenderer };
