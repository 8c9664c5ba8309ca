import { queryOptions } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import type { Database } from '@bkksiam/domain/database';
import { callData, callRows, nullIf } from '#platform/data-api.ts';

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
    queryFn: ({ signal }): Promise<MemberProfile | null> => {
      const response = callData((client) =>
        client
          .from('bkk_user_profiles')
          .select('full_name, phone')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return nullIf('no_row', response);
    },
  });
}

/**
 * Writes the member's own name and phone. A profile that is not there yet is made first, as at a sign-in.
 *
 * @throws {AppError}
 */
export async function saveProfile(user: User, profile: MemberProfile): Promise<void> {
  const update = () => {
    const change = { ...profile, updated_at: new Date().toISOString() };
    return callRows((client) =>
      client.from('bkk_user_profiles').update(change, { count: 'exact' }).eq('user_id', user.id),
    );
  };
  const { count } = await update();
  if (count !== 0) return;
  const who = { user_id: user.id, email: user.email ?? '' };
  await callData((client) =>
    client.from('bkk_user_profiles').upsert(who, { onConflict: 'user_id' }),
  );
  await update();
}
