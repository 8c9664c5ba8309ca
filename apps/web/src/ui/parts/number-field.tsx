import { Minus, Plus, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { TextField, type TextFieldProps } from '../form-field.tsx';

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** Null while the field is empty, NaN while its text is no number: a form with one is not sent. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
  /** Undefined for a text that is no number. */
  readonly parse: (text: string) => number | undefined;
  readonly format: (value: number) => string;
}

/** A number that is typed as people write it, and written out when the field is left. A text that is no number stays. */
export function NumberField({ value, onValue, parse, format, onBlur, ...field }: NumberFieldProps) {
  const textOf = (number: number | null) =>
    number === null || Number.isNaN(number) ? '' : format(number);
  const valueOf = (typed: string) => (typed.trim() === '' ? null : (parse(typed) ?? Number.NaN));
  const [text, setText] = useState(textOf(value));
  const [shown, setShown] = useState(value);
  // The value was set from outside: by a button, or by a reset of the form.
  if (!Object.is(shown, value)) {
    setShown(value);
    if (!Object.is(valueOf(text), value)) setText(textOf(value));
  }
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={text}
      onChange={({ target }) => {
        const next = valueOf(target.value);
        setText(target.value);
        setShown(next);
        if (!Object.is(next, value)) onValue(next);
      }}
      onBlur={(event) => {
        const typed = parse(text);
        if (typed !== undefined) setText(format(typed));
        onBlur?.(event);
      }}
    />
  );
}

interface QuantityFieldProps extends Omit<NumberFieldProps, 'end' | 'icon'> {
  readonly min: number;
  readonly max: number;
  /** Accessible names of the buttons. */
  readonly lessLabel: string;
  readonly moreLabel: string;
}

/** A number of things, typed or changed by buttons between its limits. */
export function QuantityField(props: QuantityFieldProps) {
  const { min, max, lessLabel, moreLabel, ...field } = props;
  const { value, onValue } = field;
  const step = (by: number, label: string, Icon: LucideIcon) => {
    const isNumber = value !== null && !Number.isNaN(value);
    const next = isNumber ? Math.min(max, Math.max(min, value + by)) : min;
    const isLimit = isNumber && (by < 0 ? value <= min : value >= max);
    return (
      <IconButton
        label={label}
        aria-disabled={isLimit || undefined}
        onClick={() => !isLimit && onValue(next)}
        className="text-ink aria-disabled:opacity-40"
      >
        <Icon className="size-4" strokeWidth={1.8} />
      </IconButton>
    );
  };
  return (
    <NumberField
      {...field}
      end={
        <span className="-mr-3 flex flex-none">
          {step(-1, lessLabel, Minus)}
          {step(1, moreLabel, Plus)}
        </span>
      }
    />
  );
}
