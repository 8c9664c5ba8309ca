import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** Keeps what one person has read apart from what the next one reads. */
export class QueryShelf {
  #owner: string | undefined;
  #client: QueryClient | undefined;

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
