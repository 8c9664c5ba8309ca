import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { Database } from '../db/database.ts';

/** Never a secret, an address, a query string or a value of SQL: spans leave this machine. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The span of a piece of work. */
export interface WorkSpan {
  setAttributes(attributes: SpanAttributes): void;
  /** @param type a code or the name of an error, never its message */
  fail(type: string): void;
}

interface WorkOptions {
  readonly attributes?: SpanAttributes;
  /** When the work began, in milliseconds since 1970; default now. */
  readonly startTime?: number;
}

/** Runs work that no request asked for in a trace of its own; its log lines have the trace's id. */
export type InTrace = <T>(
  name: string,
  options: WorkOptions,
  work: (span: WorkSpan) => Promise<T> | T,
) => Promise<T>;

/** Traces of requests, mails and jobs. */
export interface Tracing {
  readonly inTrace: InTrace;
  /** The database whose batches and transactions are spans of the request or work they belong to. */
  ofDatabase(database: Database): Database;
  /** Options of the app and of its log, whose lines have `trace_id` and `span_id`. */
  readonly appOptions: Pick<FastifyServerOptions, 'childLoggerFactory'>;
  readonly logOptions: Pick<LoggerOptions, 'mixin'>;
  /** Adds a span for each request of routes that are registered later. */
  traceRequests(app: FastifyInstance): void;
  /** Sends what is not sent, for a few seconds at most. */
  stop(): Promise<void>;
}

const noSpan: WorkSpan = { setAttributes: () => undefined, fail: () => undefined };

/** Runs the work without a trace. */
export const withoutTrace: InTrace = async (_name, _options, work) => work(noSpan);

/** What runs where no collector is set. */
export const noTracing: Tracing = {
  inTrace: withoutTrace,
  ofDatabase: (database) => database,
  appOptions: {},
  logOptions: {},
  traceRequests: () => undefined,
  stop: () => Promise.resolve(),
};
