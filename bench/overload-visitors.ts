import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that visitors send at a constant rate. */
export interface VisitorCall {
  readonly kind: string;
  readonly perSecond: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response times of one kind of request, in milliseconds. */
export interface KindResult {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Number of each error response. */
  readonly errors: Readonly<Record<string, number>>;
}

interface Sample {
  readonly kind: string;
  readonly took: number;
  /** Undefined for a success. */
  readonly error: string | undefined;
}

const giveUpMs = 10_000;
const networks = 8;
const agent = new Agent({ keepAlive: true });

function ask(port: number, call: VisitorCall, from: string): Promise<Omit<Sample, 'kind'>> {
  const start = performance.now();
  const took = () => performance.now() - start;
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: call.method,
        path: call.path,
        timeout: giveUpMs,
        headers: {
          'x-forwarded-for': from,
          ...call.headers,
          ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
        },
      },
      (response) => {
        response.resume();
        const { statusCode = 0 } = response;
        response.on('close', () =>
          resolve({ took: took(), error: statusCode < 400 ? undefined : String(statusCode) }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', (error) => resolve({ took: took(), error: error.message }));
    outgoing.end(call.body);
  });
}

/** Sends requests at a constant rate, independent of responses, from a few networks in turn. */
async function keepAsking(
  port: number,
  call: VisitorCall,
  offset: number,
  end: number,
  samples: Sample[],
): Promise<void> {
  const every = 1000 / call.perSecond;
  const asked: Promise<void>[] = [];
  let due = performance.now() + offset * every;
  for (let n = 0; due < end; n += 1, due += every) {
    await sleep(Math.max(0, due - performance.now()));
    const from = `198.51.100.${String(1 + (n % networks))}`;
    asked.push(
      ask(port, call, from).then((answer) => void samples.push({ kind: call.kind, ...answer })),
    );
  }
  await Promise.all(asked);
}

function summaryOf(samples: readonly Sample[]): KindResult {
  const times = samples.map(({ took }) => took).sort((one, other) => one - other);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  const errors: Record<string, number> = {};
  for (const { error } of samples) {
    if (error !== undefined) errors[error] = (errors[error] ?? 0) + 1;
  }
  return { calls: times.length, p50: at(0.5), p99: at(0.99), max: at(1), errors };
}

/** Runs the visitors' mix; returns the results by kind, and `all` together last. */
export async function visit(
  port: number,
  calls: readonly VisitorCall[],
  milliseconds: number,
): Promise<ReadonlyMap<string, KindResult>> {
  const samples: Sample[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    calls.map((call, index) => keepAsking(port, call, index / calls.length, end, samples)),
  );
  const results = new Map<string, KindResult>();
  for (const kind of new Set(calls.map((call) => call.kind))) {
    results.set(kind, summaryOf(samples.filter((sample) => sample.kind === kind)));
  }
  return results.set('all', summaryOf(samples));
}
