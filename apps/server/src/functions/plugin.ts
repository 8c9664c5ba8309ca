import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/http/environment.ts';
import { bearerClaims } from '../http/identity.ts';
import type { Tokens } from '../http/jwt.ts';
import { rejectWhenBusy, ServerBusy } from '../http/load-shedding.ts';
import { withTimeLimit } from '../http/time-limit.ts';
import { limitBodies } from '../limits/body-limits.ts';
import type { Allowance } from '../limits/network-budget.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import type { HostedFunction } from './hosted-functions.ts';
import { sendWebResponse, toWebRequest } from './web-exchange.ts';

export interface FunctionsOptions {
  readonly functions: ReadonlyMap<string, HostedFunction>;
  /** Those that are called without a token. */
  readonly openFunctions?: ReadonlyMap<string, HostedFunction>;
  readonly environment: FunctionEnvironment;
  readonly tokens: Tokens;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Time limit of a function; default 15 s. */
  readonly timeLimitMs?: number;
  /** Limits what a network calls, but for the service key; default none. */
  readonly allowance?: Allowance | undefined;
  /** The same for functions that take a file; default none. */
  readonly uploadAllowance?: Allowance | undefined;
}

/** What one network may call: an office of fifty that searches and books, whose bodies have a few kilobytes. */
export const defaultFunctionsAllowance: Allowance = {
  name: 'function calls',
  requests: 600,
  bytes: 8 * 1024 * 1024,
  windowSeconds: 60,
};

/** What one network may send to functions that take a file: an office whose members send slips. */
export const defaultUploadAllowance: Allowance = {
  name: 'function uploads',
  requests: 60,
  bytes: 128 * 1024 * 1024,
  windowSeconds: 60,
};

const bodyLimitBytes = 1024 * 1024;
/** Of functions that take a file: 5 MB, and the form around it. */
const uploadLimits: Readonly<Record<string, number>> = {
  'attach-slip': 5 * 1024 * 1024 + 64 * 1024,
  'support-file': 5 * 1024 * 1024 + 64 * 1024,
};
const defaultTimeLimitMs = 15_000;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** A function that waits for an airline, or for its turn to read a picture or draw a paper, has longer. */
const longTimeLimitMs: Readonly<Record<string, number>> = {
  'hold-flight': 60_000,
  'attach-slip': 30_000,
  'support-file': 30_000,
  receipt: 30_000,
};
const secretNames = [
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_ANON_KEY',
  'SEALING_KEY',
  'SEALING_KEY_ACCEPTED',
  'DUFFEL_ACCESS_TOKEN',
  'DUFFEL_WEBHOOK_SECRET',
  'LINE_CHANNEL_TOKEN',
  'LINE_CHANNEL_SECRET',
];

class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

/** A response of the host instead of a function. It allows every origin, as the functions' own responses do. */
function answer(reply: FastifyReply, status: number, code: string | number, message: string) {
  return reply
    .code(status)
    .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    .send({ code, message });
}

/** An error as text for the log, with keys and tokens redacted. */
function loggable(error: unknown, secrets: readonly string[]): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const anyToken = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text)
    .replace(anyToken, '[token]');
}

/** Answers a failure of the host; those of a function are answered where it runs. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ServerBusy) {
    void reply.header('retry-after', '1');
    return answer(reply, 503, 'SERVICE_UNAVAILABLE', 'Too busy. Please try again.');
  }
  if (error instanceof RateLimitExceeded) {
    countRejection(error);
    void reply.header('retry-after', String(error.retryAfterSeconds));
    // The rest of a body without an announced length may have no end.
    if (request.headers['transfer-encoding'] !== undefined)
      void reply.header('connection', 'close');
    return answer(reply, 429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.');
  }
  const status = error.statusCode ?? 500;
  if (status === 413) return answer(reply, 413, 'BODY_TOO_LARGE', 'The body is too large');
  if (status < 500) return answer(reply, status, 'BAD_REQUEST', error.message);
  request.log.error({ err: error }, 'a function could not be run');
  return answer(reply, 500, 'INTERNAL_ERROR', 'Something went wrong. Please try again.');
}

/** The environment with a log of the request. */
function logged(environment: FunctionEnvironment, name: string, { log }: FastifyRequest) {
  return {
    ...environment,
    get: (variable: string) => environment.get(variable),
    warn: (values: object, message: string) => log.warn({ function: name, ...values }, message),
  };
}

/** What runs a function for a request and sends its response. */
function functionRunner(options: FunctionsOptions) {
  const { functions, openFunctions, environment, tokens, siteUrl } = options;
  return async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const isOpen = openFunctions?.has(name) === true;
    const called = isOpen ? openFunctions.get(name) : functions.get(name);
    if (called === undefined) {
      return answer(reply, 404, 'NOT_FOUND', 'Requested function was not found');
    }
    if (request.method !== 'OPTIONS' && !isOpen) {
      if (request.headers.authorization === undefined) {
        return answer(reply, 401, 401, 'Missing authorization header');
      }
      if ((await bearerClaims(tokens, request.headers)) === null)
        return answer(reply, 401, 401, 'Invalid JWT');
    }
    try {
      const response = await withTimeLimit(
        options.timeLimitMs ?? longTimeLimitMs[name] ?? defaultTimeLimitMs,
        (signal) =>
          called(toWebRequest(request, siteUrl, signal), logged(environment, name, request)),
        () => new TimeLimitReached('the time limit is over'),
      );
      return await sendWebResponse(reply, response);
    } catch (error) {
      const secrets = secretNames.map((key) => environment.get(key) ?? '');
      request.log.error({ function: name, error: loggable(error, secrets) }, 'a function failed');
      if (error instanceof TimeLimitReached) {
        void reply.header('x-relay-error', 'true');
        return answer(reply, 546, 'WORKER_LIMIT', 'The function took too long. Please try again.');
      }
      return answer(reply, 500, 'WORKER_ERROR', 'Something went wrong. Please try again.');
    }
  };
}

/**
 * `/functions/v1/{name}`: runs web-standard functions as hosted projects do. A call needs a valid token, such as the
 * anon key; each function checks the caller's rights itself.
 */
export const functionsPlugin: FastifyPluginAsync<FunctionsOptions> = async (app, options) => {
  const { tokens } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler(answerError);
  rejectWhenBusy(app);
  const isCounted = async ({ method, headers }: FastifyRequest) => {
    if (method === 'OPTIONS') return false;
    return (await bearerClaims(tokens, headers))?.role !== 'service_role';
  };

  const run = functionRunner(options);
  const runNamed = (request: FastifyRequest, reply: FastifyReply) =>
    run((request.params as { name: string }).name, request, reply);
  await app.register((routes, _options, done) => {
    limitBodies(routes, options.allowance, isCounted);
    const common = { method: methods, exposeHeadRoute: false, handler: runNamed };
    routes.route({ ...common, url: '/:name' });
    routes.route({ ...common, url: '/:name/*' });
    done();
  });
  await app.register((routes, _options, done) => {
    limitBodies(routes, options.uploadAllowance, isCounted);
    for (const [name, bodyLimit] of Object.entries(uploadLimits)) {
      const handler = (request: FastifyRequest, reply: FastifyReply) => run(name, request, reply);
      routes.route({
        method: methods,
        url: `/${name}`,
        exposeHeadRoute: false,
        bodyLimit,
        handler,
      });
    }
    done();
  });
};
