import type { Allowance } from '../limits/network-budget.ts';

/** The bounds of the service. Payloads are in bytes, times in milliseconds. */
export interface RealtimeLimits {
  readonly sockets: number;
  readonly socketsPerNetwork: number;
  readonly channelsPerSocket: number;
  /** Messages of one socket and second; four times as many at once. */
  readonly messagesPerSecond: number;
  readonly joinsPerSecond: number;
  /** Presence messages of one channel in 30 s. */
  readonly presenceMessages: number;
  readonly payloadBytes: number;
  readonly frameBytes: number;
  /** What may wait for a slow reader before its socket is closed. */
  readonly queuedBytes: number;
  /** Without any frame; clients send a heartbeat every 25 s. */
  readonly idleMs: number;
  /** Without a channel. */
  readonly withoutChannelMs: number;
  /** Batches what changes in a presence. */
  readonly presenceMs: number;
  /** How often expiry is looked at, and that the server runs is said. */
  readonly clockMs: number;
  /** How long what a private channel permits is kept. */
  readonly permissionMs: number;
}

export const defaultLimits: RealtimeLimits = {
  sockets: 5000,
  socketsPerNetwork: 500,
  channelsPerSocket: 100,
  messagesPerSecond: 100,
  joinsPerSecond: 20,
  presenceMessages: 20,
  payloadBytes: 256 * 1024,
  frameBytes: 1024 * 1024,
  queuedBytes: 4 * 1024 * 1024,
  idleMs: 75_000,
  withoutChannelMs: 600_000,
  presenceMs: 1500,
  clockMs: 5000,
  permissionMs: 300_000,
};

/** WebSockets per network: every page of an office may open one, and again after a lost connection. */
export const socketAllowance: Allowance = {
  name: 'websockets',
  requests: 300,
  bytes: Infinity,
  windowSeconds: 60,
};

/** Broadcasts by HTTP per network. */
export const broadcastAllowance: Allowance = {
  name: 'realtime broadcasts',
  requests: 600,
  bytes: 60_000_000,
  windowSeconds: 60,
};

/** Allows `rate` in a second, and `burst` at once. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #left: number;
  #at = performance.now();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#left = burst;
  }

  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
