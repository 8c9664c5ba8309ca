import { parseClock } from '@bkksiam/domain/clock-input';
import { TextField } from '#ui/form-field.tsx';

export interface ClockFieldProps {
  readonly label: string;
  readonly name: string;
  readonly clock: string;
  readonly onClock: (clock: string) => void;
  readonly error?: string;
  readonly hint?: string | undefined;
}

/** A time of day such as `23:45`, which may be typed without its colon. */
export function ClockField({ label, name, clock, onClock, error, hint }: ClockFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      value={clock}
      onChange={({ target }) => onClock(target.value)}
      onBlur={() => onClock(parseClock(clock))}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      error={error}
    />
  );
}
