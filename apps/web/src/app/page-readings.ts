import { matchRoutes } from 'react-router';
import type { PageRead, PublicAnswer } from '@bkksiam/domain/page-paint';
import { newsQuery, type NewsItem } from '#features/news/news-data.ts';
import { readProduct, readProducts } from '#features/store/store-answers.ts';
import { productQuery, productsQuery } from '#features/store/store-data.ts';
import type { ReadyAnswer } from '#platform/first-view.ts';
import { paths } from './paths.ts';

/** What a painted page carries of one thing that was read for it. */
export interface PaintedAnswer {
  readonly ready: ReadyAnswer;
  /** What the page is about. */
  readonly subject?: string;
}

/** Something the server reads for a page, and what becomes of it. */
export interface PageReading {
  readonly read: PageRead;
  /**
   * Undefined where the answer makes no sense: the browser asks again.
   *
   * @param storeUrl address of the store service; empty where it shares the site's
   */
  readonly painted: (answer: PublicAnswer, storeUrl: string) => PaintedAnswer | undefined;
}

// More than a person looks at before the rest has come.
const paintedNews = 60;
const paintedProducts = 8;

const publicNews: PageReading = {
  read: {
    service: 'data',
    path: `/rest/v1/bkk_airline_news?${new URLSearchParams({
      select: 'id,title,excerpt,created_at,is_public',
      is_public: 'eq.true',
      order: 'created_at.desc',
      limit: String(paintedNews + 1),
    }).toString()}`,
  },
  painted(answer) {
    if (!answer.found || !Array.isArray(answer.body)) return undefined;
    const items = answer.body as readonly NewsItem[];
    const { queryKey: key } = newsQuery({ signedIn: false });
    const partial = items.length > paintedNews && ({ partial: true } as const);
    return { ready: { key, data: items.slice(0, paintedNews), standsFor: ['news'], ...partial } };
  },
};

const storePath = (storeId: string) => `/store/${encodeURIComponent(storeId)}/products`;

function firstProducts(storeId: string): PageReading {
  const search = `limit=${String(paintedProducts)}&is_hidden=false`;
  return {
    read: { service: 'store', path: `${storePath(storeId)}?${search}` },
    painted(answer, storeUrl) {
      const products = answer.found ? readProducts(answer.body, storeUrl) : undefined;
      if (products === undefined) return undefined;
      // Cards show no more of them; a product's own page asks for all.
      const data = products.map((product) => ({
        ...product,
        description: '',
        additional_info: [],
        related_products: [],
        collections: [],
        images: [],
      }));
      return { ready: { key: productsQuery().queryKey, data, partial: true } };
    },
  };
}

function oneProduct(storeId: string, id: string): PageReading {
  const key = productQuery(id).queryKey;
  return {
    read: {
      service: 'store',
      path: `${storePath(storeId)}/${encodeURIComponent(id)}`,
      isSubject: true,
    },
    painted(answer, storeUrl) {
      if (!answer.found) return { ready: { key, data: null } };
      const data = readProduct(answer.body, storeUrl);
      return data && { ready: { key, data }, subject: data.title };
    },
  };
}

/** What is read for the page at a path before it is painted. */
export function readingsFor(path: string, storeId: string): readonly PageReading[] {
  const isAt = ({ pattern }: { readonly pattern: string }) =>
    matchRoutes([{ path: pattern }], path) !== null;
  if (isAt(paths.home) || isAt(paths.news)) return [publicNews];
  if (isAt(paths.store)) return [firstProducts(storeId)];
  const id = matchRoutes([{ path: paths.product.pattern }], path)?.[0]?.params.id;
  return id === undefined ? [] : [oneProduct(storeId, id)];
}
