import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly text: ReactNode }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** In place of lines that wrap. */
  readonly className?: string;
}

/** A choice between few options, side by side. */
export function Segments<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  className = '-mt-2 flex flex-wrap gap-x-3 sm:gap-x-8',
}: SegmentsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={className}>
      {choices.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          // Browsers leave a choice that is cut off where it is.
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
          className={classNames(
            'min-h-11 min-w-6 border-b-[3px] pt-1',
            value === chosen
              ? 'border-gold font-head text-ink'
              : 'border-transparent font-mid text-ink-2',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
