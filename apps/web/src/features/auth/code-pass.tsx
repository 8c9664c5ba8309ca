import type { User } from '@supabase/supabase-js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode, tidyCode } from '@bkksiam/domain/one-time-code';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/code-field.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { giveUpSignIn, verifyCode } from './code-data.ts';
import { problemText, Refusal, toastRefusal } from './refusal.tsx';

export interface CodePassProps {
  /** Who has given the password. */
  readonly user: User;
  readonly brand?: string;
  readonly heading: (text: string) => ReactNode;
  readonly close?: ReactNode;
}

function useCodeForm(user: User) {
  const { recheck } = useSession();
  return useAuthForm({
    empty: { code: '' },
    check: checkCode,
    async send({ code }) {
      const failure = await verifyCode(user, code);
      // The session or the factor may be gone; the server says which, and the page follows.
      if (failure !== null && failure.code !== 'mfa_verification_failed') recheck();
      return failure;
    },
    failed: 'secondFactor.failed',
  });
}

function OtherAccount() {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    const failure = await giveUpSignIn();
    if (failure === null) return;
    toastRefusal('toast.signOutFailed', failure);
    setLeaving(false);
  }
  return (
    <Button
      tone="link"
      className="justify-self-center"
      busy={leaving}
      onClick={() => {
        leave().catch((error: unknown) => logFailure('the sign-in could not be left', error));
      }}
    >
      {t('secondFactor.otherAccount')}
    </Button>
  );
}

/** The second step of a sign-in: the code of the account's authenticator. */
export function CodePass({ user, brand, heading, close }: CodePassProps) {
  const { t } = useTranslation();
  const { fields, problemOf, failure, busy, change, onSubmit } = useCodeForm(user);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <BoardingPass
      {...(brand !== undefined && { brand })}
      title={heading(t('secondFactor.codeTitle'))}
      close={close}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">
          {t('secondFactor.codeText', { email: user.email ?? '' })}
        </p>
        <CodeField
          ref={field}
          label={t('secondFactor.code')}
          value={fields.code}
          onValue={(typed) => change({ code: tidyCode(typed) })}
          error={problemText(t, problemOf('code'))}
        />
        <Refusal failure={failure} />
        <Button type="submit" size="lg" wide busy={busy} busyText={t('secondFactor.verifying')}>
          {t('secondFactor.verify')}
        </Button>
        <p className="text-sm text-ink-2">{t('secondFactor.lost')}</p>
        <OtherAccount />
      </form>
    </BoardingPass>
  );
}
