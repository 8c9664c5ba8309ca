import type { FastifyInstance } from 'fastify';
import { listedPages } from '@bkksiam/domain/public-pages';

// Behind the sign-in, or a service: nothing there is worth a visit.
const closed = ['/admin', '/auth/v1/', '/booking/', '/dashboard', '/orders', '/profile'];

function robots(siteUrl: string): string {
  const lines = closed.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...lines, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  return text.replaceAll(/[&<>]/g, (letter) => xmlEntities[letter] ?? letter);
}

/** Both languages of a page share one address, so it is listed once. */
function siteMap(siteUrl: string): string {
  const entries = listedPages.map((path) => `  <url><loc>${xmlText(siteUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Serves `/robots.txt` and `/sitemap.xml`, which name the pages by the site's public address.
 *
 * @param siteUrl without a trailing slash
 */
export function tellSearchEngines(app: FastifyInstance, siteUrl: string): void {
  const fresh = 'public, max-age=3600';
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', fresh).type('text/plain; charset=utf-8').send(robots(siteUrl)),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    reply.header('cache-control', fresh).type('application/xml').send(siteMap(siteUrl)),
  );
}
