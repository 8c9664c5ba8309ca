import { isCalendarDay } from '@bkksiam/domain/calendar-day';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useSearchChanges } from '#platform/search-params.ts';

export const periodNames = ['today', 'week', 'month', 'last_month', 'custom'] as const;

export type PeriodName = (typeof periodNames)[number];

/** Days of Bangkok, both included. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** As in SQL. */
export const maxPeriodDays = 400;

const isDay = /^2[01]\d\d-\d\d-\d\d$/;

const daysBetween = ({ first, last }: Period) =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000 + 1;

/** Whether the books can be read for a period; false also for days that do not exist. */
export const isPeriod = (period: Period): boolean =>
  [period.first, period.last].every((day) => isDay.test(day) && isCalendarDay(day)) &&
  daysBetween(period) >= 1 &&
  daysBetween(period) <= maxPeriodDays;

/** The days of a period by its name, which end today but for the last month. */
function namedPeriod(name: Exclude<PeriodName, 'custom'>, today: string): Period {
  const first = `${today.slice(0, 8)}01`;
  if (name === 'today') return { first: today, last: today };
  if (name === 'week') return { first: addDays(today, -6), last: today };
  if (name === 'month') return { first, last: today };
  const last = addDays(first, -1);
  return { first: `${last.slice(0, 8)}01`, last };
}

/** The period in the address: this month by default, and for days that are none. */
export function usePeriod() {
  const [params, change] = useSearchChanges();
  const today = bangkokToday();
  const asked = params.get('period');
  const name = periodNames.find((known) => known === asked) ?? 'month';
  const custom = { first: params.get('first') ?? '', last: params.get('last') ?? '' };
  const isCustom = name === 'custom' && isPeriod(custom);
  const period =
    name === 'custom'
      ? isCustom
        ? custom
        : namedPeriod('month', today)
      : namedPeriod(name, today);
  function choose(chosen: PeriodName, days: Period = period) {
    change(
      (before) => {
        before.set('period', chosen);
        for (const end of ['first', 'last'] as const)
          if (chosen === 'custom') before.set(end, days[end]);
          else before.delete(end);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { name, period, choose };
}
