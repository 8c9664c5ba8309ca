import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** The process has more work than it can do now; worth a retry in a second. */
export class ServerBusy extends Error {
  override readonly name: string = 'ServerBusy';
}

const sampleMs = 50;
/** Above it the event loop has no idle time: requests only wait longer. */
const fullUtilization = 0.98;
/** In tenths of the requests, as the bounds below. */
const rise = 2;
const fall = 1;
/** Refusals begin after the loop was full for 200 ms, longer than a garbage collection. */
const none = -6;
const most = 20;
/** The rest is served however high the pressure is: refusals alone can fill the loop. */
const mostRefused = 0.9;

const shareOf = (tenths: number): number => Math.min(mostRefused, Math.max(0, tenths / 10));

/**
 * The shares of requests to refuse so that the event loop has idle time again. They rise while it has none and fall while it
 * has; data is refused first, pages when that does not help.
 */
export class Pressure {
  #value = none;

  /** @param utilization of the event loop in the last 50 ms, from 0 to 1 */
  sample(utilization: number): void {
    const change = utilization > fullUtilization ? rise : -fall;
    this.#value = Math.min(most, Math.max(none, this.#value + change));
  }

  get ofData(): number {
    return shareOf(this.#value);
  }

  get ofPages(): number {
    return shareOf(this.#value - 10);
  }
}

/** Of the process: its apps share one event loop. Nothing is refused while no app measures it. */
let pressure = new Pressure();
let inProgress = (): number => 0;
/** Fewer are no crowd: the loop is full of one slow rendering, or the machine is busy with something else. */
const crowd = 20;

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

const isRefused = (share: number): boolean => inProgress() > crowd && Math.random() < share;

export function refusesPage(): boolean {
  return isRefused(pressure.ofPages);
}

/** Refuses requests to this plugin at once with {@link ServerBusy} while the event loop is full of many others. */
export function refuseWhenBusy(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method }, _reply, done) => {
    // A browser shows a refused preflight as a network error.
    if (method !== 'OPTIONS' && isRefused(pressure.ofData))
      done(new ServerBusy('the event loop is full'));
    else done();
  });
}
