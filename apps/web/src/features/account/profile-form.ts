import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import { normalizePhone } from '@bkksiam/domain/phone';
import { profileQuery, saveProfile, type MemberProfile } from '#entities/user/profile-data.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { useDraft } from '#platform/unsaved-changes.ts';
import type { FieldChange } from '#ui/form.tsx';

/** The fields that a member can edit. */
export interface ProfileFields {
  readonly fullName: string;
  readonly phone: string;
}

/** The state of the profile form. A failed save keeps the input (spec §8). */
export function useProfileForm(user: User) {
  const query = useQuery(profileQuery(user.id));
  const { data, error: loadError } = query;
  useEffect(() => {
    if (loadError !== null) toastError('members.profile.loadFailed', loadError);
  }, [loadError]);
  const client = useQueryClient();
  const saved: ProfileFields = { fullName: data?.full_name ?? '', phone: data?.phone ?? '' };
  const [draft, setDraft] = useDraft<Partial<ProfileFields>>(
    `profile ${user.id}`,
    {},
    ({ fullName = saved.fullName, phone = saved.phone }) =>
      fullName !== saved.fullName || phone !== saved.phone,
  );
  const fields = { ...saved, ...draft };
  const mutation = useMutation({
    mutationFn: (profile: MemberProfile) => saveProfile(user, profile),
    onSuccess: (_result, profile) => {
      client.setQueryData(profileQuery(user.id).queryKey, profile);
      setDraft({});
      showToast({ title: 'members.profile.saved' });
    },
    onError: (error) => toastError('members.profile.saveFailed', error),
  });
  function onSubmit() {
    if (mutation.isPending) return;
    mutation.mutate({ full_name: fields.fullName.trim(), phone: normalizePhone(fields.phone) });
  }
  /** The props of a field. */
  const field = (name: keyof ProfileFields) => ({
    name,
    value: fields[name],
    onChange: ({ target }: FieldChange) => setDraft({ ...draft, [name]: target.value }),
    // The saved profile must equal the input.
    readOnly: mutation.isPending,
  });
  return { query, field, busy: mutation.isPending, onSubmit };
}
