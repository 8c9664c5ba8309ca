import { lazy, type ComponentType } from 'react';
import { logFailure } from './log.ts';

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
