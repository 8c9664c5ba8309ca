import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shell } from '../http/fallback-errors.ts';
import { shouldRejectPage } from '../http/load-shedding.ts';
import { chooseEncoding, encodeBody } from '../http/content-encoding.ts';
import { readPagePreferences, varyHeaders } from './page-preferences.ts';
import { checkTemplate, writePage, type PageContent } from './page-template.ts';
import type { PublicSettings } from './public-settings.ts';
import type { RenderedPages } from './rendered-pages.ts';
import { serveSearchEngines } from './search-engines.ts';
import type { PreparedPage, ServerEntry } from './server-entry.ts';

export interface SiteOptions {
  /** Folder of the built site: `client` holds the static files, `server` the server build. */
  readonly siteDir: string;
  readonly siteUrl: string;
  readonly settings: PublicSettings;
  /** Further image hosts besides the site and the store. */
  readonly imageHosts: readonly string[];
  /** Base URL at which this process reaches itself. */
  readonly baseUrl: () => string;
  readonly pages: RenderedPages;
}

/** The origins of the URLs: a policy source with a path would match that path alone. */
function originsOf(addresses: readonly string[]): string[] {
  return addresses.filter(Boolean).map((address) => new URL(address).origin);
}

/** The content security policy of every page: own origin, no inline script; dialogs add styles with the nonce. */
function contentSecurityPolicy({ settings, imageHosts }: SiteOptions, nonce: string): string {
  const { supabaseUrl, storeUrl } = settings;
  const project = originsOf([supabaseUrl]);
  // Unlike 'self', the origin of a project does not stand for its sockets.
  const sockets = project.map((origin) => origin.replace(/^http/, 'ws'));
  const connect = ["'self'", ...project, ...sockets, ...originsOf([storeUrl])].join(' ');
  const images = ["'self'", 'data:', ...originsOf([storeUrl]), ...imageHosts].join(' ');
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${images}`,
    "font-src 'self'",
    `connect-src ${connect}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function loadServerEntry(siteDir: string): Promise<ServerEntry> {
  const file = pathToFileURL(join(siteDir, 'server/entry-server.js'));
  const built = (await import(file.href)) as { serverEntry: ServerEntry };
  return built.serverEntry;
}

/** A query that failed is made again after this time (`retryAfterMs` of the prefetch cache). */
const retryAfterSeconds = '5';
const reportEveryMs = 10_000;

/** Logs failed prefetches without a stack, at most one in ten seconds for each kind of query. */
function prefetchFailureLog(app: FastifyInstance) {
  const reportedAt = new Map<unknown, number>();
  return ([kind]: readonly unknown[], error: unknown, reqId: string) => {
    const now = performance.now();
    if (now - (reportedAt.get(kind) ?? -reportEveryMs) < reportEveryMs) return;
    reportedAt.set(kind, now);
    const reason = error instanceof Error ? error.message : String(error);
    app.log.warn({ reqId, query: kind, reason }, 'pages are rendered without its data');
  };
}

/** Serves the built files: hashed ones are immutable and precompressed, the others are revalidated. */
async function serveFiles(app: FastifyInstance, siteDir: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, routeLabel: 'file' };
    });
    await files.register(serveStatic, {
      root: siteDir,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html*', '.*/**'],
      cacheControl: false,
      setHeaders(response, path) {
        const immutable = path.includes('/assets/');
        response.setHeader(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
        );
      },
    });
  });
}

/** Sends 503 with a `Refresh` header, so that the browser reloads the page by itself. */
function sendBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': '1', 'cache-control': 'no-store', refresh: '2' })
    .type('text/plain; charset=utf-8')
    .send('BKK Siam is busy. This page opens in a moment.\nขณะนี้มีผู้ใช้จำนวนมาก หน้านี้จะเปิดในอีกสักครู่');
}

/** The content of the template for a request. */
async function content(
  request: FastifyRequest,
  prepared: PreparedPage,
  pages: RenderedPages,
): Promise<Pick<PageContent, 'head' | 'hasInnerStyles' | 'body' | 'dehydratedState'>> {
  const { head, hasInnerStyles, dehydratedState } = prepared;
  const known = { head, hasInnerStyles, dehydratedState };
  try {
    return { ...known, body: await pages.get(prepared) };
  } catch (error) {
    request.log.error({ err: error }, 'the page could not be rendered');
    return known;
  }
}

/**
 * Serves the built site: static files, robots.txt and sitemap, and server-rendered pages, which are never cached.
 *
 * @returns the handler that sends a page, for the remaining routes of the site
 */
export async function sitePlugin(app: FastifyInstance, options: SiteOptions): Promise<Shell> {
  const { siteDir, siteUrl, baseUrl, pages } = options;
  const template = await readFile(join(siteDir, 'client/index.html'), 'utf8');
  checkTemplate(template);
  const entry = await loadServerEntry(siteDir);
  const onPrefetchFailure = prefetchFailureLog(app);
  const renderer = entry.createRenderer({ settings: options.settings, baseUrl, onPrefetchFailure });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    hsts: siteUrl.startsWith('https:'),
  });
  serveSearchEngines(app, siteUrl, renderer);
  await serveFiles(app, join(siteDir, 'client'));

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (shouldRejectPage(request)) return sendBusy(reply);
    const preferences = readPagePreferences(request.headers);
    const prepared = await renderer.prepare(request.url, preferences.language, request.id);
    const nonce = randomBytes(16).toString('base64');
    const page = writePage(template, {
      preferences,
      // Without an agency the block has no such name.
      settings: { ...options.settings, agency: prepared.agency, styleNonce: nonce },
      ...(await content(request, prepared, pages)),
    });
    const encoding = chooseEncoding(request.headers);
    const body = await encodeBody(page, encoding);
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    if (prepared.status === 503) reply.header('retry-after', retryAfterSeconds);
    return reply
      .code(prepared.status)
      .header('cache-control', 'no-store')
      .header('vary', `${varyHeaders}, Accept-Encoding`)
      .header('content-language', preferences.language)
      .header('content-security-policy', contentSecurityPolicy(options, nonce))
      .type('text/html; charset=utf-8')
      .send(body);
  }
  app.get('/', sendPage);
  return sendPage;
}
