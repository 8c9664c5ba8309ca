import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { normalizePhone } from '@bkksiam/domain/phone';
import { profileQuery, saveProfile } from '#entities/user/profile-data.ts';
import { useAppForm } from '#platform/form.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { showToast } from '#platform/toast.ts';

const schema = z.object({
  full_name: trimmedText,
  phone: z.pipe(z.string(), z.transform(normalizePhone)),
});

/** The state of the profile form. A failed save keeps the input (spec §8). */
export function useProfileForm(user: User) {
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
