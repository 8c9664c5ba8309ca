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
      <select
        {...select}
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className="min-h-13 rounded-md bg-surface px-4 inset-ring inset-ring-line-control"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </div>
  );
}
