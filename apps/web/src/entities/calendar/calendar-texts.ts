import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';

/** The texts of the calendar of a date field. */
export function useCalendarTexts() {
  const { t } = useTranslation();
  const language = useLanguage();
  return {
    close: t('action.close'),
    previous: t('search.calendar.previous'),
    next: t('search.calendar.next'),
    day: (day: string) => weekdayText(day, language) ?? day,
    today: (day: string) => t('search.calendar.today', { day }),
    chosen: (day: string) => t('search.calendar.chosen', { day }),
    from: (day: string) => t('search.calendar.from', { day }),
    to: (day: string) => t('search.calendar.to', { day }),
  };
}
