import { queryOptions } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import type { Database } from '@bkksiam/domain/database';
import { toAppError } from '#platform/app-error.ts';
import { supabase } from '#platform/supabase.ts';

/** The prefixes of the query keys of users. */
export const userKeys = {
  one: (userId: string) => ['users', userId] as const,
  isAdmin: ['users', 'is-admin'],
  forAdmins: ['users', 'admin'],
} as const;

/** Null where the member has entered nothing. */
export type MemberProfile = Pick<
  Database['public']['Tables']['bkk_user_profiles']['Row'],
  'full_name' | 'phone'
>;

/** The member's own profile; null when there is none yet (PGRST116, ignored by spec §8). */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: [...userKeys.one(userId), 'profile'],
    queryFn: async ({ signal }): Promise<MemberProfile | null> => {
      const client = await supabase();
      const { data, error } = await client
        .from('bkk_user_profiles')
        .select('full_name, phone')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle();
      if (error === null) return data;
      if (toAppError(error).code === 'no_row') return null;
      throw error;
    },
  });
}

/**
 * Writes the member's own name and phone. A profile that is not there yet is made first, as at a sign-in.
 *
 * @throws the error of the data API or of the network
 */
export async function saveProfile(user: User, profile: MemberProfile): Promise<void> {
  const client = await supabase();
  const table = () => client.from('bkk_user_profiles');
  const update = async () => {
    const change = { ...profile, updated_at: new Date().toISOString() };
    return table().update(change, { count: 'exact' }).eq('user_id', user.id).throwOnError();
  };
  const { count } = await update();
  if (count !== 0) return;
  const who = { user_id: user.id, email: user.email ?? '' };
  await table().upsert(who, { onConflict: 'user_id' }).throwOnError();
  await update();
}
