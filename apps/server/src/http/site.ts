import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shell } from './fallback-errors.ts';
import { choosePage, choosingHeaders } from './page-choice.ts';
import { checkTemplate, writePage } from './page-template.ts';
import { PageReadings } from './page-readings.ts';
import { loadPainter, PaintedPages, type PageAnswer } from './painted-pages.ts';
import type { PublicSettings } from './public-settings.ts';
import { chooseEncoding, encodeText } from './text-encoding.ts';

export interface SiteOptions {
  readonly siteDir: string;
  readonly siteUrl: string;
  readonly settings: PublicSettings;
  /** Where pictures may come from besides the site and the store. */
  readonly imageHosts: readonly string[];
  /** Where this server itself listens. */
  readonly ownAddress: () => string;
}

/** Origins only: a policy's source with a path admits that one path, not what is below it. */
function originsOf(addresses: readonly string[]): string[] {
  return addresses.filter(Boolean).map((address) => new URL(address).origin);
}

/** The strict policy of every page: own origin only, no inline script; styles the dialogs add carry the nonce. */
function contentSecurityPolicy({ settings, imageHosts }: SiteOptions, nonce: string): string {
  const { supabaseUrl, storeUrl } = settings;
  const connect = ["'self'", ...originsOf([supabaseUrl, storeUrl])].join(' ');
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

/** How the site was built to paint its pages, relative to its folder. */
const painterFile = '.painter/painter.js';

async function openPages(app: FastifyInstance, options: SiteOptions): Promise<PaintedPages> {
  const { siteUrl, settings, ownAddress } = options;
  const { anonKey, storeUrl, storeId, supabaseUrl } = settings;
  const readings = new PageReadings({
    services: {
      data: {
        address: () => supabaseUrl || ownAddress(),
        headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
      },
      store: { address: () => storeUrl || ownAddress(), headers: {} },
    },
    onFailure: (service, reason) => app.log.warn({ service, reason }, 'pages go without its data'),
  });
  const painter = await loadPainter(join(options.siteDir, painterFile));
  return new PaintedPages({ painter, readings, siteUrl, storeUrl, storeId });
}

/** Files of the build: hashed ones for ever and precompressed, the others revalidated. */
async function serveFiles(app: FastifyInstance, siteDir: string): Promise<void> {
  await app.register(serveStatic, {
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
}

/**
 * Serves the built site: its files, and every page painted in the visitor's language, never cached.
 * Returns how to answer with the page, for the addresses the browser's router knows.
 */
export async function sitePlugin(app: FastifyInstance, options: SiteOptions): Promise<Shell> {
  const template = await readFile(join(options.siteDir, 'index.html'), 'utf8');
  checkTemplate(template);
  const pages = await openPages(app, options);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    hsts: options.siteUrl.startsWith('https:'),
  });
  await serveFiles(app, options.siteDir);

  async function awaitPainted(request: FastifyRequest, painted: PageAnswer['painted']) {
    try {
      return await painted;
    } catch (error) {
      request.log.error({ err: error }, 'the page could not be painted');
      return undefined;
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const choice = choosePage(request.headers);
    const path = request.url.split('?', 1)[0] ?? '/';
    const { status, painted } = await pages.get(path, choice.language);
    const nonce = randomBytes(16).toString('base64');
    const settings = { ...options.settings, styleNonce: nonce };
    const page = writePage(template, {
      choice,
      settings,
      path,
      painted: await awaitPainted(request, painted),
    });
    const encoding = chooseEncoding(request.headers);
    const body = await encodeText(page, encoding);
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('vary', `${choosingHeaders}, Accept-Encoding`)
      .header('content-language', choice.language)
      .header('content-security-policy', contentSecurityPolicy(options, nonce))
      .type('text/html; charset=utf-8')
      .send(body);
  }
  app.get('/', answer);
  return answer;
}
