import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { ProductState, StoredProduct } from '@bkksiam/domain/product-input';
import type { ListDefinition } from '#list/list-query.ts';
import { callData } from '#platform/data-api.ts';
import type { Client } from '#platform/supabase.ts';
import { productOfRow, productRows } from './product-rows.ts';

type ViewRow = Database['public']['Views']['bkk_products_admin_view']['Row'];

/** The states of the products, and those that are out of stock. */
const productFilters = ['PUBLISHED', 'DRAFT', 'ARCHIVED', 'OUT'] as const;
export type ProductFilter = (typeof productFilters)[number];

export type StockState = 'in_stock' | 'low' | 'out' | 'not_kept';

type Shown =
  | 'id'
  | 'title'
  | 'position'
  | 'purchasable'
  | 'is_hidden'
  | 'variants'
  | 'free'
  | 'reserved'
  | 'updated_at';

/** A row of the list. Columns of a view are nullable in the generated types. */
export type AdminProduct = { readonly [Key in Shown]: NonNullable<ViewRow[Key]> } & {
  readonly title_th: string | null;
  /** Null without a variant. */
  readonly from_cents: number | null;
  readonly state: ProductState;
  readonly stock: StockState;
};

/** The prefix of the query keys. */
export const productKey = ['products', 'admin'] as const;

export const productList: ListDefinition<AdminProduct, ProductFilter> = {
  key: [...productKey, 'list'],
  keyOf: ({ id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminProducts:loadFailed',
  columns: ['title', 'position', 'from_cents', 'free', 'updated_at'],
  sort: { column: 'position', direction: 'asc' },
  filters: productFilters,
  counts: (client, search) => client.rpc('bkk_admin_count_products', { p_search: search }),
  searchColumns: 'search_text',
  idColumn: 'id',
  select: (client, options, filter) => {
    const products = client
      .from('bkk_products_admin_view')
      .select(
        'id, state, title, title_th, position, purchasable, is_hidden, variants, from_cents, free, reserved, stock, updated_at',
        options,
      );
    if (filter === undefined) return products;
    return filter === 'OUT' ? products.eq('stock', 'out') : products.eq('state', filter);
  },
};

const selectProducts = (client: Client) =>
  client
    .from('bkk_products')
    .select(
      'id, state, version, title, title_th, subtitle, subtitle_th, ribbon_text, ribbon_text_th, description, description_th, purchasable, is_hidden, position, site_product_selection, images, options, collections, additional_info, custom_fields, related_products, variants:bkk_product_variants(id, position, title, title_th, image_url, sku, price_in_cents, sale_price_in_cents, manage_inventory, inventory_quantity, reserved_quantity, sold_quantity, weight, options)',
    )
    .order('position', { referencedTable: 'variants' });

/** Whether an id from the URL is one of the database. */
const isProductId = (id: string) => /^[\w-]{1,64}$/.test(id);

/** Null for an unknown id. */
export const storedProductQuery = (id: string) =>
  queryOptions({
    queryKey: [...productKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<StoredProduct | null> => {
      if (!isProductId(id)) return null;
      const row = await callData((client) =>
        selectProducts(client).eq('id', id).abortSignal(signal).maybeSingle(),
      );
      return row === null ? null : productOfRow(productRows.parse([row])[0]);
    },
  });

const pageRows = 200;

/** All products with their variants, for the file and what an import is compared with. */
export async function readProducts(): Promise<readonly StoredProduct[]> {
  const products: StoredProduct[] = [];
  let last = '';
  for (;;) {
    const after = last;
    const rows = await callData((client) =>
      selectProducts(client).gt('id', after).order('id').limit(pageRows),
    );
    products.push(...productRows.parse(rows).map(productOfRow));
    last = rows.at(-1)?.id ?? '';
    if (rows.length < pageRows) return products;
  }
}

export interface ProductName {
  readonly id: string;
  readonly title: string;
  readonly title_th: string | null;
}

/** The names of all products, of which the related ones are chosen. */
export const productNamesQuery = queryOptions({
  queryKey: [...productKey, 'names'],
  queryFn: ({ signal }): Promise<readonly ProductName[]> =>
    callData((client) =>
      client
        .from('bkk_products')
        .select('id, title, title_th')
        .order('position')
        .limit(1000)
        .abortSignal(signal),
    ),
});

const movementColumns =
  'movement_id, variant_id, kind, quantity, free_after, note, reference, created_at, created_by_name';

type MovementRow = Database['public']['Tables']['bkk_stock_movements']['Row'];

export type StockMovement = Pick<
  MovementRow,
  | 'movement_id'
  | 'variant_id'
  | 'kind'
  | 'quantity'
  | 'free_after'
  | 'note'
  | 'reference'
  | 'created_at'
  | 'created_by_name'
>;

export const shownMovements = 50;

/** The last movements of the stock of a product, newest first. */
export const movementsQuery = (productId: string, variantIds: readonly string[]) =>
  queryOptions({
    queryKey: [...productKey, 'movements', productId, variantIds],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly StockMovement[]> =>
      callData((client) =>
        client
          .from('bkk_stock_movements')
          .select(movementColumns)
          .in('variant_id', [...variantIds])
          .order('movement_id', { ascending: false })
          .limit(shownMovements)
          .abortSignal(signal),
      ),
  });
