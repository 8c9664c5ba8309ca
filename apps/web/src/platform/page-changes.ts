import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** Calls back when a value has changed, not on mount. */
export function useChange(value: unknown, onChange: () => void): void {
  const last = useRef(value);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    report();
  }, [value]);
}

/** The heading of the page. It takes the focus of what goes away. */
export const pageHeading = () => document.querySelector<HTMLElement>('main h1');

/** Moves the focus to the heading of a new page, unless a dialog or a field of the page has taken it. */
export function focusHeading(): void {
  if (document.activeElement?.closest('[role=dialog], main form')) return;
  const heading = pageHeading() ?? document.querySelector('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A ref of an element whose focus the heading of the page takes over when the element goes away. */
export function useFocusHandover<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const focused = useRef<Focused>(null);
  useLayoutEffect(() => {
    const { current: element } = focused;
    return () => {
      // Another heading is on the page once this rendering is done.
      if (element !== null && document.activeElement === element) queueMicrotask(focusHeading);
    };
  }, []);
  return focused;
}
