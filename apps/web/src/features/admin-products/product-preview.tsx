import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownVariant, type CurrencyInfo, type Variant } from '@bkksiam/domain/catalog';
import type { Language } from '@bkksiam/domain/languages';
import { plainText } from '@bkksiam/domain/plain-text';
import type { ProductInput, StoredProduct } from '@bkksiam/domain/product-input';
import { Price, Ribbon, StockNote } from '#entities/store/product-parts.tsx';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { Segments } from '#ui/segments.tsx';

const baht: CurrencyInfo = {
  ...{ code: 'THB', name: 'Thai Baht', symbol: '฿', template: '฿$1', decimal_digits: 2 },
};

/** The variants as the shop gets them, with the stock that is stored. */
function variantsOf(product: ProductInput, stored: StoredProduct | null): readonly Variant[] {
  return product.variants.map((variant, at) => {
    const { id, price_in_cents: price, sale_price_in_cents: sale } = variant;
    const free = stored?.stock.get(id ?? '')?.free;
    return {
      ...{ id: id ?? String(at), title: variant.title, sku: null, image_url: null, weight: null },
      price_in_cents: Number.isNaN(price) ? 0 : (price ?? 0),
      sale_price_in_cents: Number.isNaN(sale) ? null : sale,
      ...{ currency: 'thb', currency_info: baht, price_formatted: '', sale_price_formatted: null },
      manage_inventory: variant.manage_inventory,
      inventory_quantity: free ?? variant.inventory_quantity ?? 0,
      options: [],
    };
  });
}

interface PreviewProps {
  /** With what is typed but not saved. */
  readonly product: ProductInput;
  readonly stored: StoredProduct | null;
}

interface ShownProps extends PreviewProps {
  readonly language: Language;
}

/** The text of a pair in a language: the shop shows the English one where there is no other. */
const textIn = (language: Language, english: string, thai: string) =>
  language === 'th' && thai.trim() !== '' ? thai : english;

function useShown({ product, stored, language }: ShownProps) {
  const variants = variantsOf(product, stored);
  const selection = product.shows_lowest_price ? 'lowest_price_first' : 'other';
  return {
    text: (english: string, thai: string) => textIn(language, english, thai),
    variant: shownVariant({ site_product_selection: selection, variants }),
  };
}

function Card(props: ShownProps) {
  const { product } = props;
  const { text, variant } = useShown(props);
  const ribbon = text(product.ribbon_text, product.ribbon_text_th);
  return (
    <div className="grid max-w-60 gap-2 wrap-anywhere">
      <div className="relative">
        <ProductPicture product={product} url={product.images[0]?.url ?? null} alt="" />
        <Ribbon text={ribbon} />
      </div>
      <p className="text-lg font-head">{text(product.title, product.title_th)}</p>
      <p className="text-ink-2">{text(product.subtitle, product.subtitle_th)}</p>
      {variant && (
        <div>
          <StockNote variant={variant} />
          <Price variant={variant} className="text-lg" />
        </div>
      )}
    </div>
  );
}

function Pictures({ product, language }: ShownProps) {
  const [first, ...others] = product.images;
  const altOf = (image: (typeof product.images)[number]) =>
    textIn(language, image.alt, image.alt_th) || textIn(language, product.title, product.title_th);
  return (
    <div className="grid content-start gap-3">
      <ProductPicture product={product} url={first?.url ?? null} alt={first ? altOf(first) : ''} />
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {others.map((image) => (
            <li key={image.url} className="w-16">
              <ProductPicture
                product={product}
                url={image.url}
                alt={altOf(image)}
                className={thumbnailShape}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The options and the fields that buyers choose and fill in. */
function Choices({ product, language }: ShownProps) {
  const { t } = useTranslation('adminProducts');
  return (
    <>
      {product.options.map(({ id, title, title_th: titleTh, values }) => (
        <div key={id}>
          <p className="font-mid">{textIn(language, title, titleTh)}</p>
          <ul className="mt-1 flex flex-wrap gap-2">
            {values.map(({ value, value_th: thai }, index) => (
              <li key={index} className="rounded-md px-3 py-1.5 inset-ring inset-ring-line-control">
                {textIn(language, value, thai)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {product.custom_fields.map(({ id, title, title_th: titleTh, is_required: isRequired }) => (
        <p key={id} className="rounded-md px-3 py-2 text-ink-2 inset-ring inset-ring-line-control">
          {textIn(language, title, titleTh)}
          {isRequired && ` (${t('custom.required')})`}
        </p>
      ))}
    </>
  );
}

function Page(props: ShownProps) {
  const { product } = props;
  const { t } = useTranslation('common');
  const { text, variant } = useShown(props);
  const paragraphs = plainText(text(product.description, product.description_th));
  return (
    <div className="grid gap-5 wrap-anywhere lg:grid-cols-2">
      <Pictures {...props} />
      <div className="grid content-start gap-3">
        <p className="text-2xl font-head">{text(product.title, product.title_th)}</p>
        {product.subtitle !== '' && (
          <p className="text-ink-2">{text(product.subtitle, product.subtitle_th)}</p>
        )}
        {variant && <Price variant={variant} className="text-xl" />}
        <Choices {...props} />
        {!product.purchasable && <p className="text-ink-2">{t('store.notForSale')}</p>}
        {paragraphs.map((paragraph, index) => (
          <p key={index} className="text-ink-2">
            {paragraph}
          </p>
        ))}
        <dl>
          {product.additional_info.map((info) => (
            <div key={info.id} className="border-t border-line py-2">
              <dt className="font-mid">{text(info.title, info.title_th)}</dt>
              <dd className="text-ink-2">
                {plainText(text(info.description, info.description_th)).join(' ')}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** How the shop shows a product, in its list and on its page, in both languages. */
export function ProductPreview(props: PreviewProps) {
  const { t } = useTranslation('adminProducts');
  const own = useLanguage();
  const [language, setLanguage] = useState(own);
  const shown = { ...props, language };
  return (
    <div className="grid gap-4">
      <Segments
        label={t('preview.language')}
        choices={(['en', 'th'] as const).map((value) => ({
          value,
          text: t(`preview.${value}`),
        }))}
        chosen={language}
        onChoose={setLanguage}
      />
      <section aria-label={t('preview.card')} lang={language}>
        <h3 className="mb-2 text-sm font-head" lang={own}>
          {t('preview.card')}
        </h3>
        <Card {...shown} />
      </section>
      <section aria-label={t('preview.page')} lang={language}>
        <h3 className="mb-2 text-sm font-head" lang={own}>
          {t('preview.page')}
        </h3>
        <Page {...shown} />
      </section>
    </div>
  );
}
