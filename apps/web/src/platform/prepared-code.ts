import { useEffect } from 'react';
import { nextTask } from './next-task.ts';

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
