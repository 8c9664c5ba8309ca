import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { startOpenTelemetry } from '../observability/opentelemetry.ts';
import type { Tracing } from '../observability/tracing.ts';
import { buildTinySite } from './built-site.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from './trace-collector.ts';

/** A line of the log. */
export interface LogLine {
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly msg?: string;
  readonly reqId?: string;
  readonly job?: string;
}

export interface TracedResponse {
  readonly traceId: string;
  readonly status: number;
  readonly spans: readonly ReceivedSpan[];
  /** The one whose parent is the span of the caller. */
  readonly rootSpan: ReceivedSpan | undefined;
}

export interface TracedBackend {
  readonly backend: TestBackend;
  readonly collector: TraceCollector;
  readonly tracing: Tracing;
  /** What OpenTelemetry has warned of. */
  readonly warnings: readonly string[];
  /** The log at level trace, a line of JSON each. */
  readonly log: readonly string[];
  lines(): readonly LogLine[];
  spansOf(traceId: string | undefined): readonly ReceivedSpan[];
  /** Sends a request as part of a new trace, and waits until its spans have arrived as this tree. */
  traced(path: string, tree: readonly string[], init?: RequestInit): Promise<TracedResponse>;
  close(): Promise<void>;
}

/** The ids of a caller's span. */
export const newParent = () => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
});

/** Each span as `name < name of its parent`. */
export function treeOf(spans: readonly ReceivedSpan[]): readonly string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans
    .map(({ name, parentSpanId }) => `${name} < ${names.get(parentSpanId ?? '') ?? 'caller'}`)
    .sort();
}

/** Starts the real app with a site, and a collector for its traces. */
export async function startTracedBackend(): Promise<TracedBackend> {
  const collector = await startTraceCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=trial');
  const warnings: string[] = [];
  const warn = (...given: unknown[]) => void warnings.push(JSON.stringify(given));
  const tracing = await startOpenTelemetry({ version: '1.2.3', log: { warn } });
  vi.unstubAllEnvs();
  const site = await buildTinySite();
  const log: string[] = [];
  const backend = await startTestBackend({ log, tracing, config: { siteDir: site.siteDir } });
  const spansOf = (traceId: string | undefined) =>
    collector.spans().filter((span) => span.traceId === traceId);
  return {
    backend,
    collector,
    tracing,
    warnings,
    log,
    lines: () => log.map((line) => JSON.parse(line) as LogLine),
    spansOf,
    async traced(path, tree, init = {}) {
      const { traceId, spanId } = newParent();
      const headers = new Headers(init.headers);
      headers.set('apikey', backend.anonKey);
      headers.set('traceparent', `00-${traceId}-${spanId}-01`);
      const response = await fetch(backend.url + path, { ...init, headers });
      await response.arrayBuffer();
      await expect.poll(() => treeOf(spansOf(traceId))).toEqual([...tree].sort());
      const spans = spansOf(traceId);
      const rootSpan = spans.find(({ parentSpanId }) => parentSpanId === spanId);
      return { traceId, status: response.status, spans, rootSpan };
    },
    async close() {
      await backend.close();
      await tracing.stop();
      await Promise.all([collector.close(), site.remove()]);
    },
  };
}

/** The trees of requests that many tests send. */
export const trees = {
  read: ['GET /rest/v1/* < caller', 'SELECT callers < GET /rest/v1/*'],
  settings: ['GET /config.json < caller'],
  news: ['GET page < caller', 'GET /rest/v1/* < GET page', 'SELECT callers < GET /rest/v1/*'],
  signUp: ['POST /auth/v1/signup < caller', 'TRANSACTION auth < POST /auth/v1/signup'],
} as const;

/** A request by POST with a body of JSON. */
export const asJson = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
