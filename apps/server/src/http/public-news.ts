import type { PublicNewsItem } from '@bkksiam/domain/page-paint';

/** What a page can be painted with; `version` changes when the items do. */
export interface NewsOnHand {
  readonly version: number;
  readonly items: readonly PublicNewsItem[] | undefined;
}

export interface NewsSource {
  /** Address of the data service. */
  readonly address: () => string;
  /** Names the visitor it is asked as. */
  readonly anonKey: string;
  /** Hears why the news could not be had. */
  readonly onFailure: (error: unknown) => void;
}

const keptForMs = 5000;
// A page does not wait longer for its news than a person would notice; they follow by themselves then.
const limitMs = 300;
const query =
  '/rest/v1/bkk_airline_news?select=id,title,excerpt,created_at,is_public&is_public=eq.true&order=created_at.desc';

async function ask({ address, anonKey }: NewsSource): Promise<readonly PublicNewsItem[]> {
  const answer = await fetch(address() + query, {
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    signal: AbortSignal.timeout(limitMs),
  });
  if (!answer.ok) throw new Error(`the data service answered ${String(answer.status)}`);
  return (await answer.json()) as readonly PublicNewsItem[];
}

/**
 * Reads the public news as a visitor does, at most once in five seconds however many pages are asked for. Where they
 * cannot be had, or not in time, pages go without.
 */
export function createNewsReader(source: NewsSource): () => Promise<NewsOnHand> {
  let onHand: NewsOnHand = { version: 0, items: undefined };
  let reading: Promise<NewsOnHand> | undefined;
  let until = 0;
  async function read(): Promise<NewsOnHand> {
    const items = await ask(source).catch((error: unknown) => {
      source.onFailure(error);
      return undefined;
    });
    if (JSON.stringify(items) !== JSON.stringify(onHand.items)) {
      onHand = { version: onHand.version + 1, items };
    }
    until = performance.now() + keptForMs;
    return onHand;
  }
  return async () => {
    if (performance.now() < until) return onHand;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
