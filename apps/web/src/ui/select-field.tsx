import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useId, type ChangeEvent } from 'react';
import { classNames } from './class-names.ts';

type SelectValue = string | number | boolean | null;

export interface SelectFieldProps<Value extends SelectValue> {
  readonly label: string;
  readonly name?: string;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** Stands for the border on narrow paper. */
  readonly icon?: LucideIcon;
}

const boxed = {
  field: 'grid gap-1.5',
  label: 'text-sm font-mid',
  select: 'min-h-13 rounded-md bg-surface pr-12 pl-4 inset-ring inset-ring-line-control',
  arrow: 'right-4 size-5',
};

const plain = {
  field: 'min-w-0',
  label: 'block text-xs font-mid text-ink-2',
  select:
    'h-11 min-w-0 bg-transparent pr-5 font-mid text-ellipsis text-ink *:bg-surface min-[25rem]:pl-7',
  arrow: 'right-0 size-4.5',
};

/** A labelled native select, with a border or with an icon. */
export function SelectField<Value extends SelectValue>(props: SelectFieldProps<Value>) {
  const { label, name, choices, value, onValue, icon: Icon } = props;
  const id = useId();
  const variant = Icon ? plain : boxed;
  function change({ target }: ChangeEvent<HTMLSelectElement>) {
    const chosen = choices.find((choice) => String(choice.value) === target.value);
    if (chosen) onValue(chosen.value);
  }
  return (
    <div className={variant.field}>
      <label htmlFor={id} className={variant.label}>
        {label}
      </label>
      <div className="relative flex items-center">
        {Icon && (
          <Icon className="pointer-events-none absolute left-0 size-5 text-teal max-[25rem]:hidden" />
        )}
        <select
          id={id}
          name={name}
          value={String(value)}
          onChange={change}
          className={classNames('w-full appearance-none', variant.select)}
        >
          {choices.map((choice) => (
            <option key={String(choice.value)} value={String(choice.value)}>
              {choice.text}
            </option>
          ))}
        </select>
        <ChevronDown
          className={classNames('pointer-events-none absolute text-ink-2', variant.arrow)}
        />
      </div>
    </div>
  );
}
