import { useTranslation } from 'react-i18next';
import { localDay } from '@bkksiam/domain/calendar-day';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { CalendarDialog, type CalendarDialogProps } from '#ui/calendar-dialog.tsx';
import { useSearch } from './search-store.ts';

/** The calendar of a day of the search; loaded when it is opened first. */
export function SearchCalendar(
  props: Pick<CalendarDialogProps, 'title' | 'input' | 'opener' | 'onClose'>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { tripType, legs } = useSearch();
  const [there, back] = legs;
  return (
    <CalendarDialog
      {...props}
      language={language}
      dayOf={localDay}
      trip={tripType === 'roundtrip' ? { from: there.departure, to: back.departure } : undefined}
      texts={{
        close: t('action.close'),
        previous: t('search.calendar.previous'),
        next: t('search.calendar.next'),
        today: (day) => t('search.calendar.today', { day }),
        chosen: (day) => t('search.calendar.chosen', { day }),
        day: (day) => weekdayText(day, language) ?? day,
      }}
    />
  );
}
