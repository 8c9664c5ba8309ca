import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl } from '../testing/database-url.ts';
import { freePort } from '../testing/free-port.ts';
import { metricsToken } from '../testing/scrape.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';
import { isWholeSuite, onlyInWholeSuite } from '../testing/variations.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Prints the packages of OpenTelemetry that the process has loaded when it ends; all of them are CommonJS. */
const listLoaded = `
  import { createRequire } from 'node:module';
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { cache } = createRequire('file:///');
    const names = Object.keys(cache).map((path) => /.*node_modules.(@opentelemetry.[^\\\\/]+)/.exec(path)?.[1]);
    writeSync(1, 'loaded: ' + [...new Set(names)].filter(Boolean).sort().join(' ') + '\\n');
  });`;

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-traces-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin),
    LOG_FORMAT: 'json',
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(listLoaded)}"`,
    ...env,
  });
}

async function collect(...args: Parameters<typeof startTraceCollector>): Promise<TraceCollector> {
  const collector = await startTraceCollector(...args);
  cleanups.push(() => collector.close());
  return collector;
}

const loadedBy = (server: ServerProcess) => /^loaded: (.*)$/m.exec(server.output())?.[1];
const failures = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('traces could not be sent'));

async function news({ url, anonKey }: ServerProcess, more = {}): Promise<number> {
  const headers = { apikey: anonKey, ...more };
  const response = await fetch(`${url}/rest/v1/bkk_airline_news?select=id`, { headers });
  await response.arrayBuffer();
  return response.status;
}

describe('a server without a collector', () => {
  it('loads no package of OpenTelemetry, and logs no trace', async () => {
    const server = await start({ OTEL_SERVICE_NAME: 'without-effect' });
    expect(await news(server)).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(loadedBy(server)).toBe('');
    expect(server.output()).not.toContain('trace_id');
  });

  it.runIf(isWholeSuite)('sends nothing with OTEL_SDK_DISABLED, whatever else is set', async () => {
    const collector = await collect();
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SDK_DISABLED: 'true',
    });
    expect(await news(server)).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(collector.bodies()).toEqual([]);
    expect(server.output()).not.toContain('trace_id');
  });

  it.runIf(isWholeSuite)('loads the API alone with metrics, whose package uses it', async () => {
    const server = await start({ METRICS_TOKEN: metricsToken });
    expect(await server.stop()).toBe(0);
    expect(loadedBy(server)).toBe('@opentelemetry/api');
  });
});

describe('a server with a collector', () => {
  it('sends at a stop what is not sent, under the name and with the headers that are set', async () => {
    const authorizations: unknown[] = [];
    const collector = await collect((request, response) => {
      authorizations.push(request.headers.authorization);
      response.end('{}');
    });
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'trial',
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const sampled = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${sampled}-00f067aa0ba902b7-01`;
    expect(await news(server, { traceparent })).toBe(200);
    // The sampler leaves this one out.
    expect(await news(server)).toBe(200);
    expect(collector.bodies()).toEqual([]);
    expect(await server.stop()).toBe(0);
    const spans = collector.spans();
    expect(spans.map(({ name }) => name)).toContain('SELECT callers');
    expect(new Set(spans.map(({ resource }) => resource['service.name']))).toEqual(
      new Set(['trial']),
    );
    expect(new Set(authorizations)).toEqual(new Set(['Bearer of-the-collector']));
    expect(server.output()).not.toContain('of-the-collector');
    expect(loadedBy(server)).toContain('@opentelemetry/sdk-trace');
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([sampled]));
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('/rest/v1/'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: sampled });
  });

  it('that refuses every trace, or never answers, serves on, says so at most once a minute, and stops', async () => {
    onlyInWholeSuite();
    let answers = true;
    let unanswered = 0;
    const collector = await collect((_request, response) => {
      if (answers) response.writeHead(400).end();
      else unanswered += 1;
    });
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '10',
    });
    await expect
      .poll(async () => {
        expect(await news(server)).toBe(200);
        return collector.bodies().length;
      })
      .toBeGreaterThan(4);
    answers = false;
    await expect
      .poll(async () => {
        expect(await news(server)).toBe(200);
        return unanswered;
      })
      .toBeGreaterThan(0);
    expect(await news(server)).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(failures(server)).toHaveLength(1);
  });

  it.runIf(isWholeSuite)('that is not there serves on, and stops', async () => {
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await freePort())}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '50',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    });
    await expect
      .poll(async () => {
        expect(await news(server)).toBe(200);
        return failures(server).length;
      })
      .toBe(1);
    expect(await server.stop()).toBe(0);
    expect(failures(server)).toHaveLength(1);
  });
});
