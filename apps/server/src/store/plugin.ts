import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable, type Database } from '../db/database.ts';
import { chooseEncoding } from '../http/text-encoding.ts';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';
import { listProducts, readProduct, readStock } from './catalogue.ts';
import { BadParameter, productId, readProductQuery, readStockQuery } from './product-query.ts';

export interface StoreOptions {
  readonly database: Database;
  /** The one store that is served, as its addresses name it. */
  readonly storeId: string;
}

const channel = 'bkksiam_store';
/** Long enough for going back and forth, short enough that nobody buys by an old price. */
const publicCaching = 'public, max-age=10, stale-while-revalidate=50';

function searchOf(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at < 0 ? '' : request.url.slice(at + 1);
}

/** The key of an answer: what was asked, in whatever order and spelling. */
function keyOf(name: string, query: object): string {
  return `${name} ${JSON.stringify(query)}`;
}

async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer | null,
): Promise<FastifyReply> {
  if (answer === null) return reply.code(404).send({ message: 'Product not found' });
  const encoding = chooseEncoding(request.headers);
  // The same answer in other bytes has the weak form of its tag (RFC 9110, section 8.8.3).
  const etag = encoding === undefined ? answer.etag : `W/${answer.etag}`;
  reply.header('cache-control', publicCaching).header('etag', etag);
  reply.header('vary', 'Accept-Encoding');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag.replace(/^W\//, '') === answer.etag || tag === '*')) {
    return reply.code(304).send();
  }
  reply.type('application/json; charset=utf-8');
  if (encoding === undefined) return reply.send(answer.body);
  return reply.header('content-encoding', encoding).send(await answer.encoded(encoding));
}

function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof BadParameter) return reply.code(400).send({ message: error.message });
    if (isUnavailable(error)) {
      return reply.code(503).header('retry-after', '1').send({ message: 'Service Unavailable' });
    }
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send({ message: error.message });
    request.log.error({ err: error }, 'the store failed');
    return reply.code(500).send({ message: 'Internal Server Error' });
  });
}

/** `/store`: products and their stock for whoever asks (spec §7); nothing is written here. */
export async function storePlugin(app: FastifyInstance, options: StoreOptions): Promise<void> {
  const { database, storeId } = options;
  const answers = new AnswerCache();
  let stopListening: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    stopListening = await database.listen(channel, () => answers.clear());
  });
  app.addHook('onClose', () => stopListening?.());

  await app.register(cors, { origin: '*', methods: ['GET'], exposedHeaders: ['etag'] });
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    const { store } = request.params as { store?: string };
    if (store !== undefined && store !== storeId) {
      return reply.code(404).send({ message: 'Store not found' });
    }
  });

  app.get('/:store/products', async (request, reply) => {
    const query = readProductQuery(searchOf(request));
    const make = () => listProducts(database, query);
    return sendCached(request, reply, await answers.answer(keyOf('products', query), make));
  });
  app.get<{ Params: { id: string } }>('/:store/products/:id', async (request, reply) => {
    const { id } = request.params;
    if (!productId.safeParse(id).success) return sendCached(request, reply, null);
    const make = () => readProduct(database, id);
    return sendCached(request, reply, await answers.answer(keyOf('product', { id }), make));
  });
  app.get('/:store/variants', async (request, reply) => {
    const productIds = readStockQuery(searchOf(request));
    reply.header('cache-control', 'no-store');
    return { variants: await readStock(database, productIds) };
  });
}
