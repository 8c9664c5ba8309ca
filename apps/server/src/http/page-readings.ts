import type { PageRead, PublicAnswer } from '@bkksiam/domain/page-paint';
import { LRUCache } from 'lru-cache';

/** What was read last; `version` changes when the answer does. */
export interface Reading {
  readonly version: number;
  /** Undefined where it could not be had. */
  readonly answer: PublicAnswer | undefined;
}

/** A service that pages are painted from, asked as a visitor asks it. */
export interface ReadService {
  readonly address: () => string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReadingsOptions {
  readonly services: Readonly<Record<PageRead['service'], ReadService>>;
  /** Hears why something could not be read. */
  readonly onFailure: (read: PageRead, error: unknown) => void;
}

interface Kept {
  reading: Reading;
  /** When it is to be asked for again, on the clock of `performance.now()`. */
  until: number;
  asking?: Promise<Reading> | undefined;
}

const keptForMs = 5000;
// A page does not wait longer for its data than a person would notice; they follow by themselves then.
const limitMs = 300;
const keptReadings = 500;

async function ask(service: ReadService, path: string): Promise<PublicAnswer> {
  const answer = await fetch(service.address() + path, {
    headers: service.headers,
    signal: AbortSignal.timeout(limitMs),
  });
  if (answer.status === 404) return { found: false };
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`);
  return { found: true, body: await answer.json() };
}

/**
 * Reads what pages are painted with, each thing at most once in five seconds however many pages want it. What cannot
 * be had, or not in time, pages go without.
 */
export class PageReadings {
  readonly #options: ReadingsOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: keptReadings });
  #versions = 0;

  constructor(options: ReadingsOptions) {
    this.#options = options;
  }

  async get(read: PageRead): Promise<Reading> {
    const key = `${read.service} ${read.path}`;
    const kept = this.#kept.get(key) ?? { reading: { version: 0, answer: undefined }, until: 0 };
    if (performance.now() < kept.until) return kept.reading;
    this.#kept.set(key, kept);
    kept.asking ??= this.#renew(read, kept).finally(() => {
      kept.asking = undefined;
    });
    return kept.asking;
  }

  async #renew(read: PageRead, kept: Kept): Promise<Reading> {
    const { services, onFailure } = this.#options;
    const answer = await ask(services[read.service], read.path).catch((error: unknown) => {
      onFailure(read, error);
      return undefined;
    });
    if (JSON.stringify(answer) !== JSON.stringify(kept.reading.answer)) {
      this.#versions += 1;
      kept.reading = { version: this.#versions, answer };
    }
    kept.until = performance.now() + keptForMs;
    return kept.reading;
  }
}
