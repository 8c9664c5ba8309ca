import { useQuery } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigationType } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { productSorts } from '@bkksiam/domain/product-list';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { useChange } from '#platform/page-changes.ts';
import type { ListPage } from '#platform/list-page.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { PageLinks } from '#list/page-links.tsx';
import { hasFailed } from '#platform/query-fallback.tsx';
import { useSearchChanges } from '#platform/search-params.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Loading, Skeleton } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { ListSearch } from '#ui/list-search.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Eyebrow } from '#ui/eyebrow.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { cardClass, ProductCard } from './product-card.tsx';
import { LoadFailure } from './product-view.tsx';
import { productsQuery } from '#entities/store/store-data.ts';
import type { ListedProduct } from '#entities/store/store-schema.ts';
import {
  readStoreSearch,
  withStoreSearch,
  type StoreSearch,
} from '#entities/store/store-search.ts';

const grid = 'grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

function Skeletons() {
  const { t } = useTranslation();
  return (
    <Loading label={t('store.loading')} announced className={grid}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={cardClass}>
          <Skeleton className="aspect-square w-full" />
          <div>
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="mt-2 h-4 w-1/2" />
            <Skeleton className="mt-4 h-11 w-full" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** The search parameters of the URL. A change starts at page 1 and replaces the history entry. */
function useStoreSearch() {
  const [params, changeParams] = useSearchChanges();
  const change = (search: Partial<Omit<StoreSearch, 'page'>>) =>
    changeParams(
      (last) => withStoreSearch(last, { ...readStoreSearch(last), ...search, page: 1 }),
      {
        replace: true,
        preventScrollReset: true,
      },
    );
  return { search: readStoreSearch(params), change };
}

function Controls() {
  const { t } = useTranslation();
  const { search, change } = useStoreSearch();
  return (
    <div className="mb-10 grid items-end gap-4 sm:grid-cols-[1fr_auto]">
      <ListSearch
        label={t('store.search')}
        search={search.q}
        onSearch={(text) => change({ q: text.trim() })}
        className="max-w-md"
      />
      <Form>
        <SelectField
          label={t('store.sort.label')}
          choices={productSorts.map((value) => ({ value, text: t(`store.sort.${value}`) }))}
          value={search.sort}
          onValue={(sort) => change({ sort })}
        />
      </Form>
    </div>
  );
}

/** Scrolls to the first card and focuses the list when a link opens another page; Back restores the scroll position. */
function useListStart(page: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const type = useNavigationType();
  useChange(page, () => {
    if (type !== NavigationType.Push) return;
    list.current?.scrollIntoView();
    list.current?.focus({ preventScroll: true });
  });
  return list;
}

function Results({
  list,
  stale,
  onShowAll,
}: {
  readonly list: ListPage<ListedProduct>;
  /** The list is that of the previous search while this one loads. */
  readonly stale: boolean;
  readonly onShowAll: () => void;
}) {
  const { t } = useTranslation();
  const { search } = useStoreSearch();
  const start = useListStart(search.page);
  return (
    <>
      <p role="status" className="sr-only">
        {t('store.found', { count: list.total })}
      </p>
      {list.total === 0 ? (
        <EmptyState
          title={t('store.nothingFound', { search: search.q })}
          text={t('store.nothingFoundText')}
          action={
            <Button tone="secondary" onClick={onShowAll}>
              {t('store.showAll')}
            </Button>
          }
        />
      ) : (
        <div className="grid gap-10">
          <div
            ref={start}
            role="list"
            tabIndex={-1}
            aria-busy={stale || undefined}
            className={`${grid} outline-0`}
          >
            {list.rows.map((product, index) => (
              <ProductCard key={product.id} product={product} eager={index === 0} />
            ))}
          </div>
          <PageLinks list={list} size={listSizes.storePage} />
        </div>
      )}
    </>
  );
}

function Products() {
  const { t } = useTranslation();
  const { search, change } = useStoreSearch();
  const query = useQuery(productsQuery(search));
  const controls = useRef<HTMLDivElement>(null);
  const { data: list } = query;
  const isNarrowed = search.q !== '';
  // While a search loads, the empty list of the previous search is not shown as its result.
  const isAwaited = query.isPending || (query.isPlaceholderData && list?.total === 0);
  const failed = hasFailed(query);
  function showAll() {
    change({ q: '' });
    controls.current?.querySelector('input')?.focus();
  }
  if (list?.total === 0 && !isNarrowed && !isAwaited) {
    return (
      <EmptyState
        title={t('store.empty')}
        text={t('store.emptyText')}
        picture={<EmptyPicture of="store" />}
      />
    );
  }
  return (
    <>
      {(list !== undefined || isNarrowed) && (
        <div ref={controls}>
          <Controls />
        </div>
      )}
      {failed && <LoadFailure query={query} />}
      {isAwaited && !failed && <Skeletons />}
      {list && !isAwaited && (
        // As high as a phone, so that the footer stays out of sight when a search finds less.
        <div className="min-h-[34rem]">
          <Results list={list} stale={query.isPlaceholderData} onShowAll={showAll} />
        </div>
      )}
    </>
  );
}

export const loader = pageLoader(({ search }) => [productsQuery(readStoreSearch(search))]);

/** The merchandise store (spec §2). */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-16">
      <Eyebrow text={t('store.eyebrow')} />
      <h1 className="mt-3 text-[clamp(2.25rem,1rem+4vw,4rem)] leading-tight tracking-hero">
        <Phrases text={t('store.heading')} />
      </h1>
      <p className="mt-3 mb-10 max-w-[34em] text-lg text-ink-2">
        <Phrases text={t('store.text')} />
      </p>
      <Products />
    </div>
  );
}
