import {
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import pLimit from 'p-limit';
import type { PageQuery } from '#platform/page-loader.ts';
import { setRequestId } from '#platform/request-id.ts';

const staleMs = 5_000;
const retryAfterMs = 5_000;
/** How long data is used while its service fails. */
const lastGoodMs = 10 * 60_000;
const timeoutMs = 1_000;
/** Concurrent queries that are not cached; others wait, and have no data after the timeout. */
const maxInFlight = 20;
const maxWaiting = 500;
const maxKept = 500;
/** Of searches for flights, whose answers are large and of as many kinds as there are visitors. */
const maxSearches = 50;

export interface Prefetched {
  readonly queryKey: QueryKey;
  /** Undefined where the query has failed. */
  readonly data: unknown;
  readonly updatedAt: number;
}

/** The data of public pages, fetched as a visitor and shared by all requests. */
export class PrefetchCache {
  readonly #client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  readonly #limit = pLimit(maxInFlight);
  readonly #onFailure: (key: QueryKey, error: unknown, requestId: string) => void;

  /** @param onFailure is called with the key of a query that failed and the request that fetched it */
  constructor(onFailure: (key: QueryKey, error: unknown, requestId: string) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * A query with its data, by default at most five seconds old, unless its service fails; undefined where there is none.
   *
   * @param requestId the id of the page's request, which a fetch carries
   * @param maxAgeMs after which it is fetched again
   */
  async get(query: PageQuery, requestId: string, maxAgeMs = staleMs): Promise<Prefetched> {
    const { queryKey } = query;
    const known = this.#client.getQueryState(queryKey);
    const hasFailed = known !== undefined && Date.now() - known.errorUpdatedAt < retryAfterMs;
    if (!hasFailed) {
      await (known === undefined
        ? this.#fetchInTurn(query, requestId)
        : this.#fetch(query, requestId, maxAgeMs));
    }
    const state = this.#client.getQueryState(queryKey);
    const { data, dataUpdatedAt: updatedAt = 0 } = state ?? {};
    return { queryKey, data: Date.now() - updatedAt < lastGoodMs ? data : undefined, updatedAt };
  }

  /** Fetches when fewer than `maxInFlight` others are being fetched, and not at all after the timeout. */
  async #fetchInTurn(query: PageQuery, requestId: string): Promise<void> {
    if (this.#limit.pendingCount >= maxWaiting) return;
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, timeoutMs);
    });
    const turn = this.#limit(() => (isLate ? undefined : this.#fetch(query, requestId)));
    await Promise.race([turn, timeout]);
    clearTimeout(timer);
  }

  async #fetch(
    { queryKey, queryFn }: PageQuery,
    requestId: string,
    staleTime = staleMs,
  ): Promise<void> {
    // A timer holds the controller: Node 20 may collect AbortSignal.any() with a timeout before it fires.
    const controller = new AbortController();
    setRequestId(controller.signal, requestId);
    const timer = setTimeout(() => {
      controller.abort(new Error(`no answer within ${String(timeoutMs)} ms`));
    }, timeoutMs);
    const limited = (context: QueryFunctionContext) =>
      (queryFn as QueryFunction)({ ...context, signal: controller.signal });
    try {
      await this.#client.query({ queryKey, queryFn: limited, staleTime });
    } catch (error) {
      this.#onFailure(queryKey, error, requestId);
    } finally {
      clearTimeout(timer);
    }
    this.#removeOldest(['flights'], maxSearches);
    this.#removeOldest([], maxKept);
  }

  /** Removes the oldest answer of the queries whose keys begin in a way, beyond their number. */
  #removeOldest(queryKey: QueryKey, max: number): void {
    const cache = this.#client.getQueryCache();
    if (cache.findAll({ queryKey }).length <= max) return;
    const [oldest] = cache
      .findAll({ queryKey, fetchStatus: 'idle' })
      .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    if (oldest !== undefined) cache.remove(oldest);
  }
}
