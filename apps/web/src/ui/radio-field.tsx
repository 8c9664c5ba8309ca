import { useId, type ReactNode } from 'react';

const looks = {
  cards: {
    fieldset: '',
    legend: 'mb-1.5 text-sm font-mid',
    choices: 'grid gap-3 sm:grid-cols-2',
    choice:
      'flex min-h-13 items-start gap-3 rounded-md bg-surface px-4 py-3 inset-ring inset-ring-line-control has-checked:bg-teal-soft has-checked:inset-ring-2 has-checked:inset-ring-teal forced-colors:border has-focus-visible:outline-offset-2',
    radio:
      'mt-0.5 size-5 flex-none appearance-none rounded-pill border border-line-control bg-surface outline-0 checked:border-6 checked:border-teal forced-colors:appearance-auto',
    text: 'min-w-0',
    name: 'block font-mid',
    hint: 'block text-sm text-ink-2',
  },
  rows: {
    fieldset: '',
    legend: 'sr-only',
    choices: 'grid gap-2.5',
    choice:
      'flex min-h-15 items-center gap-3 rounded-md bg-surface px-4 py-2.5 inset-ring inset-ring-line-control has-checked:bg-teal-soft has-checked:inset-ring-2 has-checked:inset-ring-teal forced-colors:border has-focus-visible:outline-offset-2',
    radio:
      'size-5 flex-none appearance-none rounded-pill border border-line-control bg-surface outline-0 checked:border-6 checked:border-teal forced-colors:appearance-auto',
    text: 'min-w-0 flex-1 leading-snug',
    name: 'block font-mid',
    hint: 'block text-sm text-ink-2',
  },
  tabs: {
    fieldset: 'border-b border-line',
    legend: 'sr-only',
    choices: 'grid grid-flow-col auto-cols-fr sm:gap-2',
    choice:
      'relative min-h-11 rounded-t-sm border-b-3 border-transparent px-2 py-2 font-mid text-ink-2 hover:bg-sunken has-checked:border-gold has-checked:font-strong has-checked:text-ink forced-colors:border-[Canvas] forced-colors:has-checked:border-[Highlight] has-focus-visible:-outline-offset-3 max-sm:text-sm sm:px-4',
    radio: 'absolute inset-0 cursor-pointer appearance-none border-0 opacity-0',
    text: 'grid gap-x-3 sm:flex sm:flex-wrap sm:items-baseline',
    name: '',
    hint: 'num font-strong whitespace-nowrap text-ink',
  },
};

export interface RadioFieldProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly text: string;
    /** What the choice means; on a tab the price or time of the first in this order. */
    readonly hint?: ReactNode;
    /** At the end of a row, such as its price. */
    readonly end?: ReactNode;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** By default `cards`. */
  readonly look?: keyof typeof looks;
}

/** A choice between few values as radio buttons: one stop of the Tab key, changed by arrow keys. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { legend, choices, chosen, onChoose, look = 'cards' } = props;
  const classes = looks[look];
  const name = useId();
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.choices}>
        {choices.map(({ value, text, hint, end }) => (
          <label
            key={value}
            className={`cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-(--focus) ${classes.choice}`}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className={classes.radio}
            />
            <span className={classes.text}>
              <span className={classes.name}>{text}</span>{' '}
              {hint !== undefined && <span className={classes.hint}>{hint}</span>}
            </span>
            {end !== undefined && (
              <span className="num flex-none font-strong whitespace-nowrap">{end}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
