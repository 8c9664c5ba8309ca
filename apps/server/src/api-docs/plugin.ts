import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { isUnavailable, type CallerDatabase } from '../db/database.ts';
import { compressText } from '../http/content-encoding.ts';
import { rejectWhenBusy, ServerBusy } from '../http/load-shedding.ts';
import { readDatabaseCatalog } from './database-catalog.ts';
import { describeApi, type ProductFacts } from './document.ts';

export interface ApiDocsOptions extends ProductFacts {
  readonly database: CallerDatabase;
  /** The program of Scalar that draws the page. */
  readonly rendererFile: string;
}

const configuration = {
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
};

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" type="image/svg+xml" href="/favicon.svg">
    <title>BKK Siam API</title>
  </head>
  <body>
    <script id="api-reference" data-url="/docs/openapi.json" data-configuration="${escapeAttribute(JSON.stringify(configuration))}"></script>
    <script src="/docs/scalar.js"></script>
  </body>
</html>
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar adds styles as elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Anyone may ask for it, and the catalogs take 0.4 s to read. */
const keptMs = 10_000;

/** Makes a value again once it is older than that, however many wait for it. */
function keep<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (kept === undefined || now - kept.at > keptMs) {
      const value = make();
      kept = { at: now, value };
      value.catch(() => (kept = undefined));
    }
    return kept.value;
  };
}

/** `/docs`: the API of this server, described from its database and drawn by Scalar. */
export async function apiDocsPlugin(app: FastifyInstance, options: ApiDocsOptions): Promise<void> {
  const { database, rendererFile, ...facts } = options;
  const renderer = await readFile(rendererFile);
  const description = keep(async () =>
    JSON.stringify(describeApi(await readDatabaseCatalog(database), facts)),
  );
  rejectWhenBusy(app);
  app.setErrorHandler((error: Error, _request, reply) => {
    if (!isUnavailable(error) && !(error instanceof ServerBusy)) throw error;
    return reply.code(503).header('retry-after', '1').send({ message: 'Service Unavailable' });
  });
  app.addHook('onSend', compressText);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-cache');
    done();
  });
  app.get('/docs', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get('/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await description()),
  );
  app.get('/docs/scalar.js', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(renderer),
  );
}
