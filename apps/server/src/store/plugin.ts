import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable, type StoreDatabase } from '../db/database.ts';
import { chooseEncoding, compressText } from '../http/content-encoding.ts';
import { rejectWhenBusy, ServerBusy } from '../http/load-shedding.ts';
import { searchOf } from '../http/request-path.ts';
import { ResponseCache, type CachedResponse } from './response-cache.ts';
import { listProducts, readProduct, readStock } from './catalogue.ts';
import { BadParameter, productId, readProductQuery, readStockQuery } from './product-query.ts';

export interface StoreOptions {
  readonly database: StoreDatabase;
  /** The id of the store in its URLs. */
  readonly storeId: string;
  readonly cache?: ResponseCache;
}

const channel = 'bkk_products';
/**
 * Covers navigating back and forth, but short enough for prices to stay current. Products carry the stock as of when they
 * were read (spec §3); before one is added, clients ask for the stock (spec §7), which is never cached.
 */
const publicCaching = 'public, max-age=10, stale-while-revalidate=50';

async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse | null,
): Promise<FastifyReply> {
  if (cached === null) return reply.code(404).send({ message: 'Product not found' });
  const encoding = chooseEncoding(request.headers);
  // An encoded body has a weak ETag, because its bytes differ (RFC 9110, section 8.8.3).
  const etag = encoding === undefined ? cached.etag : `W/${cached.etag}`;
  reply.header('cache-control', publicCaching).header('etag', etag);
  reply.header('vary', 'Accept-Encoding');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag.replace(/^W\//, '') === cached.etag || tag === '*')) {
    return reply.code(304).send();
  }
  reply.type('application/json; charset=utf-8');
  if (encoding === undefined) return reply.send(cached.body);
  return reply.header('content-encoding', encoding).send(await cached.encoded(encoding));
}

function setErrorHandlers(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof BadParameter) return reply.code(400).send({ message: error.message });
    if (isUnavailable(error) || error instanceof ServerBusy) {
      return reply.code(503).header('retry-after', '1').send({ message: 'Service Unavailable' });
    }
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send({ message: error.message });
    request.log.error({ err: error }, 'the store failed');
    return reply.code(500).send({ message: 'Internal Server Error' });
  });
}

/** `/store`: the public, read-only API of products and their stock (spec §7). */
export async function storePlugin(app: FastifyInstance, options: StoreOptions): Promise<void> {
  const { database, storeId, cache = new ResponseCache() } = options;
  let stopListening: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    stopListening = await database.listen(channel, (id) => {
      const forget = () => (id === '' ? cache.clear() : cache.deleteProduct(id));
      forget();
      // Until then a replica may still answer with what was before.
      if (database.maxLagMs > 0) setTimeout(forget, database.maxLagMs).unref();
    });
  });
  app.addHook('onClose', () => stopListening?.());

  await app.register(cors, { origin: '*', methods: ['GET'], exposedHeaders: ['etag'] });
  app.addHook('onSend', compressText);
  setErrorHandlers(app);
  rejectWhenBusy(app);
  app.addHook('onRequest', async (request, reply) => {
    const { store } = request.params as { store?: string };
    if (store !== undefined && store !== storeId) {
      return reply.code(404).send({ message: 'Store not found' });
    }
  });

  app.get('/:store/products', async (request, reply) => {
    const query = readProductQuery(searchOf(request.url));
    // The key is of the parsed query, so the order of the parameters does not matter.
    const list = {
      key: `products ${JSON.stringify(query)}`,
      ids: query.ids,
      load: () => listProducts(database, query),
    };
    return sendCached(request, reply, await cache.get(list));
  });
  app.get<{ Params: { id: string } }>('/:store/products/:id', async (request, reply) => {
    const { id } = request.params;
    if (!productId.safeParse(id).success) return sendCached(request, reply, null);
    const product = { key: `product ${id}`, ids: [id], load: () => readProduct(database, id) };
    return sendCached(request, reply, await cache.get(product));
  });
  app.get('/:store/variants', async (request, reply) => {
    const productIds = readStockQuery(searchOf(request.url));
    reply.header('cache-control', 'no-store');
    return { variants: await readStock(database, productIds) };
  });
}
