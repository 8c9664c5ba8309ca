import { createInstance, type i18n as Texts } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router';
import { clientCode, startCode, thaiFont } from 'virtual:client-build';
import type { Language } from '@bkksiam/domain/languages';
import type { PagePainter, PageRequest, PaintedPage } from '@bkksiam/domain/page-paint';
import { AppFrame } from '#app/app.tsx';
import { isPageHandle, pageHandle } from '#app/page-handle.ts';
import { pageHead, type PageHead } from '#app/page-head.ts';
import { readingsFor, type PaintedAnswer } from '#app/page-readings.ts';
import { addPrivatePages, privatePages } from '#app/private-pages.tsx';
import { loadPage, routes } from '#app/router.tsx';
import { firstViewBlocks } from '#platform/first-view.ts';
import { textOptions } from '#platform/i18n.ts';
import { innerTexts } from '#platform/inner-texts.ts';
import { QueryShelf } from '#platform/query-shelf.ts';

type Resources = Record<string, object>;
type Modules = Record<string, Readonly<Record<string, unknown>>>;

const texts = import.meta.glob<object>('../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});
const pageModules: Modules = import.meta.glob(
  ['./app/*.tsx', './features/*/*.tsx', '!./**/*.test.tsx'],
  { eager: true },
);

addPrivatePages(routes);
const isPrivate = (route: RouteObject) => [...privatePages.values()].flat().includes(route);

/** Matches every unknown path. */
const unknownPage = '*';

function textsOf(language: Language): Resources {
  const file = new RegExp(`/${language}/(\\w+)\\.json$`);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => {
      const name = file.exec(path)?.[1];
      return name === undefined ? [] : [[name, text]];
    }),
  );
}

async function speak(language: Language, resources: Resources): Promise<Texts> {
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .init({ ...textOptions, lng: language, resources: { [language]: resources } });
  return instance;
}

/** What was read for the page, as it carries it; without what could not be had. */
function paintedAnswers({ path, storeUrl, answers }: PageRequest): PaintedAnswer[] {
  return readingsFor(path, '').flatMap(({ painted }, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : (painted(answer, storeUrl) ?? []);
  });
}

function withoutInner(texts: Resources): Resources {
  const inner: readonly string[] = innerTexts;
  return Object.fromEntries(Object.entries(texts).filter(([group]) => !inner.includes(group)));
}

/** Files of the application and of the pages of these routes, besides what is painted with. */
function codeOf(matches: ReturnType<typeof matchRoutes>): string[] {
  const files = (matches ?? []).flatMap(({ route: { Component } }) => {
    const source = Object.keys(pageModules).find(
      (path) =>
        Component !== undefined &&
        `src${path.slice(1)}` in clientCode &&
        Object.values(pageModules[path] ?? {}).includes(Component),
    );
    return source === undefined ? [] : (clientCode[`src${source.slice(1)}`] ?? []);
  });
  return [...new Set([...startCode, ...files])];
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

function tagText(tag: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join('')}>`;
}

/** In the text of an element, be it a price alone: the sign of the baht is among the Thai letters. */
const thaiLetters = />[^<]*[\u0E01-\u0E5B]/;

/** Letters that come after the page was first laid out have it wait while the browser looks for some in the system. */
function lettersText(body: string): string {
  const letters = {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossorigin: '',
    href: thaiFont,
  };
  return thaiLetters.test(body) ? tagText('link', letters) : '';
}

function headText({ title, tags }: PageHead): string {
  return [
    `<title>${escaped(title)}</title>`,
    ...tags.map(({ tag, attributes }) => tagText(tag, attributes)),
  ].join('');
}

async function render(path: string, instance: Texts, shelf: QueryShelf): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://page.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <I18nextProvider i18n={instance}>
      <AppFrame shelf={shelf}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </AppFrame>
    </I18nextProvider>,
    {
      onError: (error) => void failures.push(error),
      // Larger parts would otherwise be put in their place by inline scripts, which the page's policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${path} cannot be painted`);
  // Hints for pictures that stand in the page anyway.
  return html.replace(/^(?:<link [^>]*>)+/, '');
}

/**
 * The path a page is rendered at: without an id where all paths of the route share the page, else as links write it.
 */
function renderedPath(path: string, isShared: boolean): string {
  const match = matchRoutes(routes, path)?.at(-1);
  const pattern = match?.route.path ?? unknownPage;
  if (pattern === unknownPage) return `/${unknownPage}`;
  return isShared || match === undefined ? pattern : generatePath(pattern, match.params);
}

async function paint(request: PageRequest): Promise<PaintedPage> {
  const { language } = request;
  const isMissing = readingsFor(request.path, '').some(
    ({ read }, at) => read.isSubject && request.answers[at]?.found === false,
  );
  const isPublic = !matchRoutes(routes, request.path)?.some(({ route }) => isPrivate(route));
  const path = renderedPath(request.path, isMissing || !isPublic);
  await loadPage(path);
  const matches = matchRoutes(routes, path);
  const instance = await speak(language, textsOf(language));
  const painted = paintedAnswers({ ...request, path });
  const answers = painted.map(({ ready }) => ready);
  const shelf = new QueryShelf(answers);
  const body = await render(path, instance, shelf);
  const named = matches?.map(({ route }) => route.handle as unknown).findLast(isPageHandle);
  if (named === undefined) throw new Error(`nobody has named the page at ${path}`);
  // Without a description the head says that the page is not to be listed.
  const handle = isMissing ? pageHandle({ title: named.title }) : named;
  const subject = painted.find((answer) => answer.subject !== undefined)?.subject;
  const { siteUrl } = request;
  const head = pageHead({ handle, subject, language, path, siteUrl, t: instance.t });
  const used = instance.reportNamespaces?.getUsedNamespaces() ?? [];
  const blocks = {
    [firstViewBlocks.code]: codeOf(matches),
    [firstViewBlocks.texts]: Object.fromEntries(
      used.map((name) => {
        const bundle = instance.getResourceBundle(language, name) as Resources;
        return [name, isPublic ? withoutInner(bundle) : bundle];
      }),
    ),
    ...(shelf.opened && answers.length > 0 && { [firstViewBlocks.answers]: answers }),
  };
  // The answer for a missing product names its id, the rest of its page does not.
  const blocksAt = (at: string) => ({
    ...blocks,
    [firstViewBlocks.answers]: paintedAnswers({ ...request, path: at }).map(({ ready }) => ready),
  });
  return {
    head: headText(head) + lettersText(body),
    body,
    blocks: isMissing ? blocksAt : () => blocks,
  };
}

function routeOf(path: string): string | undefined {
  const pattern = matchRoutes(routes, path)?.at(-1)?.route.path ?? unknownPage;
  return pattern === unknownPage ? undefined : pattern;
}

/** Paints the pages of the site; the server loads the built file and calls it. */
export const painter: PagePainter = {
  routeOf,
  readsFor: (path, storeId) => readingsFor(path, storeId).map(({ read }) => read),
  paint,
};
