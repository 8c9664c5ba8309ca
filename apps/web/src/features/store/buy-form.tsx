import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  canChoose,
  isInStock,
  stockOf,
  valuesOf,
  type Choice,
  type Product,
  type Variant,
} from '@bkksiam/domain/catalog';
import { settings } from '#platform/env.ts';
import { useAppForm } from '#platform/form.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { addItem } from '#entities/store/cart.ts';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { StockNote } from '#entities/store/product-parts.tsx';
import { Quantity } from './quantity.tsx';

/**
 * An option of the product as radio buttons. A value that is sold out with the other chosen values is marked, and can
 * be chosen while it is in stock with others.
 */
function OptionGroup({
  product,
  option,
  choice,
  onChoose,
}: {
  readonly product: Product;
  readonly option: Product['options'][number];
  readonly choice: Choice;
  readonly onChoose: (value: string) => void;
}) {
  const { t } = useTranslation();
  const inLanguage = useProductText();
  const name = useId();
  return (
    <fieldset className="wrap-anywhere">
      <legend className="text-sm font-mid">{inLanguage(option.title)}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {valuesOf(product, option.id).map((value) => {
          const chosen = choice[option.id] === value;
          const soldOut = !chosen && !canChoose(product, choice, option.id, value);
          // What is sold out is chosen to be told when it is back.
          const enabled =
            chosen || isInStock(product, option.id, value) || settings().features.includes('shop');
          return (
            <label
              key={value}
              className={classNames(
                'relative grid min-h-11 min-w-11 place-items-center rounded-md px-4 py-2 font-mid has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
                chosen
                  ? 'bg-teal-soft inset-ring-2 inset-ring-teal'
                  : 'inset-ring inset-ring-line-control',
                enabled && 'cursor-pointer',
                soldOut && 'text-ink-3 line-through',
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen}
                disabled={!enabled}
                onChange={() => onChoose(value)}
                className="absolute inset-0 opacity-0"
              />
              <span>
                {inLanguage(value)}
                {soldOut && <span className="sr-only"> ({t('store.soldOut')})</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Why the product cannot be added to the cart; undefined when it can. */
function unavailableReason(product: Product, variant: Variant | undefined) {
  if (!product.purchasable) return 'store.notForSale' as const;
  return variant === undefined || stockOf(variant) === 0 ? ('store.soldOut' as const) : undefined;
}

interface BuyFormProps {
  readonly product: Product;
  /** The chosen variant; undefined if the store has none of this choice. */
  readonly variant: Variant | undefined;
  readonly choice: Choice;
  readonly onChoose: (option: string, value: string) => void;
}

/** The name of a custom field's input: its id may have any form. */
const nameOf = (index: number) => `text${String(index)}`;
const requiredText = trimmedText.check(z.minLength(1, 'store.required'));

function schemaOf({ custom_fields: fields }: Product) {
  return z.object(
    Object.fromEntries(
      fields.map((field, index) => [nameOf(index), field.is_required ? requiredText : trimmedText]),
    ),
  );
}

/** The texts by the titles of their fields, which may be the same. */
function answersOf({ custom_fields: fields }: Product, texts: Readonly<Record<string, string>>) {
  const answers = new Map<string, readonly string[]>();
  for (const [index, { title }] of fields.entries()) {
    const text = texts[nameOf(index)] ?? '';
    if (text !== '') answers.set(title, [...(answers.get(title) ?? []), text]);
  }
  return Object.fromEntries(answers);
}

function useBuying({ product, variant }: BuyFormProps) {
  const [quantity, setQuantity] = useState(1);
  const reason = unavailableReason(product, variant);
  const { field, busy, onSubmit } = useAppForm({
    schema: schemaOf(product),
    defaultValues: Object.fromEntries(product.custom_fields.map((_, index) => [nameOf(index), ''])),
    send: async (texts) =>
      variant !== undefined && addItem(product, variant, quantity, answersOf(product, texts)),
    mutationKey: ['cart', 'add'],
    errorToast: 'store.addFailed',
    onSuccess: (added) => {
      if (added) setQuantity(1);
    },
  });
  function add() {
    if (reason === undefined) onSubmit();
  }
  return { quantity, setQuantity, busy, field, reason, add };
}

/** Options, custom fields and quantity of a product, and the button that adds it to the cart. */
export function BuyForm(props: BuyFormProps) {
  const { product, variant, choice, onChoose } = props;
  const { t } = useTranslation();
  const inLanguage = useProductText();
  const titleOf = useProductTitle();
  const why = useId();
  const { quantity, setQuantity, busy, field, reason, add } = useBuying(props);
  return (
    <Form onSubmit={add} className="grid grid-cols-1 gap-5">
      {product.options.map((option) => (
        <OptionGroup
          key={option.id}
          product={product}
          option={option}
          choice={choice}
          onChoose={(value) => onChoose(option.id, value)}
        />
      ))}
      {product.custom_fields.map(({ id, title, is_required: required }, index) => (
        <TextField
          key={id}
          {...field(nameOf(index))}
          label={inLanguage(title)}
          className="wrap-anywhere"
          required={required}
          maxLength={200}
        />
      ))}
      {variant !== undefined && <StockNote variant={variant} />}
      <div className="flex flex-wrap gap-4">
        <Quantity value={quantity} product={titleOf(product)} least={1} onChange={setQuantity} />
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : why}
          className="flex-1 disabled:opacity-50"
        >
          {t('store.add')}
        </Button>
      </div>
      {reason !== undefined && (
        <p id={why} className="text-ink-2">
          {t(reason)}
        </p>
      )}
    </Form>
  );
}
