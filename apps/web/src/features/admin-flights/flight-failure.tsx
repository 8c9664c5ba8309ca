import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';
import { Alert } from '#ui/feedback.tsx';
import { useFailureText } from './flight-texts.ts';

/** Says why an action failed; what was typed stays. */
export function FlightFailure(props: {
  readonly error: AppError | null;
  /** By default that it could not be saved. */
  readonly title?: string;
}) {
  const { t } = useTranslation('adminFlights');
  const textOf = useFailureText();
  const { error, title = t('failed') } = props;
  return error && <Alert title={title}>{textOf(error)}</Alert>;
}
