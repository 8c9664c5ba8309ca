import type { FastifyInstance } from 'fastify';
import type * as Client from 'prom-client';
import type { Database } from '../db/database.ts';
import { routeLabel } from '../http/route-label.ts';

/** Lookups of a cache since the start. */
interface CacheStats {
  readonly hits: number;
  readonly misses: number;
}

/** The parts of the app as the metrics read them, at each scrape. */
export interface MetricSources {
  readonly database: Pick<Database, 'poolStats'>;
  /** Undefined where a hosted project sends the mails. */
  readonly mailQueue:
    | (() => Promise<{
        readonly waiting: number;
        readonly failed: number;
        readonly dead: number;
        /** Undefined for an empty queue. */
        readonly oldestSeconds: number | undefined;
      }>)
    | undefined;
  /** Undefined where a hosted project runs the jobs. */
  readonly jobs:
    | (() => Promise<
        readonly {
          readonly name: string;
          readonly overdue_seconds: number;
          readonly failure: string | null;
        }[]
      >)
    | undefined;
  readonly passwordQueue: () => {
    readonly active: number;
    readonly waiting: number;
    readonly rejected: number;
  };
  /** Rejected requests by the name of the limit. */
  readonly rateLimitRejections: () => ReadonlyMap<string, number>;
  /** By name. */
  readonly caches: Readonly<Record<string, { readonly stats: CacheStats }>>;
  readonly renderedPages: { readonly skipped: number };
}

/** From the fastest reads to the limit of a request. */
const durationBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Labels = Readonly<Record<string, string>>;
/** Labels and value of each series. */
type Series = readonly (readonly [labels: Labels, value: number])[];
type Read = () => Series | Promise<Series>;

/** Reads the values of a metric, which prom-client passes as `this`. */
function collector(labelNames: readonly string[], read: Read) {
  return async function collect(this: Client.Gauge | Client.Counter): Promise<void> {
    const series = await read();
    this.reset();
    // Without labels a reset metric is 0, not absent.
    if (series.length + labelNames.length === 0) this.remove();
    for (const [labels, value] of series) this.inc(labels, value);
  };
}

/** Metrics whose values are read at each scrape. */
class PulledMetrics {
  readonly #client: typeof Client;
  readonly #registers: Client.Registry[];

  constructor(client: typeof Client, registry: Client.Registry) {
    this.#client = client;
    this.#registers = [registry];
  }

  gauge(name: string, help: string, labelNames: readonly string[], read: Read): void {
    const registers = this.#registers;
    const collect = collector(labelNames, read);
    new this.#client.Gauge({ name, help, labelNames, registers, collect });
  }

  counter(name: string, help: string, labelNames: readonly string[], read: Read): void {
    const registers = this.#registers;
    const collect = collector(labelNames, read);
    new this.#client.Counter({ name, help, labelNames, registers, collect });
  }
}

function measureRequests(
  app: FastifyInstance,
  client: typeof Client,
  registry: Client.Registry,
): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const registers = [registry];
  const total = new client.Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by method, route pattern and status. 429: over a rate limit, 503: overload or no database.',
    labelNames,
    registers,
  });
  const duration = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: routeLabel(request, reply),
      status: String(reply.statusCode),
    };
    total.inc(labels);
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

function measurePools(metrics: PulledMetrics, { database }: MetricSources): void {
  type Stats = ReturnType<typeof database.poolStats>[number];
  const ofPools = (value: (stats: Stats) => number) => (): Series =>
    database.poolStats().map((stats) => [{ pool: stats.pool }, value(stats)]);
  const gauge = (name: string, help: string, value: (stats: Stats) => number) =>
    metrics.gauge(`db_pool_${name}`, help, ['pool'], ofPools(value));
  gauge('connections_max', 'Connections the pool may open.', ({ max }) => max);
  gauge('connections_in_use', 'Connections in use.', ({ inUse }) => inUse);
  gauge('requests_waiting', 'Callers that wait for a connection.', ({ waiting }) => waiting);
  gauge(
    'oldest_wait_seconds',
    'How long the first caller in line has waited; 0 without one.',
    ({ oldestWaitSeconds }) => oldestWaitSeconds,
  );
  metrics.counter(
    'db_pool_rejections_total',
    'Callers rejected because the queue was full or the wait too long.',
    ['pool'],
    ofPools(({ rejected }) => rejected),
  );
}

/** Lets the metrics of one scrape share a query. Without an answer it gives undefined, and they have no series. */
function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let reading: Promise<Value | undefined> | undefined;
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return reading;
  };
}

/** The queue is shared by all processes on the database, so every process reports the same. */
function measureMailQueue(
  metrics: PulledMetrics,
  read: NonNullable<MetricSources['mailQueue']>,
): void {
  const queue = sharedRead(read);
  metrics.gauge(
    'mail_queue_messages',
    'Mails of all processes: queued ones, those whose last delivery failed, and those given up.',
    ['state'],
    async () => {
      const stats = await queue();
      if (stats === undefined) return [];
      return [
        [{ state: 'waiting' }, stats.waiting],
        [{ state: 'failed' }, stats.failed],
        [{ state: 'dead' }, stats.dead],
      ];
    },
  );
  metrics.gauge(
    'mail_queue_oldest_age_seconds',
    'Age of the oldest queued mail of all processes; 0 for an empty queue.',
    [],
    async () => {
      const stats = await queue();
      return stats === undefined ? [] : [[{}, stats.oldestSeconds ?? 0]];
    },
  );
}

/** As the mail queue, the jobs are of all processes. */
function measureJobs(metrics: PulledMetrics, read: NonNullable<MetricSources['jobs']>): void {
  const jobs = sharedRead(read);
  metrics.gauge(
    'job_failed',
    'Whether the last run of a job failed, of all processes; bkk_jobs has the reason.',
    ['job'],
    async () =>
      ((await jobs()) ?? []).map(({ name, failure }) => [{ job: name }, Number(failure !== null)]),
  );
  metrics.gauge(
    'job_overdue_seconds',
    'How long a job has been due, of all processes; 0 for one that is not.',
    ['job'],
    async () =>
      ((await jobs()) ?? []).map(({ name, overdue_seconds: seconds }) => [{ job: name }, seconds]),
  );
}

function measureWork(metrics: PulledMetrics, sources: MetricSources): void {
  const { passwordQueue, rateLimitRejections, caches, renderedPages } = sources;
  metrics.counter(
    'rate_limit_rejections_total',
    'Requests rejected by a rate limit, by the limit.',
    ['limit'],
    () => [...rateLimitRejections()].map(([limit, count]) => [{ limit }, count]),
  );
  metrics.gauge('password_hash_queue_tasks', 'Password hashes under way.', ['state'], () => {
    const { active, waiting } = passwordQueue();
    return [
      [{ state: 'active' }, active],
      [{ state: 'waiting' }, waiting],
    ];
  });
  metrics.counter(
    'password_hash_queue_rejections_total',
    'Password hashes rejected because the queue was full or the wait too long.',
    [],
    () => [[{}, passwordQueue().rejected]],
  );
  metrics.counter('cache_requests_total', 'Lookups in caches.', ['cache', 'result'], () =>
    Object.entries(caches).flatMap(([cache, { stats }]): Series => [
      [{ cache, result: 'hit' }, stats.hits],
      [{ cache, result: 'miss' }, stats.misses],
    ]),
  );
  metrics.counter(
    'page_renders_skipped_total',
    'Pages left to the browser because too many were being rendered.',
    [],
    () => [[{}, renderedPages.skipped]],
  );
}

/**
 * Measures every request of routes that are registered later, and the parts of the app at each scrape. Without metrics
 * their package is not loaded, nor the API of OpenTelemetry, which it uses.
 */
export async function measureApp(
  app: FastifyInstance,
  sources: MetricSources,
): Promise<Client.Registry> {
  const client = await import('prom-client');
  const registry = new client.Registry();
  const metrics = new PulledMetrics(client, registry);
  client.collectDefaultMetrics({ register: registry });
  measureRequests(app, client, registry);
  measurePools(metrics, sources);
  if (sources.mailQueue !== undefined) measureMailQueue(metrics, sources.mailQueue);
  if (sources.jobs !== undefined) measureJobs(metrics, sources.jobs);
  measureWork(metrics, sources);
  return registry;
}
