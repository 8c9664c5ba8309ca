import { lazy, useEffect, type ComponentType } from 'react';
import { logFailure } from './log.ts';
import { nextTask } from './next-task.ts';

/** Code that does not come is asked for again whenever the browser finds the connection back. */
async function untilItComes<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      logFailure('a part of the page did not come', error);
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}

/**
 * A part of a page whose code comes after it. A page reads without: until the code is there, and if it never comes,
 * what is painted in its place stays, or else the fallback of the `Suspense` around it.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilItComes(load) }));
}

/**
 * Fetches code ahead of its need, while there is a line; where it does not come, the need asks again and says so. In a
 * task of its own: to ask for a file takes a phone some milliseconds, and the first effects of a page are many.
 *
 * @param load the same function at every drawing
 */
export function usePreparedCode(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (isWanted)
      nextTask()
        .then(load)
        .catch(() => undefined);
  }, [load, isWanted]);
}
