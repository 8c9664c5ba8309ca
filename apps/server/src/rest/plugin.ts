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

/** Up to this size the rest of a refused body is read and discarded whatever the network has sent. */
const smallBodyBytes = 1024 * 1024;
/** A client may lose the response when its connection ends while it still writes, so an honest size is read to the end. */
const mostDiscardedBytes = 16 * 1024 * 1024;

/** Counts bytes against the limit of the caller's network, and throws beyond it. */
type CountBytes = (bytes: number) => void;

const uncounted: CountBytes = () => undefined;

/**
 * Whether the connection ends instead of reading the rest of a refused body: reading 8 MB takes the event loop 10 ms.
 *
 * @param countBytes undefined for a request that was refused before it was counted
 */
function leavesBody({ raw, headers }: FastifyRequest, countBytes: CountBytes | undefined): boolean {
  if (raw.complete) return false;
  const chunked = headers['transfer-encoding'] !== undefined;
  const bytes = chunked ? Infinity : Number(headers['content-length'] ?? 0);
  if (bytes <= smallBodyBytes) return false;
  if (bytes > mostDiscardedBytes || countBytes === undefined) return true;
  try {
    countBytes(bytes);
    return false;
  } catch {
    return true;
  }
}

async function sendError(reply: FastifyReply, failure: unknown, role: Role): Promise<FastifyReply> {
  const error = toRestError(failure, role);
  // A flood that is refused must not become a flood of stack traces.
  if (error.status >= 500 && !(failure instanceof DatabaseBusy))
    reply.log.error({ err: failure }, 'a data request failed');
  const { status, headers, body } = renderError(error);
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
      countBytes = reads ? uncounted : (networkLimit?.count(identity) ?? uncounted);
      const body = reads ? noBody : bodyOf(raw, countBytes);
      const response = await answer(pipeline, identity, { method, url, headers, body });
      return await reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
    } catch (error) {
      // The response waits in its connection behind what the client still sends.
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
        const path = raw.url.slice(app.prefix.length).split('?', 1)[0] ?? '';
        const methods = allowedMethods(watch.current, readTarget(path));
        return await reply.header('allow', methods.join(',')).send();
      } catch (error) {
        return sendError(reply, error, 'anon');
      }
    });
  }
};
