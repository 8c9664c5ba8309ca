import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  changedProductFields,
  checkProduct,
  type ProductInput,
  type StoredProduct,
} from '@bkksiam/domain/product-input';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { showToast } from '#platform/toast.ts';
import { saveProduct, useProductsReload } from './product-actions.ts';
import { isChangedMeanwhile } from './product-texts.ts';
import { productKey, storedProductQuery } from './products-data.ts';

type Base = Pick<StoredProduct, 'version' | 'product'>;

/** The product, and what was stored when it was seen: a draft of the form is of that version, too. */
interface FormInput extends ProductInput {
  readonly base: Base | null;
}

const schema = z
  .custom<FormInput>()
  .check(domainCheck<FormInput>((product) => checkProduct(product), 'adminProducts'));

export interface ProductFormProps {
  /** As it is stored now; null for a new product. */
  readonly current: StoredProduct | null;
  /** What the fields begin with. */
  readonly start: ProductInput;
  /** Opens the new product. */
  readonly onCreated: (id: string) => void;
}

const baseOf = (stored: StoredProduct | null): Base | null =>
  stored && { version: stored.version, product: stored.product };

/** What others have changed since the fields were filled. A change of the state alone is none. */
const changedSince = (base: Base | null, current: StoredProduct | null) =>
  base === null || current === null || base.version === current.version
    ? []
    : changedProductFields(base.product, current.product);

function useProductSender({ current, start, onCreated }: ProductFormProps) {
  const queries = useQueryClient();
  const reload = useProductsReload();
  const key = useIdempotencyKey();
  async function showSaved(id: string) {
    try {
      const stored = await queries.query(storedProductQuery(id));
      // New variants have an id now.
      if (stored !== null) app.form.reset({ ...stored.product, base: baseOf(stored) });
    } catch {
      // The product is saved all the same; the pane shows that it could not be loaded.
    }
    reload();
  }
  const app = useAppForm({
    schema,
    defaultValues: { ...start, base: baseOf(current) },
    draftKey: `product ${current?.product.id ?? 'new'}`,
    mutationKey: [...productKey, 'save'],
    send: ({ base, ...product }: FormInput) => {
      const isSame = changedSince(base, current).length === 0;
      const version = (isSame ? current : base)?.version ?? null;
      return saveProduct(product, version, key.keyOf({ product, version }));
    },
    onSuccess: async ({ id }, { title }) => {
      key.forget();
      showToast({ title: 'adminProducts:saved', description: { text: title } });
      if (current === null) reload();
      else await showSaved(id);
    },
    afterwards: ({ id }) => current === null && onCreated(id),
    onError: (error) => {
      if (isChangedMeanwhile(error)) reload();
    },
  });
  return app;
}

/** The form of a product, and what another admin has changed since it was filled. */
export function useProductForm(props: ProductFormProps) {
  const { current } = props;
  const app = useProductSender(props);
  const { base, ...values } = app.form.watch();
  // While it is saved, its own new version may come first.
  const changed = app.busy ? [] : changedSince(base, current);
  return {
    ...app,
    values: values as ProductInput,
    /** Undefined for nothing. */
    changedMeanwhile: changed.length > 0 ? changed : undefined,
    keepMine: () => {
      app.form.setValue('base', baseOf(current));
      app.clearResult();
    },
    takeTheirs: () => {
      if (current !== null) app.form.reset({ ...current.product, base: baseOf(current) });
      app.clearResult();
    },
  };
}

export type ProductForm = ReturnType<typeof useProductForm>;
