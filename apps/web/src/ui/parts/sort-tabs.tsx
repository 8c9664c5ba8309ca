import { useId } from 'react';

export interface SortTabsProps<Value extends string> {
  /** Names the group. */
  readonly label: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly text: string;
    /** The price or time of the first in this order. */
    readonly detail: string;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** The order of a list as tabs: one stop of the Tab key, changed by arrow keys as radio buttons are. */
export function SortTabs<Value extends string>(props: SortTabsProps<Value>) {
  const { label, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="border-b border-line">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-flow-col auto-cols-fr sm:gap-2">
        {choices.map(({ value, text, detail }) => (
          <label
            key={value}
            className="relative grid min-h-11 cursor-pointer content-start gap-x-3 sm:flex sm:flex-wrap sm:items-baseline rounded-t-sm border-b-3 border-transparent px-2 pt-2 pb-2 font-mid text-ink-2 hover:bg-sunken has-checked:border-gold has-checked:font-strong has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus) max-sm:text-sm sm:px-4"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="absolute inset-0 cursor-pointer appearance-none border-0 opacity-0"
            />
            {text} <span className="num font-strong whitespace-nowrap text-ink">{detail}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
