import { useId } from 'react';
import { weekdayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { PassField, type PassFieldProps } from './search-pass.tsx';

// Keeps the year at four figures while it is typed.
const lastDay = '9999-12-31';

export interface DateFieldProps extends Pick<PassFieldProps, 'label' | 'error' | 'className'> {
  readonly name: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
  readonly earliest: string | undefined;
}

/** A native date input with the weekday below it in the language on screen. */
export function DateField(props: DateFieldProps) {
  const { label, name, day, onDay, earliest, error, className } = props;
  const language = useLanguage();
  const id = useId();
  return (
    <PassField
      label={label}
      id={id}
      detail={day === '' ? undefined : weekdayText(day, language)}
      error={error}
      className={className}
    >
      <input
        id={id}
        name={name}
        type="date"
        autoComplete="off"
        min={earliest}
        max={lastDay}
        value={day}
        onChange={({ target }) => onDay(target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-detail` : `${id}-detail ${id}-error`}
        className="num h-11 w-full min-w-0 bg-transparent text-md text-ink outline-0 sm:text-lg sm:font-mid [&::-webkit-calendar-picker-indicator]:ms-0"
      />
    </PassField>
  );
}
