import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useListText } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { ChangedMeanwhile } from '#ui/parts/changed-meanwhile.tsx';
import { Form } from '#ui/form.tsx';
import { Section } from '#ui/parts/section.tsx';
import { Segments } from '#ui/segments.tsx';
import { CustomFields, DetailFields, RelatedFields } from './detail-fields.tsx';
import { OptionFields } from './option-fields.tsx';
import { PictureFields } from './picture-fields.tsx';
import { ShopFields, TextFields } from './product-fields.tsx';
import { useProductForm, type ProductForm, type ProductFormProps } from './product-form.ts';
import { ProductPreview } from './product-preview.tsx';
import { ProductStock } from './product-stock.tsx';
import { isChangedMeanwhile, partOfFailure, useFailureText } from './product-texts.ts';
import { VariantFields } from './variant-fields.tsx';

/** What another admin has saved since the fields were filled, and the choice between both. */
function Changes({ form }: { readonly form: ProductForm }) {
  const { t } = useTranslation('adminProducts');
  const list = useListText();
  const fields = form.changedMeanwhile;
  if (fields === undefined) return null;
  return (
    <ChangedMeanwhile
      title={t('changed.title')}
      theirs={t('changed.theirs')}
      mine={t('changed.mine')}
      onTheirs={form.takeTheirs}
      onMine={form.keepMine}
    >
      <p>{t('changed.fields', { fields: list(fields.map((name) => t(`field.${name}`))) })}</p>
      <p>{t('changed.text')}</p>
    </ChangedMeanwhile>
  );
}

function Failure({ form }: { readonly form: ProductForm }) {
  const { t } = useTranslation('adminProducts');
  const textOf = useFailureText();
  const { failure, changedMeanwhile } = form;
  if (failure === null || (isChangedMeanwhile(failure) && changedMeanwhile)) return null;
  if (partOfFailure(failure) !== undefined)
    return <p className="font-mid text-red">{t('hasErrors')}</p>;
  return <Alert title={t('failed')}>{textOf(failure)}</Alert>;
}

function Editor({
  form,
  current,
}: { readonly form: ProductForm } & Pick<ProductFormProps, 'current'>) {
  const { t } = useTranslation('adminProducts');
  const isNew = current === null;
  const hasErrors = Object.keys(form.form.formState.errors).length > 0;
  const parts: readonly (readonly [
    'texts' | 'pictures' | 'options' | 'variants' | 'details' | 'custom' | 'related' | 'shop',
    ReactNode,
  ])[] = [
    ['texts', <TextFields key="texts" form={form} isNew={isNew} />],
    ['pictures', <PictureFields key="pictures" form={form} />],
    ['options', <OptionFields key="options" form={form} />],
    ['variants', <VariantFields key="variants" form={form} stored={current} />],
    ['details', <DetailFields key="details" form={form} />],
    ['custom', <CustomFields key="custom" form={form} />],
    ['related', <RelatedFields key="related" form={form} />],
    ['shop', <ShopFields key="shop" form={form} />],
  ];
  return (
    <Form
      onSubmit={form.onSubmit}
      aria-label={t(isNew ? 'new' : 'edit')}
      className="grid gap-6 *:[section]:border-t *:[section]:border-line *:[section]:pt-4 *:[section]:first:border-0 *:[section]:first:pt-0"
    >
      {parts.map(([part, content]) => (
        <Section key={part} title={t(`part.${part}`)} grid="gap-3">
          {content}
        </Section>
      ))}
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-surface px-4 py-3 roomy:-mx-6 roomy:px-6">
        <Changes form={form} />
        <Failure form={form} />
        {hasErrors && <p className="font-mid text-red">{t('hasErrors')}</p>}
        <Button
          type="submit"
          busy={form.busy}
          aria-disabled={form.changedMeanwhile !== undefined}
          wide
        >
          {t(isNew ? 'add' : 'save')}
        </Button>
      </div>
    </Form>
  );
}

const views = ['edit', 'stock', 'preview'] as const;

/** The form of a product, its stock, and how the shop shows what is typed. */
export function ProductEditor(props: ProductFormProps) {
  const { t } = useTranslation('adminProducts');
  const { current } = props;
  const form = useProductForm(props);
  const [view, setView] = useState<(typeof views)[number]>('edit');
  const shown: readonly (typeof views)[number][] = current === null ? ['edit', 'preview'] : views;
  return (
    <>
      <Segments
        label={t('view.label')}
        choices={shown.map((value) => ({ value, text: t(`view.${value}`) }))}
        chosen={view}
        onChoose={setView}
        className="flex flex-wrap gap-x-6"
      />
      {/* The form keeps what is typed while another view is on screen. */}
      <div hidden={view !== 'edit'}>
        <Editor form={form} current={current} />
      </div>
      {view === 'stock' && current !== null && <ProductStock stored={current} />}
      {view === 'preview' && <ProductPreview product={form.values} stored={current} />}
    </>
  );
}
