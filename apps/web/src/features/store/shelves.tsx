import { useLayoutEffect, useRef, useState } from 'react';
import type { Product } from '@bkksiam/domain/catalog';
import { ProductCard } from './product-card.tsx';

/** Fills whole rows of one, two, three and four cards. */
const perShelf = 12;

/** The columns of the store's grid, and the space between its rows. */
export const grid =
  'grid grid-cols-1 gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

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

/** Shelves nobody has seen are taken to be as high as the first, so that the page hardly grows under a reader. */
function useShelfHeight() {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = list.current?.firstElementChild;
    if (!first) return undefined;
    const tell = () => {
      const { height } = first.getBoundingClientRect();
      list.current?.style.setProperty('--shelf', `${String(height)}px`);
    };
    tell();
    const changes = new ResizeObserver(tell);
    changes.observe(first);
    return () => changes.disconnect();
  }, []);
  return list;
}

/** A shelf out of sight costs neither layout nor paint; the first, and one that is not full, stand always. */
function Shelf({
  products,
  first,
}: {
  readonly products: readonly Product[];
  readonly first: boolean;
}) {
  const stands = first || products.length < perShelf;
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
 * in sight only.
 */
export function Shelves({ products }: { readonly products: readonly Product[] }) {
  const list = useShelfHeight();
  const shelves = Array.from({ length: Math.ceil(products.length / perShelf) }, (_, index) =>
    products.slice(index * perShelf, (index + 1) * perShelf),
  );
  return (
    <div ref={list} role="list" className="grid gap-y-12">
      {shelves.map((shelf, index) => (
        <Shelf key={index} products={shelf} first={index === 0} />
      ))}
    </div>
  );
}
