import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Database } from '@bkksiam/domain/database';
import { rowOfProduct, type ProductInput, type ProductState } from '@bkksiam/domain/product-input';
import type { ImportedProduct } from '@bkksiam/domain/product-table';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { newId } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { productKey } from './products-data.ts';

type SaveArgs = Database['public']['Functions']['bkk_admin_save_product']['Args'];

/** The generated types know no arguments that may be null. */
type Nullable<Type> = { readonly [Key in keyof Type]: Type[Key] | null };

const saved = z.object({ id: z.string(), version: z.number() });

/** Adds a product as a draft (version null), or changes the one of this version. */
export function saveProduct(
  product: ProductInput,
  version: number | null,
  key: string,
): Promise<z.output<typeof saved>> {
  const values: Nullable<SaveArgs> = {
    p_product_id: product.id.trim(),
    p_version: version,
    p_product: rowOfProduct(product),
    p_idempotency_key: key,
  };
  return callJson(saved, (client) => client.rpc('bkk_admin_save_product', values as SaveArgs));
}

export const setProductState = (id: string, version: number, state: ProductState) =>
  callData((client) =>
    client.rpc('bkk_admin_set_product_state', {
      ...{ p_product_id: id, p_version: version, p_state: state },
    }),
  );

export interface StockChange {
  readonly variant: string;
  readonly kind: 'RECEIVED' | 'CORRECTED';
  readonly quantity: number;
  readonly note: string;
}

export const adjustStock = ({ variant, kind, quantity, note }: StockChange, key: string) =>
  callData((client) =>
    client.rpc('bkk_admin_adjust_stock', {
      ...{ p_variant_id: variant, p_kind: kind, p_quantity: quantity },
      ...{ p_note: note, p_idempotency_key: key },
    }),
  );

export const importProducts = (products: readonly ImportedProduct[]): Promise<number> =>
  callData((client) =>
    client.rpc('bkk_admin_import_products', {
      p_products: products.map(({ stored, product }) => ({
        id: product.id,
        version: stored?.version ?? null,
        product: rowOfProduct(product),
        key: newId(),
      })),
    }),
  );

/** Loads all of the products again. */
export function useProductsReload() {
  const queries = useQueryClient();
  return () =>
    logRejection(
      'the products could not be loaded again',
      queries.invalidateQueries({ queryKey: productKey }),
    );
}
