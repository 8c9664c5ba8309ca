import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSupportFailure } from '#entities/support/support-failure.ts';
import { pages } from '#pages.ts';
import type { AppError } from '#platform/app-error.ts';
import { Alert } from '#ui/feedback.tsx';

/** How a ticket that has reached the agency is followed. */
export function FollowTicket({ threadId }: { readonly threadId: string | null }) {
  const { t } = useTranslation('support');
  if (threadId === null) return t('contact.mailed');
  return (
    <Link to={pages.myThread.href(threadId)} className="font-mid text-teal hover:underline">
      {t('contact.follow')}
    </Link>
  );
}

/** Why a ticket has not reached the agency. */
export function TicketFailure({ error }: { readonly error: AppError }) {
  const { t } = useTranslation('support');
  const failureText = useSupportFailure();
  return (
    <Alert title={t('contact.failed')}>
      {failureText(error)} {t('contact.failedText')}
    </Alert>
  );
}
