import { Suspense, useId, useRef } from 'react';
import { lazyComponent } from '#platform/lazy-components.ts';
import { PassField, type PassFieldProps } from './search-pass.tsx';
import type { SearchDayProps } from './search-day.tsx';

// Keeps the year at four figures while it is typed.
const lastDay = '9999-12-31';

// Loaded after hydration: until then, and without it, the native input is used as it is.
const SearchDay = lazyComponent<SearchDayProps>(
  async () => (await import('./search-day.tsx')).SearchDay,
  () => null,
);

export interface DateFieldProps extends Pick<PassFieldProps, 'error' | 'className'> {
  readonly label: string;
  readonly name: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
  /** Undefined on the server and during hydration, which show the native input alone. */
  readonly earliest: string | undefined;
}

/** A date in the language on screen, typed into a native input or chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, name, day, onDay, earliest, error, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <PassField label={label} id={id} error={error} className={className}>
      <div className="num relative h-11 text-md text-ink sm:text-lg sm:font-mid xl:mb-[1.275rem]">
        <input
          ref={input}
          id={id}
          name={name}
          type="date"
          autoComplete="off"
          min={earliest}
          max={lastDay}
          value={day}
          onChange={({ target }) => onDay(target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? `${id}-day` : `${id}-day ${id}-error`}
          className="peer size-full min-w-0 bg-transparent outline-0 [&::-webkit-calendar-picker-indicator]:hidden"
        />
        {earliest !== undefined && (
          <Suspense>
            <SearchDay id={`${id}-day`} label={label} day={day} input={input} />
          </Suspense>
        )}
      </div>
    </PassField>
  );
}
