import { searchPlace } from './search-place.ts';

/** Holds the place of the search form until its code is there. */
export function SearchSkeleton() {
  return (
    <div
      aria-hidden
      data-testid="search-skeleton"
      className={`${searchPlace} overflow-hidden rounded-lg bg-surface shadow-2`}
    >
      <div />
      <div className="breathe bg-stub" />
    </div>
  );
}
