import { LRUCache } from 'lru-cache';
import { RateLimitExceeded } from './rate-limits.ts';

/** What one network may send in a window that begins with its first request. */
export interface Allowance {
  /** Also its label in metrics. */
  readonly name: string;
  readonly requests: number;
  readonly bytes: number;
  readonly windowSeconds: number;
}

interface Window {
  requests: number;
  bytes: number;
  readonly endsAt: number;
}

const maxNetworks = 10_000;

/** Counts requests and body bytes by network, in the memory of each process and for a bounded number of networks. */
export class NetworkBudget {
  readonly #allowance: Allowance;
  readonly #windows = new LRUCache<string, Window>({ max: maxNetworks });

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** @throws {RateLimitExceeded} */
  countRequest(network: string): void {
    const window = this.#windowOf(network);
    window.requests += 1;
    this.#check(window);
  }

  /** Counts bytes of a body as they arrive. @throws {RateLimitExceeded} */
  countBytes(network: string, bytes: number): void {
    const window = this.#windowOf(network);
    window.bytes += bytes;
    this.#check(window);
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

  #check({ requests, bytes, endsAt }: Window): void {
    if (requests <= this.#allowance.requests && bytes <= this.#allowance.bytes) return;
    const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
    throw new RateLimitExceeded(this.#allowance.name, seconds);
  }
}
