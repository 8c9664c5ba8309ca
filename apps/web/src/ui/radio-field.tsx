import { useId, type ReactNode } from 'react';

export interface RadioFieldProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly text: string;
    readonly hint?: ReactNode;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice between few values of a form, as radio buttons. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { legend, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-mid">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, text, hint }) => (
          <label
            key={value}
            className="flex min-h-13 cursor-pointer items-start gap-3 rounded-md bg-surface px-4 py-3 inset-ring inset-ring-line-control has-checked:bg-teal-soft has-checked:inset-ring-2 has-checked:inset-ring-teal has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="mt-0.5 size-5 flex-none accent-teal outline-0"
            />
            <span className="min-w-0">
              <span className="block font-mid">{text}</span>
              {hint !== undefined && <span className="block text-sm text-ink-2">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
