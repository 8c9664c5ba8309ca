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
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, chosen, onChoose } = props;
  const { className = '-mt-2 flex-wrap gap-x-5 sm:gap-x-8' } = props;
  return (
    <div role="group" aria-label={label} className={`flex ${className}`}>
      {choices.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
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
