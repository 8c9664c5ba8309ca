import { ChevronDown, ChevronUp, MailCheck } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { unconfirmedEmail } from '#platform/unconfirmed-email.ts';
import { TextWithEmail } from '#ui/email-text.tsx';
import { OtherFormLink } from './auth-fields.tsx';
import { MailedCode } from './mailed-code.tsx';

/** Asks for the code of a new account's mail, on every public page of the tab until the account is confirmed. */
export function ConfirmEmailPanel() {
  const { t } = useTranslation();
  const id = useId();
  const status = useSession((session) => session.status);
  const [pending, setPending] = useState(() => unconfirmedEmail.read());
  // A member has confirmed the address, here or in another tab.
  useEffect(() => {
    if (status === 'member') unconfirmedEmail.write(undefined);
  }, [status]);
  if (pending === undefined || status !== 'visitor' || !unconfirmedEmail.has()) return null;
  const { email, sentAt, isFolded } = pending;
  function change(changed: Partial<typeof pending>) {
    if (pending === undefined) return;
    unconfirmedEmail.write({ ...pending, ...changed });
    setPending({ ...pending, ...changed });
  }
  const Chevron = isFolded ? ChevronUp : ChevronDown;
  return (
    <section
      aria-labelledby={id}
      className="sticky bottom-0 z-30 w-full rounded-t-lg border border-line bg-surface text-ink shadow-3 sm:fixed sm:top-[calc(var(--bar)+0.5rem)] sm:right-6 sm:bottom-auto sm:w-104 sm:rounded-lg"
    >
      <h2 id={id} className="text-lg">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => change({ isFolded: !isFolded })}
          className="flex min-h-14 w-full items-center gap-3 px-5 text-left"
        >
          <MailCheck className="size-6 flex-none text-teal" />
          <span className="flex-1">{t('signUp.codeTitle')}</span>
          <Chevron className="size-5 flex-none" />
        </button>
      </h2>
      {!isFolded && (
        <div className="grid gap-3 px-5 pb-4">
          <p className="wrap-anywhere text-ink-2">
            <TextWithEmail text={t('signUp.codeText', { email })} address={email} />
          </p>
          <MailedCode
            email={email}
            type="email"
            takesFocus={false}
            resend={{ sentAt, onSent: (now) => change({ sentAt: now }) }}
            onSuccess={() =>
              showToast({ title: 'signUp.confirmed', description: 'signUp.confirmedText' })
            }
          />
          <OtherFormLink
            text={t('signUp.wrongEmail')}
            page="signup"
            label={t('signUp.startOver')}
            onClick={() => unconfirmedEmail.write(undefined)}
          />
        </div>
      )}
    </section>
  );
}
