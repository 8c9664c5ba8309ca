import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { textsIn } from '@bkksiam/domain/bilingual-text';
import type { Product } from '@bkksiam/domain/catalog';
import { plainText } from '@bkksiam/domain/plain-text';
import { pages } from '#pages.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { useLanguage } from '#platform/i18n.ts';
import { LoadingHeading } from '#platform/loading-heading.tsx';
import { PageHead } from '#platform/page-head.tsx';
import { pageLoader } from '#platform/page-loader.ts';
import { hasFailed } from '#platform/query-fallback.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { pictureShape } from './gallery.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductChoice } from './product-choice.tsx';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { LoadFailure } from './product-view.tsx';
import { productQuery, relatedLinks, relatedQuery } from '#entities/store/store-data.ts';

function ProductSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading label={t('store.loading')} announced className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <LoadingHeading className="sr-only">{t('title.product')}</LoadingHeading>
      <Skeleton className={pictureShape} />
      <div className="grid content-start gap-4">
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    </Loading>
  );
}

/** Description and additional information, as plain text: markup of a store is not trusted. */
function Details({ product }: { readonly product: Product }) {
  const { t } = useTranslation();
  const inLanguage = useProductText();
  const paragraphs = textsIn(useLanguage(), plainText(product.description));
  const info = product.additional_info.toSorted((one, other) => one.order - other.order);
  return (
    <>
      {paragraphs.length > 0 && (
        <div className="grid max-w-[60ch] gap-3 wrap-anywhere text-ink-2">
          {paragraphs.map((paragraph, index) => (
            <p key={index}>
              <Phrases text={paragraph} />
            </p>
          ))}
        </div>
      )}
      {info.length > 0 && (
        <section aria-labelledby="more">
          <h2 id="more" className="text-lg">
            {t('store.more_info')}
          </h2>
          <dl className="mt-3 border-t border-line wrap-anywhere">
            {info.map(({ id, title, description }) => (
              <div
                key={id}
                className="grid gap-1 border-b border-line py-3 sm:grid-cols-[10rem_1fr]"
              >
                <dt className="font-mid">{inLanguage(title)}</dt>
                <dd className="text-ink-2">{inLanguage(plainText(description).join(' '))}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** Related products; the first one gives the section its title. */
function Related({ product }: { readonly product: Product }) {
  const related = useQuery(relatedQuery(product));
  const inLanguage = useProductText();
  const hydrated = useHydrated();
  const [first] = relatedLinks(product);
  if (related.data === undefined || related.data.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-16 lg:mt-24">
      <h2 id="related" className="text-2xl">
        {inLanguage(first?.section_title ?? '')}
      </h2>
      <div
        role="list"
        className="mt-6 grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4"
      >
        {related.data.map((one) => (
          // Before hydration these pictures would delay that of the product.
          <ProductCard key={one.id} product={hydrated ? one : { ...one, thumbnail: null }} />
        ))}
      </div>
    </section>
  );
}

function ProductNotFound() {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <h1 className="text-2xl">{t('store.unknown')}</h1>
      <p className="max-w-[34em] text-ink-2">{t('store.unknownText')}</p>
      <Link to={pages.store.href()} className={buttonClass()}>
        {t('store.back')}
      </Link>
    </div>
  );
}

function ProductContent({ product }: { readonly product: UseQueryResult<Product | null> }) {
  const { t } = useTranslation();
  if (product.data === undefined) {
    if (!hasFailed(product)) return <ProductSkeleton />;
    return (
      <>
        <h1 className="sr-only">{t('title.product')}</h1>
        <LoadFailure query={product} />
      </>
    );
  }
  if (product.data === null) return <ProductNotFound />;
  return (
    <>
      <ProductChoice key={product.data.id} product={product.data}>
        <Details product={product.data} />
      </ProductChoice>
      <Related product={product.data} />
    </>
  );
}

export const loader = pageLoader(async ({ params: { id = '' }, read }) => {
  const product = await read(productQuery(id));
  if (product && relatedLinks(product).length > 0) await read(relatedQuery(product));
  return { subject: product };
});

/** The page of a product (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const product = useQuery(productQuery(id));
  const titleOf = useProductTitle();
  const { data } = product;
  return (
    <div className="wrap pt-4 pb-10 lg:py-12">
      <PageHead subject={data && { title: titleOf(data) }} />
      <Link to={pages.store.href()} className={buttonClass({ tone: 'link', className: 'mb-2' })}>
        <ArrowLeft className="size-5" />
        {t('store.back')}
      </Link>
      <ProductContent product={product} />
    </div>
  );
}
