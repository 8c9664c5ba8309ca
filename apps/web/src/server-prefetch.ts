import {
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import type { PrefetchedQuery } from '#app/page-head.ts';
import { setRequestId } from '#platform/request-id.ts';

const staleMs = 5_000;
const retryAfterMs = 5_000;
/** How long data is used while its service fails. */
const lastGoodMs = 10 * 60_000;
const timeoutMs = 1_000;
/** Concurrent queries. Beyond it, a query that is not cached has no data. */
const maxInFlight = 20;
const maxKept = 500;

export interface Prefetched {
  readonly queryKey: QueryKey;
  /** Undefined where the query has failed. */
  readonly data: unknown;
  readonly updatedAt: number;
}

/** The data of public pages, fetched as a visitor and shared by all requests. */
export class PrefetchCache {
  readonly #client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  readonly #onFailure: (key: QueryKey, error: unknown, requestId: string) => void;

  /** @param onFailure is called with the key of a query that failed and the request that fetched it */
  constructor(onFailure: (key: QueryKey, error: unknown, requestId: string) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * A query with its data, at most five seconds old unless its service fails; undefined where there is none.
   *
   * @param requestId the id of the page's request, which a fetch carries
   */
  async get(query: PrefetchedQuery, requestId: string): Promise<Prefetched> {
    const { queryKey } = query;
    const known = this.#client.getQueryState(queryKey);
    const hasFailed = known !== undefined && Date.now() - known.errorUpdatedAt < retryAfterMs;
    const isTooMany = known === undefined && this.#client.isFetching() >= maxInFlight;
    if (!hasFailed && !isTooMany) await this.#fetch(query, requestId);
    const state = this.#client.getQueryState(queryKey);
    const { data, dataUpdatedAt: updatedAt = 0 } = state ?? {};
    return { queryKey, data: Date.now() - updatedAt < lastGoodMs ? data : undefined, updatedAt };
  }

  async #fetch({ queryKey, queryFn }: PrefetchedQuery, requestId: string): Promise<void> {
    // A timer holds the controller: Node 20 may collect AbortSignal.any() with a timeout before it fires.
    const controller = new AbortController();
    setRequestId(controller.signal, requestId);
    const timer = setTimeout(() => {
      controller.abort(new Error(`no answer within ${String(timeoutMs)} ms`));
    }, timeoutMs);
    const limited = (context: QueryFunctionContext) =>
      (queryFn as QueryFunction)({ ...context, signal: controller.signal });
    try {
      await this.#client.query({ queryKey, queryFn: limited, staleTime: staleMs });
    } catch (error) {
      this.#onFailure(queryKey, error, requestId);
    } finally {
      clearTimeout(timer);
    }
    this.#removeOldest();
  }

  #removeOldest(): void {
    const cache = this.#client.getQueryCache();
    if (cache.getAll().length <= maxKept) return;
    const [oldest] = cache
      .findAll({ fetchStatus: 'idle' })
      .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    if (oldest !== undefined) cache.remove(oldest);
  }
}
