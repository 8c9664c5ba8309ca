import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  canChoose,
  isInStock,
  stockOf,
  valuesOf,
  type Choice,
  type Product,
  type Variant,
} from '@bkksiam/domain/catalog';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/form-field.tsx';
import { addItem } from './cart.ts';
import { StockNote } from './product-view.tsx';
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
  const name = useId();
  return (
    <fieldset className="wrap-anywhere">
      <legend className="text-sm font-mid">{option.title}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {valuesOf(product, option.id).map((value) => {
          const chosen = choice[option.id] === value;
          const soldOut = !chosen && !canChoose(product, choice, option.id, value);
          const enabled = chosen || isInStock(product, option.id, value);
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
                {value}
                {soldOut && <span className="sr-only"> ({t('store.soldOut')})</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The state of the product's custom fields. */
function useCustomFields(product: Product) {
  const [typed, setTyped] = useState<Choice>({});
  const [asked, setAsked] = useState(false);
  const valueOf = (id: string) => typed[id]?.trim() ?? '';
  const missing = product.custom_fields.filter(
    (field) => field.is_required && valueOf(field.id) === '',
  );
  const answers = new Map<string, readonly string[]>();
  for (const { id, title } of product.custom_fields) {
    if (valueOf(id) !== '') answers.set(title, [...(answers.get(title) ?? []), valueOf(id)]);
  }
  return {
    typed,
    type: (id: string, value: string) => setTyped((last) => ({ ...last, [id]: value })),
    /** True when no required field is empty; else the fields show errors from now on. */
    check() {
      setAsked(true);
      return missing.length === 0;
    },
    isWrong: (id: string) => asked && missing.some((field) => field.id === id),
    answers: Object.fromEntries(answers),
  };
}

/** Why the product cannot be added to the cart; undefined when it can. */
function unavailableReason(product: Product, variant: Variant | undefined) {
  if (!product.purchasable) return 'store.notForSale' as const;
  return variant === undefined || stockOf(variant) === 0 ? ('store.soldOut' as const) : undefined;
}

interface BuyFormProps {
  readonly product: Product;
  /** The chosen variant; undefined where the store has none of this choice. */
  readonly variant: Variant | undefined;
  readonly choice: Choice;
  readonly onChoose: (option: string, value: string) => void;
}

function useBuying({ product, variant }: BuyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [quantity, setQuantity] = useState(1);
  const fields = useCustomFields(product);
  const reason = unavailableReason(product, variant);
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: Variant) => addItem(product, chosen, quantity, fields.answers),
    meta: { failure: 'the product could not be added' },
    onSuccess: (added) => {
      if (added) setQuantity(1);
    },
  });
  function add(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending || variant === undefined || reason !== undefined) return;
    if (!fields.check()) {
      form.current?.querySelector<HTMLInputElement>('input:required:invalid')?.focus();
      return;
    }
    mutate(variant);
  }
  return { form, quantity, setQuantity, busy: isPending, fields, reason, add };
}

/** Options, custom fields and quantity of a product, and the button that adds it to the cart. */
export function BuyForm(props: BuyFormProps) {
  const { product, variant, choice, onChoose } = props;
  const { t } = useTranslation();
  const why = useId();
  const { form, quantity, setQuantity, busy, fields, reason, add } = useBuying(props);
  return (
    <form ref={form} noValidate onSubmit={add} className="grid grid-cols-1 gap-6">
      {product.options.map((option) => (
        <OptionGroup
          key={option.id}
          product={product}
          option={option}
          choice={choice}
          onChoose={(value) => onChoose(option.id, value)}
        />
      ))}
      {product.custom_fields.map(({ id, title, is_required: required }) => (
        <TextField
          key={id}
          name={id}
          label={title}
          className="wrap-anywhere"
          required={required}
          pattern=".*\S.*"
          maxLength={200}
          value={fields.typed[id] ?? ''}
          onChange={(event) => fields.type(id, event.target.value)}
          error={fields.isWrong(id) ? t('store.required') : undefined}
        />
      ))}
      {variant !== undefined && <StockNote variant={variant} />}
      <div className="flex flex-wrap items-center gap-4">
        <Quantity value={quantity} product={product.title} least={1} onChange={setQuantity} />
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
    </form>
  );
}
