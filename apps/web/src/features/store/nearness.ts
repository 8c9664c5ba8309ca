import { startTransition, useEffect, useState, type RefObject } from 'react';

/** Where an element stands to what is seen. */
export interface Nearness {
  readonly isNear: boolean;
  /** How high it was, in CSS pixels, when it was last near or came near; undefined while it has always been far. */
  readonly height: number | undefined;
  /** How many times it has gone far. */
  readonly partings: number;
}

/** What counts as near: two screens on either side. Browsers lay out from one and a half, so what is drawn is early. */
const nearby = '200% 0px';

const listeners = new WeakMap<Element, (isNear: boolean, height: number) => void>();
let watcher: IntersectionObserver | undefined;

function tell(entries: readonly IntersectionObserverEntry[]): void {
  // Drawn in slices, between which the page scrolls.
  startTransition(() => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      // What has the focus keeps it, wherever the page is scrolled to.
      const isNear = isIntersecting || target.contains(document.activeElement);
      listeners.get(target)?.(isNear, boundingClientRect.height);
    }
  });
}

/** Whether the element stands near what is seen; it does not until the browser has said so. */
export function useNearness(place: RefObject<Element | null>): Nearness {
  const [nearness, setNearness] = useState<Nearness>({
    isNear: false,
    height: undefined,
    partings: 0,
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const shared = (watcher ??= new IntersectionObserver(tell, { rootMargin: nearby }));
    listeners.set(element, (isNear, height) =>
      setNearness((last) =>
        last.isNear === isNear
          ? last
          : { isNear, height, partings: last.partings + (isNear ? 0 : 1) },
      ),
    );
    shared.observe(element);
    return () => shared.unobserve(element);
  }, [place]);
  return nearness;
}
