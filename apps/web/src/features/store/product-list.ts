import type { TFunction } from 'i18next';
import { sortedByPrice, type Product } from '@bkksiam/domain/catalog';

/** How the grid can be ordered; `order` is the store's own. */
export const sortings = ['order', 'priceUp', 'priceDown', 'title'] as const;

export type Sorting = (typeof sortings)[number];

/** The ordering a text names; the store's own for any other text. */
export function sortingOf(text: string | null): Sorting {
  return sortings.find((known) => known === text) ?? 'order';
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/** The products whose title or subtitle holds the words, with or without the spaces between them. */
export function matching(products: readonly Product[], words: string): readonly Product[] {
  const wanted = plain(words);
  if (wanted === '') return products;
  return products.filter(({ title, subtitle }) =>
    plain(`${title}${subtitle ?? ''}`).includes(wanted),
  );
}

/** The products in that order; equals stay as the store has them. */
export function sorted(products: readonly Product[], by: Sorting): readonly Product[] {
  if (by === 'order') return products;
  if (by !== 'title') return sortedByPrice(products, by === 'priceUp' ? 'up' : 'down');
  // Set up only here: it takes a phone longer than to sort.
  const { compare } = new Intl.Collator('th');
  return products.toSorted((one, other) => compare(one.title, other.title));
}

/** What went wrong with the products, in the words of spec §8. */
export function loadFailure(t: TFunction, error: Error): string {
  return error.message === ''
    ? t('store.loadFailedSilently')
    : t('store.loadFailed', { message: error.message });
}
