import { useId } from 'react';
import { lateComponent } from '#platform/lazy-components.ts';
import { PassField, type PassFieldProps } from './search-pass.tsx';
import { dispatchSearch } from '#entities/search/search-store.ts';
import { fieldName } from './search-submit.ts';

// Keeps the year at four figures while it is typed.
const lastDay = '9999-12-31';

/** The day over the native input, which is used as it is until the code has loaded. */
const useSearchDay = lateComponent(async () => (await import('./search-day.tsx')).SearchDay);

export interface DateFieldProps extends Pick<PassFieldProps, 'error' | 'className'> {
  readonly label: string;
  /** Of the leg that departs on the day. */
  readonly index: number;
  readonly day: string;
  /** Undefined on the server and during hydration, which show the native input alone. */
  readonly earliest: string | undefined;
}

/** A date in the language on screen, typed into a native input or chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, index, day, earliest, error, className } = props;
  const id = useId();
  const { Part: Day } = useSearchDay();
  return (
    <PassField label={label} id={id} error={error} className={className}>
      <div className="num relative h-11 text-md text-ink sm:text-lg sm:font-mid xl:mb-[calc(1.7*var(--text-xs))]">
        <input
          id={id}
          name={fieldName({ index, part: 'departure' })}
          type="date"
          autoComplete="off"
          min={earliest}
          max={lastDay}
          value={day}
          onChange={({ target }) => dispatchSearch({ type: 'departure', index, day: target.value })}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? `${id}-day` : `${id}-day ${id}-error`}
          className="peer size-full min-w-0 bg-transparent outline-0 [&::-webkit-calendar-picker-indicator]:hidden"
        />
        {Day && earliest !== undefined && (
          <Day id={`${id}-day`} label={label} day={day} index={index} />
        )}
      </div>
    </PassField>
  );
}
