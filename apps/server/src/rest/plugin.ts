import cors from '@fastify/cors';
import type { Role } from '@bkksiam/domain/identity';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { CallerDatabase } from '../db/database.ts';
import { identify } from '../http/identity.ts';
import type { Tokens } from '../http/jwt.ts';
import { answer, type Pipeline } from './answer.ts';
import { readTarget } from './api-request.ts';
import { renderError, restErrors, toRestError } from './errors.ts';
import { allowedMethods } from './plan.ts';
import { PreparedReads } from './prepared-reads.ts';
import { SchemaWatch } from './schema-watch.ts';

export interface RestOptions {
  readonly database: CallerDatabase;
  readonly tokens: Tokens;
  /** Most rows that one read or call returns; 1,000 when not given. */
  readonly maxRows?: number;
  /** Whether callers may end their transaction by `Prefer: tx=rollback`; not unless given. */
  readonly allowTx?: boolean;
}

const defaultMaxRows = 1000;
const bodyLimitBytes = 8 * 1024 * 1024;

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

async function sendError(reply: FastifyReply, failure: unknown, role: Role): Promise<FastifyReply> {
  const error = toRestError(failure, role);
  if (error.status >= 500) reply.log.error({ err: failure }, 'a data request failed');
  const { status, headers, body } = renderError(error);
  return reply.code(status).headers(headers).send(body);
}

/** What Fastify itself refuses before a request reaches the pipeline. */
function fromFastify(error: FastifyError): unknown {
  if (error.statusCode === 413) return restErrors.bodyTooLarge();
  const isRefusal = error.statusCode !== undefined && error.statusCode < 500;
  return isRefusal ? restErrors.badBody(error.message) : error;
}

/** Takes a body as it comes: text, or bytes where they are said to be such. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [type, parseAs] of [
    ['*', 'string'],
    ['application/octet-stream', 'buffer'],
  ] as const) {
    app.addContentTypeParser(type, { parseAs, bodyLimit: bodyLimitBytes }, (_, body, done) => {
      done(null, body);
    });
  }
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
  const { database, tokens, maxRows = defaultMaxRows, allowTx = false } = options;
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
  readBodies(app);
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    sendError(reply, fromFastify(error), 'anon'),
  );

  const handle = async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let role: Role = 'anon';
    try {
      const identity = await identify(tokens, raw.headers);
      role = identity.role;
      const { method, headers } = raw;
      const url = raw.url.slice(app.prefix.length);
      const body = typeof raw.body === 'string' || Buffer.isBuffer(raw.body) ? raw.body : undefined;
      const response = await answer(pipeline, identity, { method, url, headers, body });
      return await reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
    } catch (error) {
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
