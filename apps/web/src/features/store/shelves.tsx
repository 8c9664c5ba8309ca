import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Product } from '@bkksiam/domain/catalog';
import { ProductCard } from './product-card.tsx';

/** The first shelf, which is painted: whole rows of one, two, three and four cards. */
const onFirst = 12;
/** The others are as small as whole rows allow: one comes into sight at a time, and is one task. */
const onOthers = 4;
const onOthersOfThree = 6;

/** The columns of the store's grid, and the space between its rows. */
export const grid =
  'grid grid-cols-1 gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
/** Where the grid has three columns: from `lg` on, up to `xl`. */
const threeColumns = '(min-width: 64rem) and (max-width: 79.999rem)';

function watchColumns(listener: () => void): () => void {
  const media = window.matchMedia(threeColumns);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

function usePerShelf(): number {
  const isThree = useSyncExternalStore(
    watchColumns,
    () => window.matchMedia(threeColumns).matches,
    () => false,
  );
  return isThree ? onOthersOfThree : onOthers;
}

function onShelves(products: readonly Product[], perShelf: number): (readonly Product[])[] {
  const shelves = [products.slice(0, onFirst)];
  for (let at = onFirst; at < products.length; at += perShelf) {
    shelves.push(products.slice(at, at + perShelf));
  }
  return shelves;
}

interface Seen {
  readonly width: number;
  readonly height: number;
}

/** How high shelves stood when the page was left, so that Back finds the same place. */
const seen = new Map<string, Seen>();

function heightOf(key: string): string | undefined {
  // Nothing has been left where a page is painted, which has no window.
  if (!seen.has(key)) return undefined;
  const last = seen.get(key);
  if (last?.width !== window.innerWidth) return undefined;
  return `auto ${String(last.height)}px`;
}

/** Shelves nobody has seen are taken to have rows as high as the first, so that the page hardly grows under a reader. */
function useShelfHeight(perShelf: number) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = list.current?.firstElementChild;
    if (!first) return undefined;
    const tell = () => {
      const gap = Number.parseFloat(getComputedStyle(first).rowGap) || 0;
      const height = ((first.clientHeight + gap) * perShelf) / onFirst - gap;
      list.current?.style.setProperty('--shelf', `${String(height)}px`);
    };
    tell();
    const changes = new ResizeObserver(tell);
    changes.observe(first);
    return () => changes.disconnect();
  }, [perShelf]);
  return list;
}

/** A shelf out of sight costs neither layout nor paint; the first, and one that is not full, stand always. */
function Shelf({
  products,
  first,
  stands,
}: {
  readonly products: readonly Product[];
  readonly first: boolean;
  readonly stands: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const key = products.map(({ id }) => id).join(' ');
  const [height] = useState(() => heightOf(key));
  useLayoutEffect(() => {
    const shelf = place.current;
    return () => {
      if (!shelf) return;
      seen.set(key, { width: window.innerWidth, height: shelf.getBoundingClientRect().height });
    };
  }, [key]);
  return (
    <div
      ref={place}
      className={stands ? grid : `${grid} late [--size:var(--shelf)]`}
      style={height === undefined ? undefined : { containIntrinsicBlockSize: height }}
    >
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} eager={first && index === 0} />
      ))}
    </div>
  );
}

/**
 * The products as one list, laid out shelf by shelf: a browser that scrolls hundreds of them works on the few shelves
 * in sight only. They stand in a block, not in a grid, which would be worked out whole whenever one of them grows.
 */
export function Shelves({ products }: { readonly products: readonly Product[] }) {
  const perShelf = usePerShelf();
  const list = useShelfHeight(perShelf);
  return (
    <div ref={list} role="list" className="*:not-first:mt-12">
      {onShelves(products, perShelf).map((shelf, index) => (
        <Shelf
          key={index}
          products={shelf}
          first={index === 0}
          stands={index === 0 || shelf.length < perShelf}
        />
      ))}
    </div>
  );
}
