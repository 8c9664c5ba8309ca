import type { PublicNews, PublicNewsItem } from '@bkksiam/domain/page-paint';

/** What a page can be painted with; `version` changes when the news do. */
export interface NewsOnHand {
  readonly version: number;
  readonly news: PublicNews | undefined;
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
// More than a person looks at before the rest has come.
const paintedItems = 60;
const query = new URLSearchParams({
  select: 'id,title,excerpt,created_at,is_public',
  is_public: 'eq.true',
  order: 'created_at.desc',
  limit: String(paintedItems + 1),
});

async function ask({ address, anonKey }: NewsSource): Promise<PublicNews> {
  const answer = await fetch(`${address()}/rest/v1/bkk_airline_news?${query.toString()}`, {
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    signal: AbortSignal.timeout(limitMs),
  });
  if (!answer.ok) throw new Error(`the data service answered ${String(answer.status)}`);
  const items = (await answer.json()) as readonly PublicNewsItem[];
  return { items: items.slice(0, paintedItems), more: items.length > paintedItems };
}

/**
 * Reads the public news as a visitor does, at most once in five seconds however many pages are asked for. Where they
 * cannot be had, or not in time, pages go without.
 */
export function createNewsReader(source: NewsSource): () => Promise<NewsOnHand> {
  let onHand: NewsOnHand = { version: 0, news: undefined };
  let reading: Promise<NewsOnHand> | undefined;
  let until = 0;
  async function read(): Promise<NewsOnHand> {
    const news = await ask(source).catch((error: unknown) => {
      source.onFailure(error);
      return undefined;
    });
    if (JSON.stringify(news) !== JSON.stringify(onHand.news)) {
      onHand = { version: onHand.version + 1, news };
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
