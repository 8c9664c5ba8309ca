import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from './network.ts';

/** The process has more work than it can do now; the client may retry in a second. */
export class ServerBusy extends Error {
  override readonly name: string = 'ServerBusy';
}

const sampleMs = 50;
/** Event loop utilization above which the loop counts as saturated: it has no idle time, and every request waits. */
const saturation = 0.98;
/** Steps and bounds of the pressure, in tenths of the requests. */
const rise = 2;
const fall = 1;
/** Rejection starts after 200 ms of saturation, longer than a garbage collection. */
const lowest = -6;
const highest = 20;
/** A tenth is always served: rejecting every request would keep the loop saturated too. */
const maxShare = 0.9;

const shareOf = (tenths: number): number => Math.min(maxShare, Math.max(0, tenths / 10));

/**
 * The shares of requests to reject so that the event loop has idle time again. They rise while it is saturated and fall
 * otherwise. Data requests are rejected first, pages when that does not help.
 */
export class Pressure {
  #value = lowest;

  /** @param utilization of the event loop in the last 50 ms, from 0 to 1 */
  sample(utilization: number): void {
    const change = utilization > saturation ? rise : -fall;
    this.#value = Math.min(highest, Math.max(lowest, this.#value + change));
  }

  get ofData(): number {
    return shareOf(this.#value);
  }

  get ofPages(): number {
    return shareOf(this.#value - 10);
  }
}

/** With fewer requests in progress, a single slow render or another program saturates the loop, not load. */
const minInProgress = 20;
/** What one network adds to the load of all: its flood is rejected, but not the requests of others. */
const maxOfNetwork = 4;

const networkOfRequest = ({ ip }: FastifyRequest): string => networkOf(clientAddress(ip));

/** How many requests are in progress for each network. */
class Load {
  readonly #counts = new Map<string, number>();
  #ofAll = 0;

  add(network: string): void {
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    if (count <= maxOfNetwork) this.#ofAll += 1;
  }

  isHighFor(network: string): boolean {
    return Math.max(this.#ofAll, this.#counts.get(network) ?? 0) > minInProgress;
  }
}

/** One per process, because its apps share one event loop. Nothing is rejected while no app measures it. */
let pressure = new Pressure();
let load = new Load();

/**
 * Measures the event loop while the app is open.
 *
 * @param inProgress the responses to the requests that have arrived and are not answered
 */
export function shedLoad(app: FastifyInstance, inProgress: ReadonlySet<ServerResponse>): void {
  const requests = new WeakMap<ServerResponse, FastifyRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    requests.set(reply.raw, request);
    done();
  });
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    pressure.sample(performance.eventLoopUtilization(now, last).utilization);
    last = now;
    load = new Load();
    if (pressure.ofData === 0) return;
    for (const response of inProgress) {
      const request = requests.get(response);
      if (request !== undefined) load.add(networkOfRequest(request));
    }
  }, sampleMs).unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    pressure = new Pressure();
    load = new Load();
  });
}

const shouldReject = (request: FastifyRequest, share: number): boolean =>
  share > 0 && load.isHighFor(networkOfRequest(request)) && Math.random() < share;

export function shouldRejectPage(request: FastifyRequest): boolean {
  return shouldReject(request, pressure.ofPages);
}

/** Rejects requests to this plugin with {@link ServerBusy} while many others saturate the event loop. */
export function rejectWhenBusy(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // A browser shows a rejected preflight as a network error.
    if (request.method !== 'OPTIONS' && shouldReject(request, pressure.ofData))
      done(new ServerBusy('the event loop is saturated'));
    else done();
  });
}
