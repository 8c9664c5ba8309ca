import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { earliestDeparture } from '@bkksiam/domain/flight-search-check';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { CalendarDialog, type CalendarDialogProps } from '#entities/calendar/calendar-dialog.tsx';
import { dispatchSearch, useSearch } from '#entities/search/search-store.ts';
import { useToday } from '#entities/search/today.ts';

export interface SearchCalendarProps extends Pick<
  CalendarDialogProps,
  'title' | 'opener' | 'onClose'
> {
  /** Of the leg whose departure is chosen; on a round trip the second leg's is the return. */
  readonly index: number;
}

/** The calendar of a day of the search; on a round trip the return is chosen after the departure. */
export function SearchCalendar(props: SearchCalendarProps) {
  const { title, opener, onClose } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const search = useSearch();
  const today = useToday();
  const [index, setIndex] = useState(props.index);
  const [there, back] = search.legs;
  const isRoundTrip = search.tripType === 'roundtrip';

  function choose(day: string) {
    dispatchSearch({ type: 'departure', index, day });
    if (isRoundTrip && index === 0) setIndex(1);
    else onClose();
  }
  function hint() {
    if (index === 0) return t('search.calendar.bothDays');
    return (
      there.departure &&
      t('search.calendar.returnNext', { day: weekdayText(there.departure, language) })
    );
  }

  if (today === undefined) return null;
  return (
    <CalendarDialog
      title={index === props.index ? title : t('search.return')}
      opener={opener}
      onClose={onClose}
      day={search.legs[index]?.departure ?? ''}
      earliest={earliestDeparture(search, index, today)}
      onDay={choose}
      trip={
        isRoundTrip
          ? { from: there.departure, to: back.departure, hint: hint(), choosesEnd: index > 0 }
          : undefined
      }
    />
  );
}
