import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { minPasswordLength } from '@bkksiam/domain/constants';
import { PasswordField } from '#ui/form-field.tsx';

/** The field where somebody chooses a password, and is told what a password needs. */
export function NewPasswordField({
  label,
  value,
  onValue,
  error,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      enterKeyHint="go"
      minLength={minPasswordLength}
      required
      icon={Lock}
      hint={t('auth.passwordHint', { min: minPasswordLength })}
      showLabel={t('action.showPassword')}
      hideLabel={t('action.hidePassword')}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  );
}
