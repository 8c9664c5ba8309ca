import type { TFunction } from 'i18next';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bkksiam/domain/catalog';
import { classNames } from '#ui/class-names.ts';
import { useNearness } from './nearness.ts';
import { ProductCard } from './product-card.tsx';

/** The first shelf, which stands always: whole rows of one, two, three and four cards. */
const onFirst = 12;
/** The others are as small as whole rows allow: one comes into sight at a time, and is one task. */
const onOthers = 4;
const onOthersOfThree = 6;
/** Shelves that stand in one box: when one of them comes into sight, a browser goes over these and the boxes, not over all. */
const inBay = 8;

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

function inPieces<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const pieces: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) pieces.push(items.slice(at, at + size));
  return pieces;
}

interface Seen {
  readonly width: number;
  readonly height: number;
}

/** How high shelves stood when the page was left, so that Back finds the same place. */
const seen = new Map<string, Seen>();

function seenHeight(key: string): number | undefined {
  // Nothing has been left where a page is painted, which has no window.
  if (!seen.has(key)) return undefined;
  const last = seen.get(key);
  return last?.width === window.innerWidth ? last.height : undefined;
}

/**
 * Shelves nobody has seen are taken to have rows as high as most of the first, and are at least that high where cards
 * stand side by side: the page does not move under a reader, and a shelf that comes into sight moves none after it.
 */
function useShelfHeight(perShelf: number) {
  const first = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shelf = first.current;
    if (!shelf) return undefined;
    const tell = () => {
      const { rowGap, gridTemplateRows } = getComputedStyle(shelf);
      const rows = gridTemplateRows.split(' ').map(Number.parseFloat);
      const row = rows.toSorted((one, other) => one - other)[Math.floor(rows.length / 2)] ?? 0;
      const gap = Number.parseFloat(rowGap) || 0;
      const height = ((row + gap) * rows.length * perShelf) / onFirst - gap;
      list.current?.style.setProperty('--shelf', `${String(height)}px`);
    };
    tell();
    const changes = new ResizeObserver(tell);
    changes.observe(shelf);
    return () => changes.disconnect();
  }, [perShelf]);
  return { first, list };
}

interface Row {
  readonly t: TFunction;
  readonly products: readonly Product[];
}

function Cards({
  t,
  products,
  eager = false,
  nameOnly = false,
}: Row & {
  readonly eager?: boolean;
  readonly nameOnly?: boolean;
}) {
  return products.map((product, index) => (
    <ProductCard
      key={product.id}
      t={t}
      product={product}
      eager={eager && index === 0}
      nameOnly={nameOnly}
    />
  ));
}

/**
 * A shelf that costs neither layout nor paint while it is out of sight. Far from it, it holds the names of its products
 * alone and stands as high as it stood: whole cards by the hundred are a heap that takes a phone long to go through.
 */
function LateShelf({ t, products }: Row) {
  const place = useRef<HTMLDivElement>(null);
  const key = products.map(({ id }) => id).join(' ');
  const [before] = useState(() => seenHeight(key));
  const { isNear, height = before, partings } = useNearness(place);
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
      className={classNames(
        grid,
        'late [--size:var(--shelf)]',
        isNear ? 'sm:min-h-(--shelf)' : 'min-h-(--shelf)',
      )}
      style={
        height === undefined
          ? undefined
          : {
              containIntrinsicBlockSize: `auto ${String(height)}px`,
              minBlockSize: isNear ? undefined : height,
            }
      }
    >
      {/* New ones when it goes far, as browsers keep what they have laid out; they stay when it comes near, with the focus. */}
      <Cards key={partings} t={t} products={products} nameOnly={!isNear} />
    </div>
  );
}

/**
 * The products as one list, laid out shelf by shelf: a browser that scrolls hundreds of them works on the few shelves
 * in sight only. The first stands always, and so does one that is not full. They stand in blocks, not in a grid, which
 * would be worked out whole whenever one of them grows.
 */
export function Shelves({ products }: { readonly products: readonly Product[] }) {
  const { t } = useTranslation();
  const perShelf = usePerShelf();
  const { first, list } = useShelfHeight(perShelf);
  const others = inPieces(products.slice(onFirst), perShelf);
  return (
    <div ref={list} role="list">
      <div ref={first} className={grid}>
        <Cards t={t} products={products.slice(0, onFirst)} eager />
      </div>
      {inPieces(others, inBay).map((bay, at) => (
        <div key={at} className="*:mt-12">
          {bay.map((shelf, index) =>
            shelf.length < perShelf ? (
              <div key={index} className={grid}>
                <Cards t={t} products={shelf} />
              </div>
            ) : (
              <LateShelf key={index} t={t} products={shelf} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}
