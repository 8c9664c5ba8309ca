import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type * as Api from '@opentelemetry/api';
import type { Context, Span, TextMapPropagator } from '@opentelemetry/api';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import type { LoggerOptions } from 'pino';
import { pathOf } from '../http/request-path.ts';
import { routeLabel, unknownRoute } from '../http/route-label.ts';
import { fieldsOf, type ActiveSpans } from './active-spans.ts';

/** The methods of semantic conventions; another one is `_OTHER`, which keeps names of spans few. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'];
/** Published by `fetch` for each request that it is about to send. */
const fetchChannel = 'undici:request:create';

interface FetchRequest {
  readonly origin: string | URL;
  addHeader(name: string, value: string): void;
}

interface StartedRequest {
  readonly span: Span;
  readonly context: Context;
}

const methodOf = ({ method = '' }: IncomingMessage) =>
  methods.includes(method) ? method : '_OTHER';

/**
 * A server span for each request, from its head to the end of its response, as a child of the span in its `traceparent`.
 * Path and query may hold what a user has typed; the span has the path alone, as the log has.
 */
export class RequestSpans {
  readonly #api: typeof Api;
  readonly #spans: ActiveSpans;
  readonly #propagator: TextMapPropagator;
  readonly #started = new WeakMap<IncomingMessage, StartedRequest>();
  /** Their bindings have the ids, also on lines outside of the request's context. */
  readonly #loggers = new WeakSet<object>();

  constructor(api: typeof Api, spans: ActiveSpans, propagator: TextMapPropagator) {
    this.#api = api;
    this.#spans = spans;
    this.#propagator = propagator;
  }

  /** Creating the logger of a request is the first thing that Fastify does with it. */
  readonly appOptions: Pick<FastifyServerOptions, 'childLoggerFactory'> = {
    childLoggerFactory: (logger, bindings, options, raw) => {
      const { span } = this.#start(raw);
      const child: FastifyBaseLogger = logger.child({ ...bindings, ...fieldsOf(span) }, options);
      this.#loggers.add(child);
      return child;
    },
  };

  readonly logOptions: Pick<LoggerOptions, 'mixin'> = {
    mixin: (_fields, _level, logger) =>
      this.#loggers.has(logger) ? {} : { ...this.#spans.fields },
  };

  traceRequests(app: FastifyInstance): void {
    const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
      const started = this.#started.get(request.raw);
      if (started === undefined) done();
      else this.#spans.enter(started.context, done);
    };
    app.addHook('onRequest', (request, reply, done) => {
      // A client that leaves gets no response, and such a request no `onResponse`.
      reply.raw.once('close', () => this.#end(request, reply));
      enter(request, reply, done);
    });
    // Events of a body that is parsed run in the context of the connection.
    app.addHook('preValidation', enter);
    app.addHook('onResponse', (request, reply, done) => {
      this.#end(request, reply);
      done();
    });
    this.#passOn(app);
  }

  #start(raw: IncomingMessage): StartedRequest {
    const { ROOT_CONTEXT, SpanKind, defaultTextMapGetter } = this.#api;
    const parent = this.#propagator.extract(ROOT_CONTEXT, raw.headers, defaultTextMapGetter);
    const method = methodOf(raw);
    const attributes = {
      'http.request.method': method,
      'url.path': pathOf(raw.url ?? '/'),
      'network.protocol.version': raw.httpVersion,
    };
    const started = this.#spans.start(method, SpanKind.SERVER, attributes, parent);
    this.#started.set(raw, started);
    return started;
  }

  #end(request: FastifyRequest, reply: FastifyReply): void {
    const started = this.#started.get(request.raw);
    if (started === undefined) return;
    this.#started.delete(request.raw);
    const { span } = started;
    const status = reply.statusCode;
    // Probes are frequent: of them the log has failures alone, and so have the traces.
    if (request.routeOptions.logLevel === 'warn' && status < 500) return;
    const route = routeLabel(request, reply);
    if (route !== unknownRoute) {
      span.updateName(`${methodOf(request.raw)} ${route}`);
      span.setAttribute('http.route', route);
    }
    span.setAttribute('url.scheme', request.protocol);
    if (reply.raw.headersSent) span.setAttribute('http.response.status_code', status);
    if (status >= 500) this.#spans.fail(span, String(status));
    span.end();
  }

  /** Passes the trace on in requests to this server alone: pages and functions fetch from its services. */
  #passOn(app: FastifyInstance): void {
    const setter = {
      set: (request: FetchRequest, name: string, value: string) => request.addHeader(name, value),
    };
    const onFetch = (message: unknown): void => {
      const { context } = this.#spans;
      if (context === undefined) return;
      const { request } = message as { request: FetchRequest };
      if (ownOrigins(app).has(String(request.origin)))
        this.#propagator.inject(context, request, setter);
    };
    app.addHook('onReady', (done) => {
      subscribe(fetchChannel, onFetch);
      done();
    });
    app.addHook('onClose', (_app, done) => {
      unsubscribe(fetchChannel, onFetch);
      done();
    });
  }
}

/** The addresses of this server on its own machine. */
function ownOrigins(app: FastifyInstance): ReadonlySet<string> {
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') return new Set();
  const { address, family, port } = bound;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return new Set([host, '127.0.0.1', '[::1]'].map((name) => `http://${name}:${String(port)}`));
}
