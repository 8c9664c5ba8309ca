import type { FastifyInstance } from 'fastify';
import type { Renderer } from './server-entry.ts';

/** Disallowed prefixes: pages behind the sign-in, and the auth service, to which mailed links lead. */
function closedPrefixes(privatePaths: readonly string[]): string[] {
  const prefixes = privatePaths.map((path) => path.replace(/:.*/, ''));
  const shortest = prefixes.filter(
    (path) => !prefixes.some((other) => other !== path && path.startsWith(`${other}/`)),
  );
  return [...new Set([...shortest, '/auth/v1/'])].toSorted();
}

function robots(siteUrl: string, privatePaths: readonly string[]): string {
  const lines = closedPrefixes(privatePaths).map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...lines, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => xmlEntities[character] ?? character);
}

/** Both languages of a page share one URL, so it is listed once. */
function siteMap(siteUrl: string, listedPaths: readonly string[]): string {
  const entries = listedPaths.map((path) => `  <url><loc>${xmlText(siteUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Serves `/robots.txt` and `/sitemap.xml` with the site's public URLs.
 *
 * @param siteUrl without a trailing slash
 */
export function serveSearchEngines(
  app: FastifyInstance,
  siteUrl: string,
  { listedPaths, privatePaths }: Pick<Renderer, 'listedPaths' | 'privatePaths'>,
): void {
  const caching = 'public, max-age=3600';
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', caching)
      .type('text/plain; charset=utf-8')
      .send(robots(siteUrl, privatePaths)),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .header('cache-control', caching)
      .type('application/xml')
      .send(siteMap(siteUrl, listedPaths)),
  );
}
