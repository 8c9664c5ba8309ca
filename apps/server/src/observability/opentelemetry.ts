import { randomUUID } from 'node:crypto';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import { withTimeLimit } from '../http/time-limit.ts';
import { ActiveSpans } from './active-spans.ts';
import { databaseWithSpans } from './database-spans.ts';
import { RequestSpans } from './request-spans.ts';
import { noTracing, type Tracing } from './tracing.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

export interface OpenTelemetryOptions {
  /** The release, as `service.version`. */
  readonly version: string;
  readonly log: Log;
}

const name = 'bkksiam';
const reportEveryMs = 60_000;
/** Of the 30 s of a graceful stop. */
const flushLimitMs = 3_000;

/** Imported when traces are wanted: they take memory and a tenth of a second, which other servers save. */
async function loadPackages() {
  const [api, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  return { api, core, exporter, resources, sdk };
}

type Packages = Awaited<ReturnType<typeof loadPackages>>;

/** Logs that spans could not be sent, at most once a minute. */
function reportingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let reportedAt = -reportEveryMs;
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error !== undefined && now - reportedAt >= reportEveryMs) {
          reportedAt = now;
          log.warn({ reason: result.error.message }, 'traces could not be sent');
        }
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** The provider of spans as the variables `OTEL_*` describe it, which the packages read themselves. */
function createProvider(
  { api, exporter, resources, sdk }: Packages,
  options: OpenTelemetryOptions,
) {
  const { version, log } = options;
  const warn = (message: string) => log.warn(`OpenTelemetry: ${message}`);
  const nothing = () => undefined;
  api.diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  try {
    const described = resources.resourceFromAttributes({
      'service.name': name,
      'service.version': version,
      'service.instance.id': randomUUID(),
    });
    const { envDetector } = resources;
    const chosen = resources.detectResources({ detectors: [envDetector] });
    const spanExporter = reportingFailures(new exporter.OTLPTraceExporter(), log);
    return new sdk.BasicTracerProvider({
      resource: resources.defaultResource().merge(described).merge(chosen),
      spanProcessors: [new sdk.BatchSpanProcessor(spanExporter)],
    });
  } finally {
    // From here on failures are reported by the exporter.
    api.diag.disable();
  }
}

/** Loads OpenTelemetry and sends the spans of the app to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export async function startOpenTelemetry(options: OpenTelemetryOptions): Promise<Tracing> {
  const packages = await loadPackages();
  const { api, core } = packages;
  if (core.getBooleanFromEnv('OTEL_SDK_DISABLED')) return noTracing;
  const provider = createProvider(packages, options);
  const spans = new ActiveSpans(api, provider.getTracer(name, options.version));
  const requests = new RequestSpans(api, spans, new core.W3CTraceContextPropagator());
  return {
    inTrace: spans.inTrace,
    ofDatabase: (database) => databaseWithSpans(database, spans),
    appOptions: requests.appOptions,
    logOptions: requests.logOptions,
    traceRequests: (app) => requests.traceRequests(app),
    async stop() {
      const late = () => new Error('the collector does not answer');
      // A stop does not fail because of traces; the exporter has reported why.
      await withTimeLimit(flushLimitMs, () => provider.shutdown(), late).catch(() => undefined);
    },
  };
}
