import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import {
  fareFields,
  flightFields,
  weekdayRuns,
  type FareField,
  type FlightField,
} from '@bkksiam/domain/own-flight';
import { useLanguage } from '#platform/i18n.ts';
import type { AppError } from '#platform/app-error.ts';

/** The days of arrival after the day of departure, with the keys of their texts. */
export const arrivalDays = [
  { days: -1, text: 'before' },
  { days: 0, text: 'same' },
  { days: 1, text: 'after' },
  { days: 2, text: 'twoAfter' },
] as const;

/** The days of operation: `Daily`, `Mon–Fri`, `Mon Wed`. */
export function useWeekdays(): (days: readonly number[]) => string {
  const { t } = useTranslation('adminFlights');
  return (days) => {
    if (days.length === 7) return t('daily');
    const nameOf = (day: number | undefined) => t(`weekday.${(day ?? 1) as 1}`);
    return weekdayRuns(days)
      .map((run) =>
        run.length > 2 ? `${nameOf(run[0])}–${nameOf(run.at(-1))}` : run.map(nameOf).join(' '),
      )
      .join(' ');
  };
}

/** Whether a text is the name of a field of a flight or of a fare. */
const isFieldName = (text: string): text is FlightField | FareField | 'baggage' =>
  text in flightFields || text in fareFields || text === 'baggage';

/** The name of a field that `changedFields` gives, with the fare that it is of. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('adminFlights');
  return (field) => {
    const [last = ''] = field.split('.').slice(-1);
    if (!isFieldName(last)) return field;
    const fare = field.slice(0, -last.length - 1);
    return fare === '' ? t(`field.${last}`) : `${fare}: ${t(`field.${last}`)}`;
  };
}

/** Whether another admin has changed the flight since it was loaded. */
export const isChangedMeanwhile = (error: AppError | null) => error?.reason === 'flight_changed';

/** Why an action failed; the server's message if its reason has no text. */
export function useFailureText(): (error: AppError) => string {
  const { t, i18n } = useTranslation('adminFlights');
  const language = useLanguage();
  return ({ reason, message }) => {
    const key = `problem.database.${reason}`;
    // The number and the day of seats that are taken are in the message alone.
    const [count, day = ''] = message.match(/\d{4}-\d\d-\d\d|\d+/g) ?? [];
    const values = { count: Number(count), day: calendarDayText(day, language) ?? day };
    return i18n.exists(`adminFlights:${key}`, values)
      ? t(key as 'problem.database.seats_taken', values)
      : message;
  };
}
