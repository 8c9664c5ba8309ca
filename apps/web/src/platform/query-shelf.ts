import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { ReadyAnswer } from './first-view.ts';

/** Keeps what one person has read apart from what the next one reads. */
export class QueryShelf {
  /** What came with the page, as a visitor sees it. */
  readonly ready: readonly ReadyAnswer[];
  #owner: string | undefined;
  #client: QueryClient | undefined;

  constructor(ready: readonly ReadyAnswer[] = []) {
    this.ready = ready;
  }

  /** Whether any screen has asked for a client yet. */
  get opened(): boolean {
    return this.#client !== undefined;
  }

  /** The owner's client; another owner gets a new one, and what the last one read is gone. */
  clientOf(owner: string, create: () => QueryClient): QueryClient {
    if (this.#client === undefined || owner !== this.#owner) {
      this.#client = create();
      this.#owner = owner;
    }
    return this.#client;
  }
}

/** The running app's shelf. The query library itself comes with the screens that ask something. */
export const QueryShelfContext = createContext(new QueryShelf());
