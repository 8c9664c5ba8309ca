import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { PassPaper } from '#ui/pass-paper.tsx';

/** The grid of a leg's fields. */
export const legGrid = 'grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4';

/** The grid of a leg's airports: boxes of equal height in one row, their errors in the next. */
export const airportPair =
  'relative col-span-2 grid grid-cols-2 gap-x-2 sm:gap-x-3 *:row-span-2 *:grid *:grid-rows-subgrid';

/** The boarding pass of the search. */
export function SearchPass(props: { readonly children: ReactNode; readonly stub: ReactNode }) {
  return (
    <PassPaper
      {...props}
      // No lower than the form is in either language, so that the page does not shift when the trip type changes.
      className="min-h-[34rem] grid-rows-[1fr_auto] sm:min-h-[41.25rem] sm:grid-rows-[1fr_minmax(15.25rem,auto)] lg:min-h-104 lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-1 xl:min-h-63"
      columns="grid-cols-[1fr_280px] [--notch-x:calc(100%-280px)]"
      stubClass="flex flex-col justify-between gap-4 sm:gap-5"
    />
  );
}

export interface PassFieldProps {
  readonly label: ReactNode;
  /** Id of the control. */
  readonly id?: string;
  readonly children: ReactNode;
  /** Text below the control, such as an airport's name; its id is `<id>-detail`. */
  readonly detail?: ReactNode;
  /** The error message; its id is `<id>-error`. */
  readonly error?: string | undefined;
  readonly tone?: 'open' | 'locked';
  readonly className?: string | undefined;
}

/** A labelled control on the boarding pass. */
export function PassField(props: PassFieldProps) {
  const { label, id, children, detail, error, tone = 'open', className } = props;
  return (
    <div className={classNames('min-w-0 sm:relative', className)}>
      <div
        className={classNames(
          'rounded-md p-2 inset-ring forced-colors:border focus-within:inset-ring-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus) sm:px-4',
          tone === 'locked' && 'bg-sunken',
          error === undefined
            ? 'inset-ring-line-control focus-within:inset-ring-teal'
            : 'inset-ring-red focus-within:inset-ring-red',
        )}
      >
        <label htmlFor={id} className="block text-xs font-mid text-ink-2">
          {label}
        </label>
        {children}
        {detail !== undefined && (
          <p id={id && `${id}-detail`} className="min-h-[1.7em] text-xs text-ink-2">
            {detail}
          </p>
        )}
      </div>
      {error !== undefined && (
        <p id={id && `${id}-error`} className="mt-1.5 text-sm font-mid text-red">
          {error}
        </p>
      )}
    </div>
  );
}
