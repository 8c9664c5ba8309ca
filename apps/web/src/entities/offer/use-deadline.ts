import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { msToNextMinute, timeLeft } from '@bkksiam/domain/deadline';
import { serverNow } from '#platform/server-clock.ts';
import type { CountdownTime } from '#ui/parts/countdown.tsx';

/** The time left until a deadline as text, by the server's clock. */
export function useTimeLeft(deadline: string): () => CountdownTime {
  const { t } = useTranslation('requests');
  return () => {
    const [at, now] = [Date.parse(deadline), serverNow()];
    const { urgency, days, hours, minutes } = timeLeft(at, now);
    const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'lastMinute';
    const text = t(`time.${unit}`, { days, hours, minutes });
    return { urgency, text, changesInMs: msToNextMinute(at, now) };
  };
}

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
