import type { User } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { normalizePhone } from '@bkksiam/domain/phone';
import { profileQuery, saveProfile } from '#entities/user/profile-data.ts';
import { useIsAdmin } from '#entities/user/admin-flag.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, NameField, PhoneField } from '#ui/contact-fields.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import '#styles/inner.css';

const schema = z.object({
  full_name: trimmedText,
  phone: z.pipe(z.string(), z.transform(normalizePhone)),
});

/** The state of the profile form. A failed save keeps the input (spec §8). */
function useProfileForm(user: User) {
  const meta = { errorToast: 'members.profile.loadFailed' } as const;
  const query = useQuery({ ...profileQuery(user.id), meta });
  const { data } = query;
  const client = useQueryClient();
  const form = useAppForm({
    schema,
    values: { full_name: data?.full_name ?? '', phone: data?.phone ?? '' },
    draftKey: 'profile',
    send: (profile) => saveProfile(user, profile),
    onSuccess: (_result, profile) => {
      client.setQueryData(profileQuery(user.id).queryKey, profile);
      showToast({ title: 'members.profile.saved' });
    },
    mutationKey: ['profile', 'save'],
    errorToast: 'members.profile.saveFailed',
  });
  return { query, ...form };
}

function Fields({ form: { field, busy } }: { readonly form: ReturnType<typeof useProfileForm> }) {
  const { t } = useTranslation();
  return (
    <>
      <NameField {...field('full_name')} label={t('members.profile.fullName')} />
      <PhoneField {...field('phone')} label={t('members.profile.phone')} enterKeyHint="done" />
      <Button
        type="submit"
        size="lg"
        busy={busy}
        busyText={t('action.saving')}
        className="mt-2 sm:justify-self-start"
      >
        {t('members.profile.save')}
      </Button>
    </>
  );
}

function ProfileForm({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const form = useProfileForm(user);
  return (
    <Form
      onSubmit={form.onSubmit}
      className="grid max-w-3xl lg:max-w-2xl gap-4 rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <EmailField
        label={t('field.email')}
        hint={t('members.profile.emailHint')}
        name="email"
        readOnly
        className="[&_input]:text-ellipsis"
        end={<Lock className="size-4 flex-none max-[23rem]:hidden" />}
        value={user.email ?? ''}
      />
      {/* Without the stored profile, an empty form would overwrite it. */}
      {form.query.data === undefined ? (
        <QueryFallback
          query={form.query}
          failed={t('members.profile.loadFailed')}
          loading={t('members.profile.loading')}
          announced
          className="grid gap-4"
        >
          <Skeleton className="h-19" count={2} />
          <Skeleton className="mt-2 h-14 w-48" />
        </QueryFallback>
      ) : (
        <Fields form={form} />
      )}
    </Form>
  );
}

function SecondFactorFailed() {
  const { t } = useTranslation();
  return <Alert title={t('secondFactor.loadFailed')} />;
}

// Only admins have a second factor.
const SecondFactor = lazyComponent<{ user: User }>(
  async () => (await import('./second-factor.tsx')).SecondFactor,
  SecondFactorFailed,
);

/** The profile, below the top bar and in the member area (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const user = useUser();
  const { isAdmin, checking } = useIsAdmin();
  if (user === null) return null;
  return (
    <>
      <PageHeader title={t('nav.profile')} text={t('members.profile.text')} />
      <ProfileForm key={user.id} user={user} />
      {checking && <div data-page-loading />}
      {isAdmin && (
        <Suspense fallback={<div data-page-loading />}>
          <SecondFactor user={user} />
        </Suspense>
      )}
    </>
  );
}
