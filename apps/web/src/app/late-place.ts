import { scrollPlaces } from './scroll-place.ts';

const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Goes to where the page was scrolled to as soon as it is long enough: after a reload only the first of a long list
 * stand at once. Whoever does anything meanwhile, or is led elsewhere, stays where they are.
 *
 * @param key the page's own, as `scrollKey` gives it
 * @returns ends the waiting
 */
export function returnWhenLonger(key: string): () => void {
  const place = scrollPlaces.read()?.get(key);
  if (typeof place !== 'number' || place <= window.scrollY + 1) return () => undefined;
  const { pathname } = window.location;
  const waiting = new AbortController();
  const longer = new ResizeObserver(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const isElsewhere = window.location.pathname !== pathname;
    if (!isElsewhere && scrollHeight - clientHeight < place) return;
    if (!isElsewhere) window.scrollTo({ top: place, behavior: 'instant' });
    waiting.abort();
  });
  waiting.signal.addEventListener('abort', () => longer.disconnect());
  for (const act of acts) {
    window.addEventListener(act, () => waiting.abort(), { signal: waiting.signal });
  }
  longer.observe(document.body);
  return () => waiting.abort();
}
