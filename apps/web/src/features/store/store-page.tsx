import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Product } from '@bkksiam/domain/catalog';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { RiverMark } from '#drawings/river.tsx';
import { logFailure } from '#platform/log.ts';
import { QueryScope } from '#platform/query-scope.tsx';
import { Button } from '#ui/button.tsx';
import { Alert, EmptyState, Skeleton } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { usePreparedCart } from './add-item.ts';
import {
  loadFailure,
  matching,
  sorted,
  sortingOf,
  sortings,
  type Sorting,
} from './product-list.ts';
import { grid, Shelves } from './shelves.tsx';
import { productsQuery } from './store-data.ts';

function Skeletons() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {t('store.loading')}
      </p>
      <div className={grid}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <Skeleton className="aspect-square w-full" />
            <Skeleton className="mt-4 h-6 w-3/4" />
            <Skeleton className="mt-2 h-4 w-1/2" />
            <Skeleton className="mt-4 h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is searched for and how it is ordered, kept in the address. */
function useListing() {
  const [search, setSearch] = useSearchParams();
  // The address follows what is typed a moment later, so the field itself keeps the words.
  const [words, setWords] = useState(search.get('q') ?? '');
  const by = sortingOf(search.get('sort'));
  function keep(name: string, value: string) {
    setSearch(
      (last) => {
        const next = new URLSearchParams(last);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return {
    words,
    by,
    lookFor: (text: string) => {
      setWords(text);
      keep('q', text);
    },
    order: (sorting: Sorting) => keep('sort', sorting === 'order' ? '' : sorting),
  };
}

/** What is looked for, and in which order. */
function Controls({ words, by, lookFor, order }: ReturnType<typeof useListing>) {
  const { t } = useTranslation();
  return (
    <div className="mb-10 grid items-end gap-4 sm:grid-cols-[1fr_auto]">
      <TextField
        label={t('store.search')}
        type="search"
        enterKeyHint="search"
        icon={Search}
        value={words}
        onChange={(event) => lookFor(event.target.value)}
        className="max-w-md"
      />
      <SelectField
        label={t('store.sort.label')}
        choices={sortings.map((value) => ({ value, text: t(`store.sort.${value}`) }))}
        value={by}
        onChoose={order}
      />
    </div>
  );
}

const Listing = memo(function Listing({ products }: { readonly products: readonly Product[] }) {
  const { t } = useTranslation();
  const listing = useListing();
  const { words, by, lookFor } = listing;
  // Typing stays quick although many cards follow it.
  const wanted = useDeferredValue(words);
  const shown = sorted(matching(products, wanted), by);
  return (
    <>
      <Controls {...listing} />
      <p role="status" className="sr-only">
        {t('store.found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={t('store.nothingFound', { words: wanted })}
          text={t('store.nothingFoundText')}
          action={
            <Button tone="secondary" onClick={() => lookFor('')}>
              {t('store.showAll')}
            </Button>
          }
        />
      ) : (
        <Shelves products={shown} />
      )}
    </>
  );
});

function Products() {
  const { t } = useTranslation();
  const products = useQuery(productsQuery());
  // Drawn in slices, between which the page answers.
  const known = useDeferredValue(products.data);
  function tryAgain() {
    products.refetch().catch((error: unknown) => logFailure('the store could not be asked', error));
  }
  if (products.isError) {
    return (
      <Alert
        title={loadFailure(t, products.error)}
        action={
          <Button tone="secondary" size="sm" onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    );
  }
  if (known === undefined) return <Skeletons />;
  if (known.length === 0) {
    return (
      <EmptyState title={t('store.empty')} text={t('store.emptyText')} picture={<QuietRiver />} />
    );
  }
  return <Listing products={known} />;
}

/** The merchandise store (spec §2): a grid of one to four columns. */
export function Component() {
  const { t } = useTranslation();
  usePreparedCart();
  return (
    <div className="wrap py-12 lg:py-16">
      <p className="flex items-center gap-3 text-sm font-head text-teal">
        <RiverMark />
        {t('store.eyebrow')}
      </p>
      <h1 className="mt-3 text-[clamp(2.25rem,1rem+4vw,4rem)] leading-tight tracking-hero">
        <Phrases text={t('store.heading')} />
      </h1>
      <p className="mt-3 mb-10 max-w-[34em] text-lg text-ink-2">
        <Phrases text={t('store.text')} />
      </p>
      <QueryScope>
        <Products />
      </QueryScope>
    </div>
  );
}
