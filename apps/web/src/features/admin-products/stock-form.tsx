import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { productLimits } from '@bkksiam/domain/product-input';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { adjustStock, useProductsReload } from './product-actions.ts';
import { useFailureText } from './product-texts.ts';
import { productKey } from './products-data.ts';

const kinds = ['RECEIVED', 'MORE', 'FEWER'] as const;

interface StockInput {
  readonly variant: string;
  readonly kind: (typeof kinds)[number];
  readonly quantity: number | null;
  readonly note: string;
}

const longestNote = 500;

function checkStock({ kind, quantity, note }: StockInput) {
  const problems: Record<string, Problem> = {};
  const max = productLimits.stock;
  if (quantity === null || quantity === 0 || quantity > max)
    problems.quantity = { code: 'product.pieces', values: { max } };
  if (kind !== 'RECEIVED' && note === '') problems.note = { code: 'product.reason' };
  else if (note.length > longestNote)
    problems.note = { code: 'product.too_long', values: { max: longestNote } };
  return problems;
}

const schema = z
  .object({
    variant: z.string(),
    kind: z.enum(kinds),
    quantity: z.nullable(z.number()),
    note: trimmedText,
  })
  .check(domainCheck<StockInput>(checkStock, 'adminProducts'));

/** The movement of an input. */
function movementOf({ kind, quantity, ...input }: StockInput) {
  const pieces = quantity ?? 0;
  return {
    ...input,
    kind: kind === 'RECEIVED' ? ('RECEIVED' as const) : ('CORRECTED' as const),
    quantity: kind === 'FEWER' ? -pieces : pieces,
  };
}

interface StockFormProps {
  readonly productId: string;
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

function useStockForm({ productId, variants }: StockFormProps) {
  const reload = useProductsReload();
  const key = useIdempotencyKey();
  const start: StockInput = {
    ...{ variant: variants[0]?.id ?? '', kind: 'RECEIVED', quantity: null, note: '' },
  };
  return useAppForm({
    schema,
    defaultValues: start,
    draftKey: `stock ${productId}`,
    clearsAfterwards: true,
    mutationKey: [...productKey, 'stock'],
    send: (input) => {
      const change = movementOf(input);
      return adjustStock(change, key.keyOf(change));
    },
    onSuccess: () => {
      key.forget();
      showToast({ title: 'adminProducts:stock.done' });
      reload();
    },
    onError: reload,
  });
}

/** Receives pieces of a variant, or corrects its stock. */
export function StockForm(props: StockFormProps) {
  const { variants } = props;
  const { t } = useTranslation('adminProducts');
  const textOf = useFailureText();
  const form = useStockForm(props);
  const kind = form.control('kind');
  return (
    <Form onSubmit={form.onSubmit} aria-label={t('stock.adjust')} className="grid gap-3">
      {variants.length > 1 && (
        <SelectField
          {...form.control('variant')}
          label={t('stock.variant')}
          choices={variants.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <SelectField
          {...kind}
          label={t('stock.what')}
          choices={kinds.map((value) => ({
            value,
            text: t(`stock.kind.${value}`),
          }))}
        />
        <NumberField {...form.count('quantity')} label={t('stock.quantity')} />
      </div>
      <TextField
        {...form.field('note')}
        label={t(kind.value === 'RECEIVED' ? 'stock.note' : 'stock.reason')}
        autoComplete="off"
      />
      {form.failure && <Alert title={t('failed')}>{textOf(form.failure)}</Alert>}
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {t('stock.submit')}
      </Button>
    </Form>
  );
}
