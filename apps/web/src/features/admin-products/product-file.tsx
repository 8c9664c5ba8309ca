import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProductInput } from '@bkksiam/domain/product-input';
import { parseProductTable, writeProductTable } from '@bkksiam/domain/product-table';
import { TableImport } from '#list/table-import.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { saveCsv } from '#platform/save-file.ts';
import { showToast } from '#platform/toast.ts';
import { importProducts, useProductsReload } from './product-actions.ts';
import { useFailureText, useOwnName } from './product-texts.ts';
import { productKey, readProducts } from './products-data.ts';

/** Saves all products with their variants as a file, which an import reads again. */
export function useProductExport() {
  const { isPending, mutate } = useMutation({
    mutationKey: [...productKey, 'export'],
    meta: { errorToast: 'adminProducts:export.failed' },
    mutationFn: readProducts,
    onSuccess: (products) => {
      saveCsv(`products-${bangkokToday()}.csv`, writeProductTable(products));
      showToast({ title: 'adminProducts:export.done', values: { count: products.length } });
    },
  });
  return { busy: isPending, start: () => mutate() };
}

/** Reads products from a CSV file. */
export function ProductImport({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('adminProducts');
  const ownName = useOwnName();
  return (
    <TableImport
      texts="adminProducts:"
      read={async (text) => parseProductTable(text, await readProducts())}
      nameOf={({ product }) => (
        <>
          <b className="font-strong">{ownName(product)}</b> {product.id}
        </>
      )}
      fieldName={(field) => t(`field.${field as keyof ProductInput}`)}
      failureText={useFailureText()}
      send={importProducts}
      mutationKey={[...productKey, 'import']}
      reload={useProductsReload()}
      onClose={onClose}
    />
  );
}
