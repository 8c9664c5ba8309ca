import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { useLazyPanel } from '#platform/lazy-components.ts';
import { DateOverlay } from '#ui/date-overlay.tsx';

const loadCalendar = async () => (await import('./search-calendar.tsx')).SearchCalendar;

export interface SearchDayProps {
  /** Id of the day's text, which describes the input. */
  readonly id: string;
  readonly label: string;
  readonly day: string;
  /** Of the leg that departs on the day. */
  readonly index: number;
}

/** The day of a search over its native input, with a button that opens the calendar. */
export function SearchDay({ id, label, day, index }: SearchDayProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const { Panel, open, close } = useLazyPanel(loadCalendar, {
    title: 'search.calendar.failed',
    description: 'search.calendar.failedText',
  });
  return (
    <>
      <span id={id} className="sr-only">
        {weekdayText(day, language)}
      </span>
      <DateOverlay
        text={weekdayText(day, language, true) ?? t('search.calendar.choose')}
        isEmpty={day === ''}
        calendarLabel={t('search.calendar.open', { field: label })}
        button={button}
        isOpen={Panel !== undefined}
        onOpenCalendar={open}
      />
      {Panel && <Panel title={label} index={index} opener={button} onClose={close} />}
    </>
  );
}
