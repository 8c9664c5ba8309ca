import { isCalendarDay } from '@bkksiam/domain/calendar-day';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useSearchChanges } from '#platform/search-params.ts';

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
function namedPeriod(name: string): Period {
  const today = bangkokToday();
  const first = `${today.slice(0, 8)}01`;
  switch (name) {
    case 'today':
      return { first: today, last: today };
    case 'week':
      return { first: addDays(today, -6), last: today };
    case 'year':
      return { first: `${today.slice(0, 4)}-01-01`, last: today };
    case 'last_month': {
      const last = addDays(first, -1);
      return { first: `${last.slice(0, 8)}01`, last };
    }
    default:
      return { first, last: today };
  }
}

/**
 * The period in the address. Choosing another goes to the first page of a list.
 *
 * @param names with `custom` for the days in the address
 * @param fallback the period without a name, and for days that are none
 */
export function usePeriod<Name extends string>(names: readonly Name[], fallback: Name) {
  const [params, change] = useSearchChanges();
  const asked = params.get('period');
  const custom = { first: params.get('first') ?? '', last: params.get('last') ?? '' };
  const known = names.find((name) => name === asked) ?? fallback;
  const name = known === 'custom' && !isPeriod(custom) ? fallback : known;
  const period = name === 'custom' ? custom : namedPeriod(name);
  /** @param days those of `custom`, by default the ones that are shown */
  function choose(chosen: Name, days: Period = period) {
    change(
      (before) => {
        before.delete('page');
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
