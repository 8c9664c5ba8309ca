import type { User } from '@supabase/supabase-js';
import { Lock, Mail, Phone, User as Person } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '#platform/admin-flag.ts';
import { latePart } from '#platform/late-part.ts';
import { QueryScope } from '#platform/query-scope.tsx';
import { useSession } from '#platform/session.tsx';
import { Button } from '#ui/button.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { useProfileForm } from './profile-form.ts';
import '#styles/inner.css';

type Form = ReturnType<typeof useProfileForm>;

function EmailField({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('members.profile.email')}
      hint={t('members.profile.emailHint')}
      name="email"
      type="email"
      autoComplete="email"
      icon={Mail}
      readOnly
      end={<Lock className="size-4 flex-none" strokeWidth={1.6} aria-hidden />}
      value={user.email ?? ''}
    />
  );
}

function Fields({ form: { fields, change, busy } }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('members.profile.fullName')}
        name="fullName"
        autoComplete="name"
        enterKeyHint="next"
        maxLength={200}
        icon={Person}
        // What is being saved stands still, so that what is kept is what was read.
        readOnly={busy}
        value={fields.fullName}
        onChange={(event) => change({ fullName: event.target.value })}
      />
      <TextField
        label={t('members.profile.phone')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="done"
        maxLength={50}
        icon={Phone}
        readOnly={busy}
        value={fields.phone}
        onChange={(event) => change({ phone: event.target.value })}
      />
      <Button
        type="submit"
        size="lg"
        busy={busy}
        busyText={t('members.profile.saving')}
        className="mt-2 sm:justify-self-start"
      >
        {t('members.profile.save')}
      </Button>
    </>
  );
}

function FieldSkeletons() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-4">
      <p role="status" className="sr-only">
        {t('members.profile.loading')}
      </p>
      <Skeleton className="h-19" />
      <Skeleton className="h-19" />
      <Skeleton className="mt-2 h-14 w-48" />
    </div>
  );
}

function ProfileForm({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const form = useProfileForm(user);
  const parts = {
    loading: () => <FieldSkeletons />,
    ready: () => <Fields form={form} />,
    // Without what is saved, an empty form would overwrite it.
    failed: () => (
      <Alert
        title={t('members.profile.loadFailed')}
        action={
          <Button tone="secondary" size="sm" busy={form.asking} onClick={form.tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    ),
  };
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.onSubmit}
      className="grid max-w-2xl gap-4 rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <EmailField user={user} />
      {parts[form.state]()}
    </form>
  );
}

// For admins alone: a member's profile is the form.
const SecondFactor = latePart(() =>
  import('./second-factor.tsx').then((module) => module.SecondFactor),
);

/** A member's own profile (spec §2), beside the side panel. */
export function Component() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { isAdmin } = useIsAdmin();
  if (user === null) return null;
  return (
    <>
      <PageHead title={t('members.profile.title')} text={t('members.profile.text')} />
      <ProfileForm key={user.id} user={user} />
      {isAdmin && (
        <Suspense fallback={null}>
          <SecondFactor user={user} />
        </Suspense>
      )}
    </>
  );
}

/** The same below the top bar. */
export function ProfileBelowBar() {
  return (
    <QueryScope>
      <div className="wrap py-12 lg:py-20">
        <Component />
      </div>
    </QueryScope>
  );
}
