import type { PageRead, PublicAnswer } from '@bkksiam/domain/page-paint';
import { LRUCache } from 'lru-cache';

/** What was read last; `version` changes when the answer does. */
export interface Reading {
  readonly version: number;
  /** Undefined where it could not be had. */
  readonly answer: PublicAnswer | undefined;
}

type ServiceName = PageRead['service'];

/** A service that pages are painted from, asked as a visitor asks it. */
export interface ReadService {
  readonly address: () => string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReadingsOptions {
  readonly services: Readonly<Record<ServiceName, ReadService>>;
  /** Called with why a service could not be read, at most every ten seconds for each service. */
  readonly onFailure: (service: ServiceName, reason: string) => void;
}

/** Times are on the clock of `performance.now()`. */
interface Kept {
  reading: Reading;
  /** When the service last confirmed the answer. */
  readAt: number;
  /** When it is to be asked for again. */
  until: number;
  asking?: Promise<Reading> | undefined;
}

const keptForMs = 5000;
const retryAfterMs = 1000;
/** How long an answer is still used while its service fails. */
const staleForMs = 10 * 60_000;
// A page does not wait longer for its data than a person would notice; they follow by themselves then.
const limitMs = 300;
/** The status of the page depends on its subject, so it waits longer for that. */
const subjectLimitMs = 1000;
const keptReadings = 500;
/** Reads in flight to one service. Beyond it pages go with what is known already. */
const mostInFlight = 20;
const reportEveryMs = 10_000;

const unread: Reading = { version: 0, answer: undefined };

async function ask(service: ReadService, read: PageRead): Promise<PublicAnswer> {
  const answer = await fetch(service.address() + read.path, {
    headers: service.headers,
    signal: AbortSignal.timeout(read.isSubject ? subjectLimitMs : limitMs),
  });
  if (answer.ok) return { found: true, body: await answer.json() };
  // An unread body would keep its connection from being used again.
  await answer.arrayBuffer();
  if (answer.status === 404) return { found: false };
  throw new Error(`status ${String(answer.status)}`);
}

/**
 * Reads what pages are painted with, each thing at most once in five seconds however many pages want it. While a
 * service fails, its last answers are used for ten minutes; what was never read, pages go without.
 */
export class PageReadings {
  readonly #options: ReadingsOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: keptReadings });
  readonly #inFlight: Record<ServiceName, number> = { data: 0, store: 0 };
  readonly #reportedAt = new Map<ServiceName, number>();
  #versions = 0;

  constructor(options: ReadingsOptions) {
    this.#options = options;
  }

  async get(read: PageRead): Promise<Reading> {
    const key = `${read.service} ${read.path}`;
    const kept = this.#kept.get(key) ?? { reading: unread, readAt: 0, until: 0 };
    if (performance.now() < kept.until) return kept.reading;
    if (kept.asking === undefined) {
      if (this.#inFlight[read.service] >= mostInFlight) return kept.reading;
      this.#kept.set(key, kept);
      kept.asking = this.#renew(read, kept).finally(() => (kept.asking = undefined));
    }
    return kept.asking;
  }

  async #renew(read: PageRead, kept: Kept): Promise<Reading> {
    const { service } = read;
    this.#inFlight[service] += 1;
    try {
      const answer = await ask(this.#options.services[service], read);
      if (JSON.stringify(answer) !== JSON.stringify(kept.reading.answer)) {
        this.#versions += 1;
        kept.reading = { version: this.#versions, answer };
      }
      kept.readAt = performance.now();
      kept.until = kept.readAt + keptForMs;
    } catch (error) {
      const now = performance.now();
      if (now - kept.readAt > staleForMs) kept.reading = unread;
      kept.until = now + retryAfterMs;
      this.#report(service, error);
    } finally {
      this.#inFlight[service] -= 1;
    }
    return kept.reading;
  }

  #report(service: ServiceName, error: unknown): void {
    const now = performance.now();
    if (now - (this.#reportedAt.get(service) ?? -reportEveryMs) < reportEveryMs) return;
    this.#reportedAt.set(service, now);
    this.#options.onFailure(service, error instanceof Error ? error.message : String(error));
  }
}
