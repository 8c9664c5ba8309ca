import { KeyRound } from 'lucide-react';
import type { Ref } from 'react';
import { TextField } from './form-field.tsx';

/** The field for a one-time code. */
export function CodeField({
  label,
  value,
  onValue,
  error,
  ref,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (typed: string) => void;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  return (
    <TextField
      ref={ref}
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      required
      icon={KeyRound}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  );
}
