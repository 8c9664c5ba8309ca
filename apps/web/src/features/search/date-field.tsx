import { Suspense, useId } from 'react';
import { lazyComponent } from '#platform/lazy-components.ts';
import { PassField, type PassFieldProps } from './search-pass.tsx';
import type { SearchDayProps } from './search-day.tsx';
import { dispatchSearch } from './search-store.ts';
import { fieldName } from './search-submit.ts';

// Keeps the year at four figures while it is typed.
const lastDay = '9999-12-31';

// Loaded after hydration: until then, and without it, the native input is used as it is.
const SearchDay = lazyComponent<SearchDayProps>(
  async () => (await import('./search-day.tsx')).SearchDay,
  () => null,
);

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
        {earliest !== undefined && (
          <Suspense>
            <SearchDay id={`${id}-day`} label={label} day={day} index={index} />
          </Suspense>
        )}
      </div>
    </PassField>
  );
}
