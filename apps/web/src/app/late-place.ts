import { scrollPlaces } from './scroll-place.ts';

const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Goes to where the page was scrolled to as soon as it is long enough: after a reload only the first of a long list
 * stand at once. Whoever does anything meanwhile, or is led elsewhere, stays where they are.
 *
 * @param key the page's own, as `scrollKey` gives it
 * @param waiting ends the waiting, and is ended with it
 */
export function returnWhenLonger(key: string, waiting: AbortController): void {
  const place = scrollPlaces.read()?.get(key);
  if (waiting.signal.aborted || typeof place !== 'number') return;
  if (place <= window.scrollY + 1) return;
  const { pathname } = window.location;
  const longer = new ResizeObserver(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (window.location.pathname !== pathname) waiting.abort();
    else if (scrollHeight - clientHeight >= place) {
      window.scrollTo({ top: place, behavior: 'instant' });
      waiting.abort();
    }
  });
  waiting.signal.addEventListener('abort', () => longer.disconnect());
  for (const act of acts) {
    window.addEventListener(act, () => waiting.abort(), { signal: waiting.signal });
  }
  longer.observe(document.body);
}
