/** How close a deadline is: over 6 hours away, within 6, within 1, or past. */
export type Urgency = 'calm' | 'amber' | 'red' | 'over';

/** The time left until a deadline, in whole minutes rounded down. */
export interface TimeLeft {
  readonly urgency: Urgency;
  readonly days: number;
  /** 0 to 23. */
  readonly hours: number;
  /** 0 to 59. */
  readonly minutes: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function urgencyOf(leftMs: number): Urgency {
  if (leftMs <= 0) return 'over';
  if (leftMs <= hourMs) return 'red';
  return leftMs <= 6 * hourMs ? 'amber' : 'calm';
}

/** The time left until a deadline; both times in milliseconds, `now` by the server's clock. */
export function timeLeft(deadline: number, now: number): TimeLeft {
  const leftMs = Math.max(0, deadline - now);
  const minutes = Math.floor(leftMs / minuteMs);
  return {
    urgency: urgencyOf(leftMs),
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  };
}

/** Milliseconds until `timeLeft` changes; undefined once the deadline is past. */
export function msToNextMinute(deadline: number, now: number): number | undefined {
  const leftMs = deadline - now;
  if (leftMs <= 0) return undefined;
  // A whole minute left stays on screen until it is less than that.
  return leftMs < minuteMs ? leftMs : (leftMs % minuteMs) + 1;
}
