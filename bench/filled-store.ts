/** SQL that puts that many products, each of three variants, into a store and takes what it had out of it. */
export const storeOf = (products: number): string => `
  delete from bkksiam_store.products;
  insert into bkksiam_store.products (id, position, title, subtitle, description, thumbnail, images)
  select 'p' || n, n, 'Product ' || n, 'Of ${String(products)}', repeat('What it is made of. ', 12),
    '/merchandise/tote-cream.svg', '[{"url": "/merchandise/tote-cream.svg", "type": "image"}]'
  from generate_series(1, ${String(products)}) n;
  insert into bkksiam_store.variants (id, product_id, position, title, price_in_cents, inventory_quantity)
  select 'p' || n || '-' || v, 'p' || n, v, 'Variant ' || v, 1000 + n * 7 % 5000, n % 20
  from generate_series(1, ${String(products)}) n, generate_series(1, 3) v;
  analyze;`;
