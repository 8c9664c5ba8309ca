import { DateOverlay, useCalendar } from '#platform/date-overlay.tsx';
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
  const calendar = useCalendar(loadCalendar);
  const { Panel, button, close } = calendar;
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
            label={label}
            day={value}
            calendar={calendar}
            buttonPlace="inset-y-0 items-center"
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
