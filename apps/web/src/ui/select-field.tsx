import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useId, type ChangeEvent } from 'react';
import { classNames } from './class-names.ts';

export interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
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
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, choices, value, onChoose, icon: Icon } = props;
  const id = useId();
  const look = Icon ? plain : boxed;
  function change({ target }: ChangeEvent<HTMLSelectElement>) {
    const chosen = choices.find((choice) => choice.value === target.value);
    if (chosen) onChoose(chosen.value);
  }
  return (
    <div className={look.field}>
      <label htmlFor={id} className={look.label}>
        {label}
      </label>
      <div className="relative flex items-center">
        {Icon && (
          <Icon className="pointer-events-none absolute left-0 size-5 text-teal max-[25rem]:hidden" />
        )}
        <select
          id={id}
          value={value}
          onChange={change}
          className={classNames('w-full appearance-none', look.select)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
        <ChevronDown
          className={classNames('pointer-events-none absolute text-ink-2', look.arrow)}
        />
      </div>
    </div>
  );
}
