import { KeyRound } from 'lucide-react';
import { TextField, type TextFieldProps } from './form-field.tsx';

/** The field for a one-time code. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      required
      icon={KeyRound}
      {...props}
    />
  );
}
