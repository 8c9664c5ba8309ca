import { CircleAlert, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';
import { linkError } from '#platform/mailed-link.ts';
import { useSession } from '#platform/session.ts';
import { classNames } from '#ui/class-names.ts';

/** The message of a form: an error, or the note that a mail was sent. */
export function FormMessage({
  tone,
  children,
}: {
  readonly tone: 'error' | 'sent';
  readonly children: ReactNode;
}) {
  const Icon = tone === 'error' ? CircleAlert : MailCheck;
  return (
    <p
      className={classNames(
        'flex items-start gap-3 rounded-md p-4 font-mid',
        tone === 'error' ? 'bg-red-soft text-red' : 'bg-teal-soft text-teal',
      )}
    >
      <Icon className="mt-0.5 size-5 flex-none" strokeWidth={2} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** The error message below the fields. The toast announces it, so it has no live region. */
export function AuthErrorMessage({ failure }: { readonly failure: AppError | null }) {
  const { t, i18n } = useTranslation();
  if (failure === null) return null;
  const { code, message } = failure;
  // The server gives the wait until the next mail in its message only.
  const [, wait] = /after (\d+) second/.exec(message) ?? [];
  const key = `authError.${code}`;
  const translated = i18n.exists(key) ? t(key as 'authError.network') : message;
  return (
    <FormMessage tone="error">
      {code === 'over_email_send_rate_limit' && wait !== undefined
        ? t('authError.wait', { count: Number(wait) })
        : translated}
    </FormMessage>
  );
}

/** Says above a form why the mailed link that opened the page did not work. */
export function LinkErrorMessage() {
  const { t } = useTranslation();
  const link = useSession((session) => session.link);
  if (link?.kind !== 'failed') return null;
  return (
    <FormMessage tone="error">
      <strong className="block font-head">{t('link.failed')}</strong>
      {t(`link.${linkError(link)}`)}
    </FormMessage>
  );
}
