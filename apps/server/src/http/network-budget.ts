import { LRUCache } from 'lru-cache';

/** What one network may spend in a window that begins with its first request. */
export interface Allowance {
  readonly requests: number;
  readonly bytes: number;
  readonly windowSeconds: number;
}

interface Window {
  requests: number;
  bytes: number;
  readonly endsAt: number;
}

const mostNetworks = 10_000;

/** Counts requests and body bytes by network in memory: each process on its own, for a bounded number of networks. */
export class NetworkBudget {
  readonly #allowance: Allowance;
  readonly #windows = new LRUCache<string, Window>({ max: mostNetworks });

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** Counts one request; the seconds until the next one is allowed, or undefined if this one is. */
  takeRequest(network: string): number | undefined {
    const window = this.#windowOf(network);
    window.requests += 1;
    return this.#waitOf(window);
  }

  /** Counts bytes of a body as they arrive, with the same answer as {@link takeRequest}. */
  takeBytes(network: string, bytes: number): number | undefined {
    const window = this.#windowOf(network);
    window.bytes += bytes;
    return this.#waitOf(window);
  }

  #windowOf(network: string): Window {
    const now = performance.now();
    const known = this.#windows.get(network);
    if (known !== undefined && known.endsAt > now) return known;
    const endsAt = now + this.#allowance.windowSeconds * 1000;
    const window = { requests: 0, bytes: 0, endsAt };
    this.#windows.set(network, window);
    return window;
  }

  #waitOf({ requests, bytes, endsAt }: Window): number | undefined {
    if (requests <= this.#allowance.requests && bytes <= this.#allowance.bytes) return undefined;
    return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
  }
}
