import cors from '@fastify/cors';
import { Readable } from 'node:stream';
import type { Identity, Role } from '@bkksiam/domain/identity';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { DatabaseBusy, type CallerDatabase } from '../db/database.ts';
import { compressText } from '../http/content-encoding.ts';
import { identify } from '../http/identity.ts';
import { rejectWhenBusy, ServerBusy } from '../http/load-shedding.ts';
import type { Tokens } from '../http/jwt.ts';
import { NetworkBudget, type Allowance } from '../limits/network-budget.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { pathOf } from '../http/request-path.ts';
import { respond, type Pipeline } from './pipeline.ts';
import { readSchema, readTarget } from './api-request.ts';
import { renderError, toRestError } from './error-response.ts';
import { restErrors } from './errors.ts';
import { allowedMethods } from './plan.ts';
import { PreparedReads } from './prepared-reads.ts';
import type { RestLimits } from './query-limits.ts';
import { incomingBody, noBody, type RequestBody } from './request-body.ts';
import { cacheOf } from './schema-cache.ts';
import { SchemaWatch } from './schema-watch.ts';

export interface RestOptions extends Partial<RestLimits> {
  readonly database: CallerDatabase;
  readonly tokens: Tokens;
  /** The exposed schemas, the default first; default `public`. */
  readonly schemas?: readonly string[];
  /** Limits writes and calls per network; default none. */
  readonly allowance?: Allowance | undefined;
}

const defaultLimits: RestLimits = {
  maxRows: 1000,
  allowTx: false,
  aggregates: false,
  explain: false,
};

/**
 * Writes and calls by POST per network. An office of fifty users with every screen open sends about 200 requests a
 * minute; sixteen imports of 4 MB fit.
 */
export const defaultAllowance: Allowance = {
  name: 'data writes',
  requests: 1200,
  bytes: 64 * 1024 * 1024,
  windowSeconds: 60,
};

const servedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];

const exposedHeaders = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Preference-Applied',
  'Proxy-Status',
  'Range-Unit',
];

/** The rest of a rejected body up to this size is always read and discarded. */
const smallBodyBytes = 1024 * 1024;
/**
 * A client may lose the response when the connection closes while it still writes, so a plausible body is read to its
 * end.
 */
const maxDiscardedBytes = 16 * 1024 * 1024;

/** Counts bytes against the limit of the caller's network and throws beyond it. */
type CountBytes = (bytes: number) => void;

const uncounted: CountBytes = () => undefined;

/** Counts a write or call, except for the service key; the returned function counts the bytes of its body. */
function countWrite(
  budget: NetworkBudget | undefined,
  { role, network = networkOf(null) }: Identity,
): CountBytes {
  if (budget === undefined || role === 'service_role') return uncounted;
  budget.countRequest(network);
  return (bytes) => budget.countBytes(network, bytes);
}

/**
 * Whether to close the connection instead of reading the rest of a rejected body: reading 8 MB takes 10 ms of the event
 * loop.
 *
 * @param countBytes undefined for a request that was rejected before it was counted
 */
function leavesBody({ raw, headers }: FastifyRequest, countBytes: CountBytes | undefined): boolean {
  if (raw.complete) return false;
  const chunked = headers['transfer-encoding'] !== undefined;
  const bytes = chunked ? Infinity : Number(headers['content-length'] ?? 0);
  if (bytes <= smallBodyBytes) return false;
  if (bytes > maxDiscardedBytes || countBytes === undefined) return true;
  try {
    countBytes(bytes);
    return false;
  } catch {
    return true;
  }
}

async function sendError(reply: FastifyReply, failure: unknown, role: Role): Promise<FastifyReply> {
  const error = toRestError(failure, role);
  if (failure instanceof RateLimitExceeded) countRejection(failure);
  // Overload must not fill the log with stack traces.
  if (error.status >= 500 && !(failure instanceof DatabaseBusy || failure instanceof ServerBusy))
    reply.log.error({ err: failure }, 'a data request failed');
  const { status, headers, body } = renderError(error);
  return reply.code(status).headers(headers).send(body);
}

/** Maps an error that Fastify raises before the pipeline runs. */
function fromFastify(error: FastifyError): unknown {
  const isClientError = error.statusCode !== undefined && error.statusCode < 500;
  return isClientError ? restErrors.badBody(error.message) : error;
}

/** Leaves every body unparsed: the pipeline reads it after checking the caller's privileges. */
function passBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => {
    done(null, stream);
  });
}

function bodyOf(raw: FastifyRequest, countBytes: CountBytes): RequestBody {
  return raw.body instanceof Readable ? incomingBody(raw.body, raw.headers, countBytes) : noBody;
}

async function enableCors(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'],
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: true,
  });
}

/** The path of a table, a view or the description, as opposed to that of a function. */
const oneSegment = /^\/[^/?]*\/?(?:\?|$)/;

/** Compresses what is read from tables and views; a function may return a secret beside what its caller sent. */
function compressReads(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !oneSegment.test(request.url.slice(app.prefix.length))) done();
    else compressText(request, reply, payload, done);
  });
}

/** Creates the pipeline, which reads the schemas when the app is ready. */
function createPipeline(
  app: FastifyInstance,
  given: Pick<Pipeline, 'database' | 'exposed' | 'limits'>,
): Pipeline {
  const { database, exposed } = given;
  const watch = new SchemaWatch(database, {
    exposed,
    onFailure: (error) => app.log.warn({ err: error }, 'the schema could not be read'),
    onMissing: (schema) => app.log.warn(`REST_SCHEMAS: the schema ${schema} does not exist`),
  });
  app.addHook('onReady', () => watch.start());
  app.addHook('onClose', () => watch.stop());
  return { ...given, watch, reads: new PreparedReads(), prefix: app.prefix };
}

/**
 * The data service: PostgREST's protocol over the exposed schemas. A request is parsed, planned against the schema cache
 * and run as its caller in one batch; each stage is a module that raises its own errors.
 */
export const restPlugin: FastifyPluginAsync<RestOptions> = async (app, options) => {
  const { database, tokens, allowance, schemas, ...limits } = { ...defaultLimits, ...options };
  const budget = allowance && new NetworkBudget(allowance);
  const pipeline = createPipeline(app, { database, exposed: schemas ?? ['public'], limits });
  await enableCors(app);
  compressReads(app);
  rejectWhenBusy(app);
  passBodies(app);
  // Rows belong to their caller; a cache in front that ignores `Authorization` would hand them to others.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    sendError(reply, fromFastify(error), 'anon'),
  );

  const handle = async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let role: Role = 'anon';
    let countBytes: CountBytes | undefined;
    try {
      const identity: Identity = {
        ...(await identify(tokens, raw.headers)),
        network: networkOf(clientAddress(raw.ip)),
      };
      role = identity.role;
      const { method, headers } = raw;
      const url = raw.url.slice(app.prefix.length);
      const reads = method === 'GET' || method === 'HEAD';
      countBytes = reads ? uncounted : countWrite(budget, identity);
      const body = reads ? noBody : bodyOf(raw, countBytes);
      const response = await respond(pipeline, identity, { method, url, headers, body });
      return await reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
    } catch (error) {
      // Without this the client sends the rest of its body before it reads the response.
      if (leavesBody(raw, countBytes)) reply.header('connection', 'close');
      else if (raw.body instanceof Readable) raw.body.resume();
      return sendError(reply, error, role);
    }
  };
  for (const url of ['/', '/*']) {
    app.route({ method: servedMethods, url, exposeHeadRoute: false, handler: handle });
    app.options(url, async (raw, reply) => {
      if (raw.headers['access-control-request-method'] !== undefined) return reply.send();
      try {
        const path = pathOf(raw.url.slice(app.prefix.length));
        const target = readTarget(path);
        const { schema } = readSchema('OPTIONS', raw.headers, pipeline.exposed);
        const methods = allowedMethods(cacheOf(pipeline.watch.current, schema, 'anon'), target);
        return await reply.header('allow', methods.join(',')).send();
      } catch (error) {
        return sendError(reply, error, 'anon');
      }
    });
  }
};
