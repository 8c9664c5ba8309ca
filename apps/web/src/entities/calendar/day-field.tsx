import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import { useLazyPanel } from '#platform/lazy-components.ts';
import { DateOverlay } from '#ui/date-overlay.tsx';
import { CustomField } from '#ui/form-field.tsx';

// Keeps the year at four figures while it is typed.
const lastDay = '9999-12-31';

const loadCalendar = async () => (await import('./calendar-dialog.tsx')).CalendarDialog;

export interface DayFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (day: string) => void;
  /** By default a day before the first booking of the product. */
  readonly earliest?: string;
  readonly error: string;
}

/** A day in the language on screen, typed into a native input or chosen from a calendar. */
export function DayField(props: DayFieldProps) {
  const { label, name, value, onValue, earliest = '2020-01-01', error } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const { Panel, open, close } = useLazyPanel(loadCalendar, {
    title: 'search.calendar.failed',
    description: 'search.calendar.failedText',
  });
  return (
    <CustomField label={label} error={error}>
      {(control) => (
        <div className="relative my-1 h-11 w-full text-md text-ink">
          <input
            {...control}
            name={name}
            type="date"
            autoComplete="off"
            min={earliest}
            max={lastDay}
            value={value}
            onChange={({ target }) => onValue(target.value)}
            className="peer num size-full min-w-0 bg-transparent text-md text-ink outline-0 [&::-webkit-calendar-picker-indicator]:hidden"
          />
          <DateOverlay
            text={weekdayText(value, language, true) ?? t('search.calendar.choose')}
            isEmpty={value === ''}
            calendarLabel={t('search.calendar.open', { field: label })}
            button={button}
            buttonPlace="inset-y-0 items-center"
            isOpen={Panel !== undefined}
            onOpenCalendar={open}
          />
          {Panel && (
            <Panel
              title={label}
              day={value}
              earliest={earliest}
              onDay={(chosen) => {
                onValue(chosen);
                close();
              }}
              opener={button}
              onClose={close}
            />
          )}
        </div>
      )}
    </CustomField>
  );
}
