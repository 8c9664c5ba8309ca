import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { minPasswordLength } from '@bkksiam/domain/constants';
import { pages } from '#pages.ts';
import { Button, buttonClass, type ButtonProps } from '#ui/button.tsx';
import { PasswordField, type TextFieldProps } from '#ui/form-field.tsx';

type FieldProps = Partial<TextFieldProps>;

export function CurrentPasswordField(props: FieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      label={t('auth.password')}
      autoComplete="current-password"
      enterKeyHint="go"
      required
      icon={Lock}
      showLabel={t('action.showPassword')}
      hideLabel={t('action.hidePassword')}
      {...props}
    />
  );
}

/** The field for a new password, with its minimum length as a hint. */
export function NewPasswordField(props: FieldProps) {
  const { t } = useTranslation();
  return (
    <CurrentPasswordField
      autoComplete="new-password"
      minLength={minPasswordLength}
      hint={t('auth.passwordHint', { min: minPasswordLength })}
      {...props}
    />
  );
}

/** The button that sends a form of the account. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'size' | 'wide'>) {
  return <Button type="submit" size="lg" wide {...props} />;
}

/** Links below a form to another one. */
export function OtherFormLink({
  text,
  page,
  label,
  onClick,
}: {
  readonly text: string;
  readonly page: 'login' | 'signup';
  /** The name of the page when left out. */
  readonly label?: string;
  readonly onClick?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
      {text}
      <Link to={pages[page].href()} onClick={onClick} className={buttonClass({ tone: 'link' })}>
        {label ?? t(page === 'login' ? 'nav.signIn' : 'nav.signUp')}
      </Link>
    </p>
  );
}
