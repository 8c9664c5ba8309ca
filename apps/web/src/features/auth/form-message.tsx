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

/** The seconds until the next mail, which the server gives in its message only. */
export function secondsToWait({ code, message }: AppError): number | undefined {
  const [, wait] = /after (\d+) second/.exec(message) ?? [];
  return code === 'over_email_send_rate_limit' && wait !== undefined ? Number(wait) : undefined;
}

/** The text of a server's error in the language of the page; its own message if there is none. */
export function useAuthErrorText(): (error: AppError) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    const count = secondsToWait(error);
    if (count !== undefined) return t('authError.wait', { count });
    const key = `authError.${error.code}`;
    return i18n.exists(key) ? t(key as 'authError.network') : error.message;
  };
}

/** The error message below the fields. The toast announces it, so it has no live region. */
export function AuthErrorMessage({ failure }: { readonly failure: AppError | null }) {
  const textOf = useAuthErrorText();
  return failure && <FormMessage tone="error">{textOf(failure)}</FormMessage>;
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
