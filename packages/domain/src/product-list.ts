import { searchProducts, sortedByPrice, type Product } from './catalog.ts';
import { listSizes } from './constants.ts';

/** `order` is the store's own order. */
export const productSorts = ['order', 'priceUp', 'priceDown', 'title'] as const;

export type ProductSort = (typeof productSorts)[number];

type Listed = Pick<Product, 'title' | 'subtitle' | 'site_product_selection' | 'variants'>;

function sortProducts<Item extends Listed>(
  products: readonly Item[],
  sort: ProductSort,
): readonly Item[] {
  switch (sort) {
    case 'order':
      return products;
    case 'priceUp':
      return sortedByPrice(products, 'up');
    case 'priceDown':
      return sortedByPrice(products, 'down');
    case 'title': {
      const { compare } = new Intl.Collator('th');
      return products.toSorted((one, other) => compare(one.title, other.title));
    }
  }
}

/** Searches, sorts and pages a list of all products; the last page if there are fewer. */
export function pageOfProducts<Item extends Listed>(
  products: readonly Item[],
  { page, q, sort }: { readonly page: number; readonly q: string; readonly sort: ProductSort },
) {
  const found = sortProducts(searchProducts(products, q), sort);
  const size = listSizes.storePage;
  const shown = Math.min(page, Math.max(1, Math.ceil(found.length / size)));
  return { rows: found.slice((shown - 1) * size, shown * size), total: found.length, page: shown };
}

/** The addresses of a product's pictures: its own in their order, those of its variants, its thumbnail. */
export function picturesOf(product: Product): readonly string[] {
  const own = product.images.toSorted((one, other) => one.order - other.order);
  const all = [
    ...own.map(({ url }) => url),
    ...product.variants.map(({ image_url: url }) => url),
    product.thumbnail,
  ];
  return [...new Set(all.filter((url) => url !== null))];
}
