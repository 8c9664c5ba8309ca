import { Mail, Phone, User } from 'lucide-react';
import { TextField, type TextFieldProps } from './form-field.tsx';

/** The field for the full name of the user. */
export function NameField(props: TextFieldProps) {
  return (
    <TextField autoComplete="name" enterKeyHint="next" maxLength={200} icon={User} {...props} />
  );
}

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" inputMode="email" autoComplete="email" icon={Mail} {...props} />;
}

export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={50}
      icon={Phone}
      {...props}
    />
  );
}
