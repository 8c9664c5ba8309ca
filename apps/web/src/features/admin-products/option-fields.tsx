import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addOption, removeOption, renameValue } from '@bkksiam/domain/product-editing';
import { productLimits, type OptionInput, type VariantInput } from '@bkksiam/domain/product-input';
import { newId } from '#platform/form.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { PartFailure, TextPair, type FieldsProps } from './product-fields.tsx';

interface OptionProps extends FieldsProps {
  readonly at: number;
  readonly option: OptionInput;
}

interface Options {
  readonly options: readonly OptionInput[];
  readonly variants: readonly VariantInput[];
}

/** Changes the options with the variants, whose values they are. */
function useOptions({ form }: FieldsProps) {
  const options = form.control('options');
  const variants = form.control('variants');
  return {
    ...{ options: options.value, variants: variants.value },
    change: (next: Options) => {
      options.onValue([...next.options]);
      variants.onValue([...next.variants]);
    },
  };
}

/** A value of an option. Its variants keep it when its text changes. */
function ValueField(props: OptionProps & { readonly index: number }) {
  const { form, at, option, index } = props;
  const { t } = useTranslation('adminProducts');
  const { options, variants, change } = useOptions(props);
  const number = index + 1;
  const value = option.values[index]?.value ?? '';
  const field = form.control(`options.${at}.values.${index}.value`);
  function rename(next: string) {
    const values = option.values.map((one, place) =>
      place === index ? { ...one, value: next } : one,
    );
    change({
      options: options.with(at, { ...option, values }),
      variants: renameValue(variants, option.id, value, next),
    });
  }
  function remove() {
    change({
      options: options.with(at, { ...option, values: option.values.toSpliced(index, 1) }),
      variants: variants.filter((variant) => variant.options[option.id] !== value),
    });
  }
  const label = t('option.value', { number });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        name={field.name}
        value={field.value}
        onChange={({ target }) => rename(target.value)}
        readOnly={field.readOnly}
        error={field.error}
        lang="en"
        label={t('inEnglish', { field: label })}
        autoComplete="off"
      />
      <TextField
        {...form.field(`options.${at}.values.${index}.value_th`)}
        lang="th"
        label={t('inThai', { field: label })}
        autoComplete="off"
      />
      <IconButton
        label={t('option.removeValue', { value: value === '' ? label : value })}
        aria-disabled={option.values.length === 1 || undefined}
        onClick={() => option.values.length > 1 && remove()}
        className="mt-7 text-red hover:bg-sunken aria-disabled:opacity-40"
      >
        <Trash2 className="size-5" />
      </IconButton>
    </div>
  );
}

function Option(props: OptionProps) {
  const { form, at, option } = props;
  const { t } = useTranslation('adminProducts');
  const all = useOptions(props);
  const values = form.rows(`options.${at}.values`);
  const name = option.title === '' ? t('option.number', { number: at + 1 }) : option.title;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-head">{name}</legend>
      <TextPair form={form} name={`options.${at}.title`} label={t('option.name')} />
      {option.values.map((_, index) => (
        <ValueField key={index} {...props} index={index} />
      ))}
      <div className="flex flex-wrap justify-between gap-x-4">
        {option.values.length < productLimits.values && (
          <Button
            tone="link"
            className="text-sm"
            onClick={() => values.add({ value: '', value_th: '' })}
          >
            <Plus className="size-4" />
            {t('option.addValue', { option: name })}
          </Button>
        )}
        <Button
          tone="link"
          className="text-sm text-red!"
          onClick={() => all.change(removeOption(all, option.id))}
        >
          <Trash2 className="size-4" />
          {t('option.remove', { option: name })}
        </Button>
      </div>
    </fieldset>
  );
}

/** The options of a product, such as size and colour, with their values. */
export function OptionFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const all = useOptions({ form });
  const option = {
    ...{ id: newId(), title: '', title_th: '' },
    values: [{ value: '', value_th: '' }],
  };
  return (
    <>
      {all.options.map((one, at) => (
        <Option key={one.id} form={form} at={at} option={one} />
      ))}
      {all.options.length < productLimits.options && (
        <Button
          tone="link"
          className="justify-self-start text-sm"
          onClick={() => all.change(addOption(all, option))}
        >
          <Plus className="size-4" />
          {t('option.add')}
        </Button>
      )}
      <PartFailure form={form} part="options" />
    </>
  );
}
