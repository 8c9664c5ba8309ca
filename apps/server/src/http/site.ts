import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Shell } from './fallback-errors.ts';
import type { PublicSettings } from './public-settings.ts';

export interface SiteOptions {
  readonly siteDir: string;
  readonly siteUrl: string;
  readonly settings: PublicSettings;
}

const placeholder = /<script type="application\/json" id="settings">\s*\{\}\s*<\/script>/;

/** JSON that can stand inside a script element: no `<` that could end it. */
function dataBlock(settings: object): string {
  return `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`;
}

/** The strict policy of every page: own origin only, no inline script; styles the dialogs add carry the nonce. */
function contentSecurityPolicy(settings: PublicSettings, nonce: string): string {
  const connect = ["'self'", settings.supabaseUrl, settings.storeUrl].filter(Boolean).join(' ');
  const images = ["'self'", 'data:', settings.storeUrl].filter(Boolean).join(' ');
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

/**
 * Serves the built site: hashed assets for ever and precompressed, translations revalidated, the page never cached.
 * Returns how to answer with the page, for the addresses the browser's router knows.
 */
export async function sitePlugin(app: FastifyInstance, options: SiteOptions): Promise<Shell> {
  const page = await readFile(join(options.siteDir, 'index.html'), 'utf8');
  if (!placeholder.test(page)) {
    throw new Error(`the built page in ${options.siteDir} has no place for the settings`);
  }
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    hsts: options.siteUrl.startsWith('https:'),
  });
  await app.register(serveStatic, {
    root: options.siteDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html*'],
    cacheControl: false,
    setHeaders(response, path) {
      const immutable = path.includes('/assets/');
      response.setHeader(
        'cache-control',
        immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      );
    },
  });
  const shell: Shell = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy(options.settings, nonce))
      .type('text/html; charset=utf-8')
      .send(page.replace(placeholder, () => dataBlock({ ...options.settings, styleNonce: nonce })));
  };
  app.get('/', (_request, reply) => shell(reply));
  return shell;
}
