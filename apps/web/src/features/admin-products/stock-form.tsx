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
import { parseWholeNumber } from '@bkksiam/domain/number-input';
import { adjustStock, useProductsReload } from './product-actions.ts';
import { useFailureText } from './product-texts.ts';
import { productKey } from './products-data.ts';

interface StockInput {
  readonly variant: string;
  readonly kind: 'RECEIVED' | 'CORRECTED';
  readonly quantity: number | null;
  readonly note: string;
}

const longestNote = 500;

function checkStock({ kind, quantity, note }: StockInput) {
  const problems: Record<string, Problem> = {};
  const max = productLimits.stock;
  const isWrong = quantity === null || quantity === 0 || Math.abs(quantity) > max;
  if (isWrong || (kind === 'RECEIVED' && quantity < 0))
    problems.quantity = {
      code: `product.${kind === 'RECEIVED' ? 'received' : 'corrected'}`,
      values: { max },
    };
  if (kind === 'CORRECTED' && note === '') problems.note = { code: 'product.reason' };
  else if (note.length > longestNote)
    problems.note = { code: 'product.too_long', values: { max: longestNote } };
  return problems;
}

const schema = z
  .object({
    variant: z.string(),
    kind: z.enum(['RECEIVED', 'CORRECTED']),
    quantity: z.nullable(z.number()),
    note: trimmedText,
  })
  .check(domainCheck<StockInput>(checkStock, 'adminProducts'));

/** A whole number that may be below zero. */
function parseDifference(text: string): number | undefined {
  const [, sign, digits = ''] = /^\s*([-−–]?)\s*(.*)$/.exec(text) ?? [];
  const number = parseWholeNumber(digits);
  return number !== undefined && sign ? -number : number;
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
      const change = { ...input, quantity: input.quantity ?? 0 };
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
          choices={(['RECEIVED', 'CORRECTED'] as const).map((value) => ({
            value,
            text: t(`stock.kind.${value}`),
          }))}
        />
        <NumberField
          {...form.count('quantity')}
          parse={parseDifference}
          inputMode="text"
          label={t('stock.quantity')}
          hint={kind.value === 'CORRECTED' ? t('stock.quantityHint') : undefined}
        />
      </div>
      <TextField
        {...form.field('note')}
        label={t(kind.value === 'CORRECTED' ? 'stock.reason' : 'stock.note')}
        autoComplete="off"
      />
      {form.failure && <Alert title={t('failed')}>{textOf(form.failure)}</Alert>}
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {t('stock.submit')}
      </Button>
    </Form>
  );
}
