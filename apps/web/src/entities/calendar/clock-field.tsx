import { parseClock } from '@bkksiam/domain/clock-input';
import { TextField } from '#ui/form-field.tsx';

export interface ClockFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (clock: string) => void;
  readonly error?: string;
  readonly hint?: string | undefined;
}

/** A time of day such as `23:45`, which may be typed without its colon. */
export function ClockField({ label, name, value, onValue, error, hint }: ClockFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      onBlur={() => onValue(parseClock(value))}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      error={error}
    />
  );
}
