import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAuth } from '#platform/auth.ts';
import { Button } from '#ui/button.tsx';
import { AuthErrorMessage, FormMessage, secondsToWait } from './form-message.tsx';

// The server's interval between two mails to an address.
const intervalMs = 60_000;

/** The seconds until a time, counted down while there are any. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((time - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left, now]);
  return left;
}

export interface ResendMailProps {
  readonly email: string;
  /** When the last mail was sent, in milliseconds; 0 if that is not known. */
  readonly sentAt?: number;
  readonly onSent?: (sentAt: number) => void;
}

/** Asks for another mail that confirms a new account, at most one a minute. */
export function ResendMail({ email, sentAt = 0, onSent }: ResendMailProps) {
  const { t } = useTranslation();
  const [availableAt, setAvailableAt] = useState(sentAt + intervalMs);
  const left = useSecondsUntil(availableAt);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callAuth(({ auth }) => auth.resend({ type: 'signup', email })),
    onSuccess() {
      const now = Date.now();
      setAvailableAt(now + intervalMs);
      onSent?.(now);
    },
    onError(failure) {
      setAvailableAt(Date.now() + 1000 * (secondsToWait(failure) ?? 0));
    },
  });
  const waits = left > 0;
  return (
    <div className="-my-2 grid">
      <div role="status">
        {isSuccess && <FormMessage tone="sent">{t('mailedCode.resent', { email })}</FormMessage>}
      </div>
      {error && secondsToWait(error) === undefined && <AuthErrorMessage failure={error} />}
      <Button
        tone="link"
        className={waits ? 'num justify-self-center text-ink-2!' : 'justify-self-center'}
        aria-disabled={waits}
        busy={isPending}
        onClick={() => mutate()}
      >
        {waits ? t('mailedCode.resendWait', { count: left }) : t('mailedCode.resend')}
      </Button>
    </div>
  );
}
