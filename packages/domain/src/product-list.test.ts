import { expect, it } from 'vitest';
import type { Product } from './catalog.ts';
import { pageOfProducts } from './product-list.ts';

const named = (
  title: string,
): Pick<Product, 'title' | 'subtitle' | 'site_product_selection' | 'variants'> => ({
  title,
  subtitle: null,
  site_product_selection: null,
  variants: [],
});

it('a list of products is searched, sorted by title and shown in pages', () => {
  const products = ['Mug', 'Bag', 'Big mug'].map(named);
  const search = { page: 1, q: 'mug', sort: 'title' } as const;
  const { rows, total } = pageOfProducts(products, search);
  expect([rows.map(({ title }) => title), total]).toEqual([['Big mug', 'Mug'], 2]);
  expect(pageOfProducts(products, { ...search, page: 9 }).page).toBe(1);
});
