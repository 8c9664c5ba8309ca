import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productLimits } from '@bkksiam/domain/product-input';
import { newId } from '#platform/form.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { CheckField } from '#ui/parts/check-field.tsx';
import { PartFailure, TextPair, type FieldsProps } from './product-fields.tsx';
import { useOwnName } from './product-texts.ts';
import { productNamesQuery } from './products-data.ts';

/** The items of a list of a product, each with a button that removes it. */
function Items(props: {
  readonly kind: 'detail' | 'custom' | 'related';
  readonly count: number;
  readonly most: number;
  readonly onAdd: (() => void) | undefined;
  readonly onRemove: (at: number) => void;
  readonly children: (at: number) => ReactNode;
}) {
  const { kind, count, most, onAdd, onRemove, children } = props;
  const { t } = useTranslation('adminProducts');
  return (
    <>
      <p className="text-sm text-ink-2">{t(`${kind}.text`)}</p>
      {Array.from({ length: count }, (_, at) => (
        <fieldset key={at} className="grid gap-2 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-head">
            {t(`${kind}.number`, { number: at + 1 })}
          </legend>
          {children(at)}
          <Button
            tone="link"
            className="justify-self-end text-sm text-red!"
            onClick={() => onRemove(at)}
          >
            <Trash2 className="size-4" />
            {t(`${kind}.remove`, { number: at + 1 })}
          </Button>
        </fieldset>
      ))}
      {count < most && onAdd && (
        <Button tone="link" className="justify-self-start text-sm" onClick={onAdd}>
          <Plus className="size-4" />
          {t(`${kind}.add`)}
        </Button>
      )}
    </>
  );
}

/** What the page of a product says below its description. */
export function DetailFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const rows = form.rows('additional_info');
  const empty = { title: '', title_th: '', description: '', description_th: '' };
  return (
    <Items
      kind="detail"
      count={rows.items.length}
      most={productLimits.details}
      onAdd={() => rows.add({ id: newId(), ...empty })}
      onRemove={rows.remove}
    >
      {(at) => (
        <>
          <TextPair form={form} name={`additional_info.${at}.title`} label={t('field.heading')} />
          <TextPair
            form={form}
            name={`additional_info.${at}.description`}
            label={t('field.text')}
            rows={3}
          />
        </>
      )}
    </Items>
  );
}

/** What buyers fill in, such as a name to embroider. */
export function CustomFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const rows = form.rows('custom_fields');
  return (
    <Items
      kind="custom"
      count={rows.items.length}
      most={productLimits.fields}
      onAdd={() => rows.add({ id: newId(), title: '', title_th: '', is_required: false })}
      onRemove={rows.remove}
    >
      {(at) => (
        <>
          <TextPair form={form} name={`custom_fields.${at}.title`} label={t('field.heading')} />
          <CheckField
            {...form.control(`custom_fields.${at}.is_required`)}
            label={t('custom.required')}
          />
        </>
      )}
    </Items>
  );
}

/** The products that the page of a product shows at its end. */
export function RelatedFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const ownName = useOwnName();
  const { data = [] } = useQuery(productNamesQuery);
  const rows = form.rows('related_products');
  const chosen = rows.items.map(({ related_id: id }) => id);
  const others = data.filter(({ id }) => id !== form.values.id);
  const free = others.find(({ id }) => !chosen.includes(id));
  // All of them are below one heading, which is that of the first.
  const heading = rows.items[0] ?? {
    section_title: 'You may also like',
    section_title_th: 'สินค้าที่คุณอาจสนใจ',
  };
  return (
    <>
      <Items
        kind="related"
        count={rows.items.length}
        most={productLimits.related}
        onAdd={free && (() => rows.add({ ...heading, related_id: free.id }))}
        onRemove={rows.remove}
      >
        {(at) => (
          <>
            <SelectField
              {...form.control(`related_products.${at}.related_id`)}
              label={t('related.product')}
              choices={others
                .filter(({ id }) => id === chosen[at] || !chosen.includes(id))
                .map((product) => ({ value: product.id, text: ownName(product) }))}
            />
            <TextPair
              form={form}
              name={`related_products.${at}.section_title`}
              label={t('field.heading')}
            />
          </>
        )}
      </Items>
      <PartFailure form={form} part="related" />
    </>
  );
}
