import { useTranslation } from 'react-i18next';
import { idOfTitle, productLimits } from '@bkksiam/domain/product-input';
import { Alert } from '#ui/feedback.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { CheckField } from '#ui/parts/check-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import type { ProductForm } from './product-form.ts';
import { partOfFailure, useFailureText } from './product-texts.ts';

export interface FieldsProps {
  readonly form: ProductForm;
}

type FieldName = Parameters<ProductForm['field']>[0];

/** A text in English and beside it in Thai. */
export function TextPair(props: {
  readonly form: ProductForm;
  /** Of the English text; the other one ends with `_th`. */
  readonly name: FieldName;
  readonly label: string;
  readonly rows?: number;
}) {
  const { form, name, label, rows } = props;
  const { t } = useTranslation('adminProducts');
  const texts = [
    { name, lang: 'en', label: t('inEnglish', { field: label }) },
    { name: `${name}_th` as FieldName, lang: 'th', label: t('inThai', { field: label }) },
  ];
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {texts.map((text) =>
        rows === undefined ? (
          <TextField
            key={text.lang}
            {...form.field(text.name)}
            lang={text.lang}
            label={text.label}
            autoComplete="off"
          />
        ) : (
          <TextArea
            key={text.lang}
            {...form.field(text.name)}
            lang={text.lang}
            label={text.label}
            rows={rows}
          />
        ),
      )}
    </div>
  );
}

/** Why the database refuses this part of a product. */
export function PartFailure({ form, part }: FieldsProps & { readonly part: string }) {
  const { t } = useTranslation('adminProducts');
  const textOf = useFailureText();
  const { failure } = form;
  if (failure === null || partOfFailure(failure) !== part) return null;
  return <Alert title={t('failed')}>{textOf(failure)}</Alert>;
}

/** The address of a new product, by default made from its title. */
function AddressField({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const id = form.control('id');
  const made = idOfTitle(form.values.title);
  return (
    <>
      <TextField
        {...form.field('id')}
        label={t('field.id')}
        hint={t('hint.id')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={() => id.value === '' && made !== '' && id.onValue(made)}
      />
      <PartFailure form={form} part="id" />
    </>
  );
}

/** The texts of a product. */
export function TextFields({ form, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const { t } = useTranslation('adminProducts');
  return (
    <>
      <TextPair form={form} name="title" label={t('field.title')} />
      {isNew && <AddressField form={form} />}
      <TextPair form={form} name="subtitle" label={t('field.subtitle')} />
      <TextPair form={form} name="ribbon_text" label={t('field.ribbon_text')} />
      <TextPair form={form} name="description" label={t('field.description')} rows={6} />
      <p className="-mt-2 text-sm text-ink-2">
        {t('hint.description', { max: productLimits.description })}
      </p>
    </>
  );
}

/** Where and how the shop shows a product. */
export function ShopFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <NumberField {...form.count('position')} label={t('field.position')} />
        <TextField
          {...form.field('collections')}
          label={t('field.collections')}
          hint={t('hint.collections')}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="grid">
        <CheckField {...form.control('purchasable')} label={t('field.purchasable')} />
        <CheckField {...form.control('is_hidden')} label={t('field.is_hidden')} />
        <CheckField {...form.control('shows_lowest_price')} label={t('field.shows_lowest_price')} />
      </div>
    </>
  );
}
