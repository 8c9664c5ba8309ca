import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';

/** The reasons of functions that have a text of their own. */
const reasons = [
  'booking_unknown',
  'file_busy',
  'file_too_large',
  'file_too_many_pixels',
  'file_type',
  'file_unreadable',
  'link_unknown',
  'ticket_email',
  'order_unknown',
  'request_unknown',
  'too_many_files',
  'too_many_messages',
  'too_many_threads',
  'too_many_tickets',
] as const;

/** Why a message was not sent, and what to do. Without a response nothing is lost: it is sent again under its id. */
export function useSupportFailure(): (error: AppError) => string {
  const { t } = useTranslation('support');
  return ({ code, reason, message }) => {
    if (code === 'network') return t('failure.network');
    const known = reasons.find((name) => name === reason);
    return known === undefined ? message : t(`failure.${known}`);
  };
}
