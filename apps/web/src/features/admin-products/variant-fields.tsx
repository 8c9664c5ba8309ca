import { useTranslation } from 'react-i18next';
import { placeVariants, variantGrid, type VariantValues } from '@bkksiam/domain/product-editing';
import {
  emptyVariant,
  type StoredProduct,
  type VariantInput,
  type VariantStock,
} from '@bkksiam/domain/product-input';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { CheckField } from '#ui/parts/check-field.tsx';
import { PartFailure, TextPair, type FieldsProps } from './product-fields.tsx';

interface VariantProps extends FieldsProps {
  readonly at: number;
  readonly stock: VariantStock | undefined;
}

/** The prices, the number and the stock of a variant. */
function Variant({ form, at, stock }: VariantProps) {
  const { t } = useTranslation('adminProducts');
  const { options, images } = form.values;
  const variant = form.values.variants[at] ?? emptyVariant;
  const pictures = images.map(({ url }, index) => ({
    value: url,
    text: t('picture.number', { number: index + 1 }),
  }));
  return (
    <div className="grid gap-3">
      {options.length === 0 && (
        <TextPair form={form} name={`variants.${at}.title`} label={t('field.variantTitle')} />
      )}
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3">
        <NumberField {...form.amount(`variants.${at}.price_in_cents`)} label={t('field.price')} />
        <NumberField
          {...form.amount(`variants.${at}.sale_price_in_cents`)}
          label={t('field.salePrice')}
        />
        <TextField
          {...form.field(`variants.${at}.sku`)}
          label={t('field.sku')}
          autoComplete="off"
          spellCheck={false}
        />
        <NumberField {...form.count(`variants.${at}.weight`)} label={t('field.weight')} />
        {images.length > 0 && (
          <SelectField
            {...form.control(`variants.${at}.image_url`)}
            label={t('field.picture')}
            choices={[{ value: '', text: t('picture.none') }, ...pictures]}
          />
        )}
        {variant.id === null && variant.manage_inventory && (
          <NumberField
            {...form.count(`variants.${at}.inventory_quantity`)}
            label={t('field.firstStock')}
          />
        )}
      </div>
      <CheckField
        {...form.control(`variants.${at}.manage_inventory`)}
        label={
          stock === undefined || stock.free === null
            ? t('field.keepsStock')
            : t('field.keepsStockOf', { count: stock.free })
        }
      />
    </div>
  );
}

/** Gives the prices of the first variant to those without one. */
function FillPrices({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const variants = form.control('variants');
  const [first, ...others] = variants.value;
  if (typeof first?.price_in_cents !== 'number') return null;
  if (!others.some(({ price_in_cents: price }) => price === null)) return null;
  const { price_in_cents: price, sale_price_in_cents: sale } = first;
  return (
    <Button
      tone="link"
      className="justify-self-start text-sm"
      onClick={({ currentTarget }) => {
        // This button goes away.
        currentTarget.closest('section')?.querySelector('input')?.focus();
        variants.onValue(
          variants.value.map((one) =>
            one.price_in_cents === null
              ? { ...one, price_in_cents: price, sale_price_in_cents: sale }
              : one,
          ),
        );
      }}
    >
      {t('variant.fillPrices')}
    </Button>
  );
}

const nameOf = (values: VariantValues) => Object.values(values).join(' / ');

type GridProps = FieldsProps & { readonly stored: StoredProduct | null };

const stockOf = ({ stored }: GridProps, { id }: VariantInput) => stored?.stock.get(id ?? '');

/** The one variant of a product without options; a draft may have none. */
function OnlyVariant(props: GridProps) {
  const { form } = props;
  const { t } = useTranslation('adminProducts');
  const variants = form.control('variants');
  const [only] = variants.value;
  if (only) return <Variant form={form} at={0} stock={stockOf(props, only)} />;
  return (
    <Button
      tone="secondary"
      size="sm"
      className="justify-self-start"
      onClick={() => variants.onValue([emptyVariant])}
    >
      {t('variant.add')}
    </Button>
  );
}

/** Every combination of the options, each with the variant that is sold or without one. */
function Grid(props: GridProps) {
  const { form } = props;
  const { t } = useTranslation('adminProducts');
  const variants = form.control('variants');
  const { options } = form.values;
  const grid = variantGrid(options);
  const { cells, leftOver } = placeVariants('code' in grid ? [] : grid, variants.value);
  const shown = [
    ...cells,
    // While the values of an option are incomplete, the variants stay on screen.
    ...leftOver.map((variant) => ({ options: variant.options, variant })),
  ];
  const indexOf = (variant: VariantInput) => variants.value.indexOf(variant);
  function offer(values: VariantValues, variant: VariantInput | undefined) {
    variants.onValue(
      variant === undefined
        ? [...variants.value, { ...emptyVariant, options: values }]
        : variants.value.toSpliced(indexOf(variant), 1),
    );
  }
  return (
    <>
      <p className="text-sm text-ink-2">
        {t('variant.count', { count: variants.value.length, all: cells.length })}
      </p>
      <FillPrices form={form} />
      {shown.map(({ options: values, variant }, index) => (
        <fieldset
          key={index}
          aria-label={nameOf(values)}
          className="grid gap-2 rounded-md border border-line px-3 py-1.5"
        >
          <CheckField
            label={<span className="font-head">{nameOf(values) || t('variant.unnamed')}</span>}
            value={variant !== undefined}
            onValue={() => offer(values, variant)}
          />
          {variant && <Variant form={form} at={indexOf(variant)} stock={stockOf(props, variant)} />}
        </fieldset>
      ))}
    </>
  );
}

/** The variants of a product. */
export function VariantFields(props: GridProps) {
  const { form } = props;
  return (
    <>
      {form.values.options.length === 0 ? <OnlyVariant {...props} /> : <Grid {...props} />}
      <PartFailure form={form} part="variants" />
    </>
  );
}
