import { useEffect, useState } from 'react';
import { serverNow } from '#platform/server-clock.ts';

// A longer timer would fire at once.
const longestTimerMs = 2 ** 31 - 1;

/** Whether a deadline is past by the server's clock; it turns true while the page is open. */
export function useIsPast(deadline: string | undefined): boolean {
  const [, setChecks] = useState(0);
  const leftMs = deadline === undefined ? 0 : Date.parse(deadline) - serverNow();
  const isPast = deadline !== undefined && leftMs <= 0;
  useEffect(() => {
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(
      () => setChecks((checks) => checks + 1),
      Math.min(leftMs, longestTimerMs),
    );
    return () => clearTimeout(timer);
  });
  return isPast;
}
