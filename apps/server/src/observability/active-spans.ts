import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import type { Context, Span, SpanKind, Tracer } from '@opentelemetry/api';
import type { InTrace, SpanAttributes, WorkSpan } from './tracing.ts';

/** The fields of a log line that name its span. */
export interface SpanFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

const noFields: SpanFields = {};

/** The fields of the log for a span. */
export function fieldsOf(span: Span | undefined): SpanFields {
  if (span === undefined) return noFields;
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** What is known of an error without its message, which could repeat what a user sent. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/**
 * Spans and which of them is active, kept without the global state of OpenTelemetry: an app of a test has its own, and
 * no package that happens to be installed joins in.
 */
export class ActiveSpans {
  readonly #api: typeof Api;
  readonly #tracer: Tracer;
  readonly #active = new AsyncLocalStorage<Context>();

  constructor(api: typeof Api, tracer: Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  get context(): Context | undefined {
    return this.#active.getStore();
  }

  get fields(): SpanFields {
    const { context } = this;
    return context === undefined ? noFields : fieldsOf(this.#api.trace.getSpan(context));
  }

  /** Starts a span in the context of its parent, and returns it with its own. */
  start(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    parent: Context = this.#api.ROOT_CONTEXT,
    startTime?: number,
  ): { readonly span: Span; readonly context: Context } {
    const span = this.#tracer.startSpan(
      name,
      { kind, attributes, ...(startTime !== undefined && { startTime }) },
      parent,
    );
    return { span, context: this.#api.trace.setSpan(parent, span) };
  }

  enter<T>(context: Context, work: () => T): T {
    return this.#active.run(context, work);
  }

  readonly inTrace: InTrace = async (name, { attributes = {}, startTime }, work) => {
    const { INTERNAL } = this.#api.SpanKind;
    const { span, context } = this.start(name, INTERNAL, attributes, undefined, startTime);
    return this.enter(context, () => this.#finish(span, async (given) => work(given)));
  };

  /** Runs the call in a span of the active one; without one that is recorded there is none. */
  call<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: WorkSpan | undefined) => Promise<T>,
  ): Promise<T> {
    const { context } = this;
    const parent = context && this.#api.trace.getSpan(context);
    if (parent?.isRecording() !== true) return work(undefined);
    const { span } = this.start(name, this.#api.SpanKind.CLIENT, attributes, context);
    return this.#finish(span, work);
  }

  fail(span: Span, type: string): void {
    span.setAttribute('error.type', type);
    span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }

  async #finish<T>(span: Span, work: (span: WorkSpan) => Promise<T>): Promise<T> {
    const given: WorkSpan = {
      setAttributes: (attributes) => span.setAttributes(attributes),
      fail: (type) => this.fail(span, type),
    };
    try {
      return await work(given);
    } catch (error) {
      this.fail(span, errorType(error));
      throw error;
    } finally {
      span.end();
    }
  }
}
