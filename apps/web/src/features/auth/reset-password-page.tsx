import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { checkMail } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#platform/hydrated.ts';
import {
  asksForPassword,
  readMailedLink,
  rememberedLink,
  type MailedLink,
} from '#platform/mailed-link.ts';
import { useSession } from '#platform/session.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { CodeStep } from './code-step.tsx';
import { NewPassword } from './new-password.tsx';
import { askForReset } from './password-data.ts';
import { problemText, Refusal } from './refusal.tsx';
import { RefusedLink } from './refused-link.tsx';
import { Remark } from './remark.tsx';

function AskForLink() {
  const { t } = useTranslation();
  const { fields, problemOf, failure, busy, agreed, change, onSubmit } = useAuthForm({
    empty: { email: '' },
    check: checkMail,
    send: ({ email }) => askForReset(email.trim()),
    failed: 'reset.sendFailed',
    missing: 'problem.auth.missing_email',
  });
  return (
    <BoardingPass title={<h1 className="text-2xl">{t('reset.title')}</h1>}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <RefusedLink />
        <p className="text-ink-2">{t('reset.text')}</p>
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
          required
          icon={Mail}
          value={fields.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problemText(t, problemOf('email'))}
        />
        <Refusal failure={failure} />
        {/* Always there: a live region that comes with its words is not read. */}
        <div role="status" className="empty:-mt-4">
          {agreed && <Remark tone="sent">{t('reset.sent')}</Remark>}
        </div>
        <Button type="submit" size="lg" wide busy={busy} busyText={t('reset.busy')}>
          {t('reset.submit')}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
          {t('reset.remembered')}
          <Link to={paths.login.href()} className={buttonClass({ tone: 'link' })}>
            {t('reset.signIn')}
          </Link>
        </p>
      </form>
    </BoardingPass>
  );
}

/** Stands where the form for a new password will, while the link signs in. */
function OpeningLink() {
  const { t } = useTranslation();
  return (
    <BoardingPass title={<h1 className="text-2xl">{t('reset.newTitle')}</h1>}>
      <div aria-busy="true" className="grid gap-4">
        <p className="text-ink-2">{t('reset.loading')}</p>
        <Skeleton className="h-20" />
        <Skeleton className="h-14" />
      </div>
    </BoardingPass>
  );
}

/** The link that led here, as the address says it: the client comes late. A painted page does not know of it yet. */
function useExpectedLink(): MailedLink | undefined {
  const hydrated = useHydrated();
  // The client may have cleared the address already; what is kept beside it is the same.
  return useMemo(
    () => (hydrated ? (readMailedLink(window.location.hash) ?? rememberedLink()) : undefined),
    [hydrated],
  );
}

/** Asks for a link by mail, or for a new password where a recovery link or an invitation has led here (spec §2). */
export function Component() {
  const { user, awaitingCode, loading, link } = useSession();
  const expected = useExpectedLink();
  if (loading && asksForPassword(expected)) return <OpeningLink />;
  if (awaitingCode !== null && asksForPassword(link)) {
    const heading = (text: string) => <h1 className="text-2xl">{text}</h1>;
    return <CodeStep user={awaitingCode} heading={heading} />;
  }
  if (user !== null && asksForPassword(link)) {
    const invited = link?.kind === 'session' && link.type === 'invite';
    return <NewPassword email={user.email ?? ''} invited={invited} />;
  }
  return <AskForLink />;
}
