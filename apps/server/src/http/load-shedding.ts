import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

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

/** One per process, because its apps share one event loop. Nothing is rejected while no app measures it. */
let pressure = new Pressure();
let inProgress = (): number => 0;
/** With fewer requests in progress, a single slow render or another program saturates the loop, not load. */
const minInProgress = 20;

/**
 * Measures the event loop while the app is open.
 *
 * @param requestsInProgress how many have arrived and are not answered
 */
export function shedLoad(app: FastifyInstance, requestsInProgress: () => number): void {
  inProgress = requestsInProgress;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    pressure.sample(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, sampleMs).unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    pressure = new Pressure();
    inProgress = () => 0;
  });
}

const shouldReject = (share: number): boolean =>
  inProgress() > minInProgress && Math.random() < share;

export function shouldRejectPage(): boolean {
  return shouldReject(pressure.ofPages);
}

/** Rejects requests to this plugin with {@link ServerBusy} while many others saturate the event loop. */
export function rejectWhenBusy(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method }, _reply, done) => {
    // A browser shows a rejected preflight as a network error.
    if (method !== 'OPTIONS' && shouldReject(pressure.ofData))
      done(new ServerBusy('the event loop is saturated'));
    else done();
  });
}
