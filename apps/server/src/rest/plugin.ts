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
import { identify } from '../http/identity.ts';
import type { Tokens } from '../http/jwt.ts';
import type { Allowance } from '../http/network-budget.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { answer, type Pipeline } from './answer.ts';
import { readTarget } from './api-request.ts';
import { NetworkLimit } from './network-limit.ts';
import { renderError, restErrors, toRestError } from './errors.ts';
import { allowedMethods } from './plan.ts';
import { PreparedReads } from './prepared-reads.ts';
import { incomingBody, noBody, type RequestBody } from './request-body.ts';
import { SchemaWatch } from './schema-watch.ts';

export interface RestOptions {
  readonly database: CallerDatabase;
  readonly tokens: Tokens;
  /** Most rows that one read or call returns; 1,000 when not given. */
  readonly maxRows?: number;
  /** Whether callers may end their transaction by `Prefer: tx=rollback`; not unless given. */
  readonly allowTx?: boolean;
  /** Limits writes and calls by network; not unless given. */
  readonly allowance?: Allowance | undefined;
}

const defaultMaxRows = 1000;

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

/** The rest of a refused body is read and thrown away up to this size; a longer one ends its connection. */
const mostDiscardedBytes = 1024 * 1024;

function leavesLongBody({ raw, headers }: FastifyRequest): boolean {
  const chunked = headers['transfer-encoding'] !== undefined;
  const bytes = chunked ? Infinity : Number(headers['content-length'] ?? 0);
  return !raw.complete && bytes > mostDiscardedBytes;
}

async function sendError(reply: FastifyReply, failure: unknown, role: Role): Promise<FastifyReply> {
  const error = toRestError(failure, role);
  // A flood that is refused must not become a flood of stack traces.
  if (error.status >= 500 && !(failure instanceof DatabaseBusy))
    reply.log.error({ err: failure }, 'a data request failed');
  const { status, headers, body } = renderError(error);
  // Reading 8 MB takes the event loop about 10 ms, refused or not.
  if (leavesLongBody(reply.request)) reply.header('connection', 'close');
  return reply.code(status).headers(headers).send(body);
}

/** What Fastify itself refuses before a request reaches the pipeline. */
function fromFastify(error: FastifyError): unknown {
  const isRefusal = error.statusCode !== undefined && error.statusCode < 500;
  return isRefusal ? restErrors.badBody(error.message) : error;
}

/** Leaves every body unread: the pipeline reads it after it has asked for the caller's rights. */
function passBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => {
    done(null, stream);
  });
}

/** The body of a request, which counts against the limit of its network. */
function bodyOf(
  raw: FastifyRequest,
  identity: Identity,
  limit: NetworkLimit | undefined,
): RequestBody {
  if (raw.method === 'GET' || raw.method === 'HEAD') return noBody;
  const countBytes = limit?.count(raw, identity) ?? (() => undefined);
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

/**
 * The data service: PostgREST's protocol over schema public, as a pipeline. A request is read, planned against the
 * schema, run as its caller in one batch and answered; each stage has its own file and its own refusals.
 */
export const restPlugin: FastifyPluginAsync<RestOptions> = async (app, options) => {
  const { database, tokens, maxRows = defaultMaxRows, allowTx = false, allowance } = options;
  const networkLimit = allowance && new NetworkLimit(allowance);
  const watch = new SchemaWatch(database, (error) =>
    app.log.warn({ err: error }, 'the schema could not be read'),
  );
  const pipeline: Pipeline = {
    database,
    watch,
    reads: new PreparedReads(),
    limits: { maxRows, allowTx },
    prefix: app.prefix,
  };
  app.addHook('onReady', () => watch.start());
  app.addHook('onClose', () => watch.stop());
  await enableCors(app);
  passBodies(app);
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    sendError(reply, fromFastify(error), 'anon'),
  );

  const handle = async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let role: Role = 'anon';
    try {
      const identity: Identity = {
        ...(await identify(tokens, raw.headers)),
        network: networkOf(clientAddress(raw.ip)),
      };
      role = identity.role;
      const { method, headers } = raw;
      const url = raw.url.slice(app.prefix.length);
      const body = bodyOf(raw, identity, networkLimit);
      const response = await answer(pipeline, identity, { method, url, headers, body });
      return await reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
    } catch (error) {
      return await sendError(reply, error, role);
    } finally {
      // What a refused client still sends is thrown away: the response waits in its connection behind it.
      if (raw.body instanceof Readable && !leavesLongBody(raw)) raw.body.resume();
    }
  };
  for (const url of ['/', '/*']) {
    app.route({ method: servedMethods, url, exposeHeadRoute: false, handler: handle });
    app.options(url, async (raw, reply) => {
      if (raw.headers['access-control-request-method'] !== undefined) return reply.send();
      try {
        const path = raw.url.slice(app.prefix.length).split('?', 1)[0] ?? '';
        const methods = allowedMethods(watch.current, readTarget(path));
        return await reply.header('allow', methods.join(',')).send();
      } catch (error) {
        return sendError(reply, error, 'anon');
      }
    });
  }
};
