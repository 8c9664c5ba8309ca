import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface SelectFieldProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'id' | 'value' | 'onChange' | 'children'
> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A labelled choice between a few things, by the device's own list. */
export function SelectField<Value extends string>({
  label,
  choices,
  value,
  onChoose,
  className,
  ...select
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-mid">
        {label}
      </label>
      <div className="relative flex items-center">
        <select
          {...select}
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen) onChoose(chosen.value);
          }}
          className="min-h-13 w-full appearance-none rounded-md bg-surface pr-12 pl-4 inset-ring inset-ring-line-control"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute right-4 size-5 text-ink-2"
          strokeWidth={1.6}
          aria-hidden
        />
      </div>
    </div>
  );
}
