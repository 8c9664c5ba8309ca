import cors from '@fastify/cors';
import { parseCookie as parseCookies } from 'cookie';
import type { Identity, Role } from '@bkksiam/domain/identity';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { DatabaseError, type CallerDatabase, type Scope } from '../db/database.ts';
import { identify } from '../http/identity.ts';
import type { Tokens } from '../http/jwt.ts';
import { readApiRequest, readTarget, type ApiRequest } from './api-request.ts';
import { renderError, restErrors, toRestError } from './errors.ts';
import { executePlan } from './execute.ts';
import { describeSchema } from './openapi.ts';
import { allowedMethods, planRequest, type Plan, type RestLimits } from './plan.ts';
import { toResponse, type RestResponse } from './response.ts';
import type { SchemaCache } from './schema-cache.ts';
import { SchemaWatch } from './schema-watch.ts';
import { readUsable, usableStatement } from './sql-usable.ts';

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

interface Pipeline {
  readonly database: CallerDatabase;
  readonly watch: SchemaWatch;
  readonly limits: RestLimits;
  /** Where the service is mounted. */
  readonly prefix: string;
}

type Settings = NonNullable<Scope['settings']>;

interface Asked {
  readonly raw: FastifyRequest;
  readonly request: ApiRequest;
  /** Below the service's own prefix. */
  readonly path: string;
}

/** What a statement says that names something which is not there any more. */
const staleStates = new Set(['42P01', '42703', '42883']);

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

/**
 * The settings of one transaction: what database code may ask about the request, and the wished time zone. A plain
 * read goes without the former where no code asks, which saves a tenth of its time in the database.
 */
function settingsOf({ raw, request, path }: Asked, plan: Plan, cache: SchemaCache): Settings {
  const { timezone } = request.preferences;
  const asked = plan.action.kind !== 'read' || cache.looksAtRequest;
  return {
    ...(asked && {
      'request.method': raw.method,
      'request.path': path,
      'request.headers': JSON.stringify(raw.headers),
      'request.cookies': JSON.stringify(parseCookies(raw.headers.cookie ?? '')),
    }),
    ...(timezone !== undefined && { timezone }),
  };
}

/** The description of what the caller may use. */
async function describe(
  { database, watch, prefix }: Pipeline,
  identity: Identity,
  { media }: ApiRequest,
): Promise<RestResponse> {
  const [result] = await database.asIdentity(identity, [usableStatement], { readOnly: true });
  return {
    status: 200,
    headers: { 'content-type': media.contentType },
    body: JSON.stringify(describeSchema(watch.current, readUsable(result), prefix)),
  };
}

/** An answer from the schema as it is; a failure that a changed schema explains is tried once by the new one. */
async function answer(pipeline: Pipeline, identity: Identity, asked: Asked): Promise<RestResponse> {
  const { request } = asked;
  const { target } = request;
  const { database, watch, limits } = pipeline;
  if (target.kind === 'root') return describe(pipeline, identity, request);
  const attempt = async (cache: SchemaCache) => {
    const plan = planRequest(cache, target, request, limits);
    const settings = settingsOf(asked, plan, cache);
    return toResponse(request, plan, await executePlan(database, identity, plan, settings));
  };
  const cache = watch.current;
  try {
    return await attempt(cache);
  } catch (error) {
    const suspicious = error instanceof DatabaseError && staleStates.has(error.code);
    if (!suspicious || !(await watch.hasChangedSince(cache))) throw error;
    return attempt(watch.current);
  }
}

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
  const pipeline: Pipeline = { database, watch, limits: { maxRows, allowTx }, prefix: app.prefix };
  app.addHook('onReady', () => watch.start());
  app.addHook('onClose', () => watch.stop());
  await enableCors(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    sendError(reply, fromFastify(error), 'anon'),
  );

  const handle = async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let role: Role = 'anon';
    try {
      const identity = await identify(tokens, raw.headers);
      role = identity.role;
      const url = raw.url.slice(app.prefix.length);
      const body = typeof raw.body === 'string' || Buffer.isBuffer(raw.body) ? raw.body : undefined;
      const request = readApiRequest({ method: raw.method, url, headers: raw.headers, body });
      const path = url.split('?', 1)[0] ?? '';
      const response = await answer(pipeline, identity, { raw, request, path });
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
