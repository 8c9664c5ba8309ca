import { weekdayText } from '@bkksiam/domain/weekday-text';
import { DateOverlay, useCalendar } from '#platform/date-overlay.tsx';
import { useLanguage } from '#platform/i18n.ts';

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
  const calendar = useCalendar(loadCalendar);
  const { Panel, button, close } = calendar;
  return (
    <>
      <span id={id} className="sr-only">
        {weekdayText(day, useLanguage())}
      </span>
      <DateOverlay label={label} day={day} calendar={calendar} />
      {Panel && <Panel title={label} index={index} opener={button} onClose={close} />}
    </>
  );
}
