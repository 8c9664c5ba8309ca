import { useTranslation } from 'react-i18next';
import { maxPassengerName } from '@bkksiam/domain/passenger-name';
import { TextField, type TextFieldProps } from '#ui/form-field.tsx';

/** What the field of a name as in the passport has; a longer text gets the message of its rule. */
export const passengerNameInput = {
  maxLength: maxPassengerName * 2,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const;

/** A birth date as people write it. */
export function BirthDateField(props: TextFieldProps) {
  const { t } = useTranslation('bookings');
  return (
    <TextField
      placeholder={t('form.birthDateExample')}
      maxLength={20}
      autoComplete="off"
      {...props}
    />
  );
}

/** The fields of a passenger: the name as in the passport, and the birth date. */
export function PersonFields(props: {
  readonly field: (name: 'lastName' | 'firstName' | 'birthDate') => Omit<TextFieldProps, 'label'>;
}) {
  const { field } = props;
  const { t } = useTranslation('bookings');
  return (
    <>
      <TextField {...field('lastName')} {...passengerNameInput} label={t('form.lastName')} />
      <TextField {...field('firstName')} {...passengerNameInput} label={t('form.firstName')} />
      <BirthDateField {...field('birthDate')} label={t('form.birthDate')} />
    </>
  );
}
