import type { User } from '@supabase/supabase-js';
import { House, Package, UserRound } from 'lucide-react';
import { paths } from '#paths.ts';
import { fullNameOf } from '#platform/session.ts';

/** The links of a signed-in user, in the account menu and in the mobile menu (spec §2). */
export const accountLinks = [
  { text: 'nav.dashboard', to: paths.dashboard.href(), Icon: House },
  { text: 'nav.profile', to: paths.profile.href(), Icon: UserRound },
  { text: 'nav.orders', to: paths.orders.href(), Icon: Package },
] as const;

/** The name of a user in menus: the full name given at sign-up, else the email address. */
export function shownName(user: User): string {
  const fullName = fullNameOf(user) ?? '';
  return fullName.trim() === '' ? (user.email ?? '') : fullName;
}

/** The letter of a user's avatar; Thai vowels written before their consonant are skipped. */
export function initialOf(user: User): string {
  return /[\p{L}\p{N}]/u.exec(shownName(user).replace(/^[เแโใไ]+/, ''))?.[0]?.toUpperCase() ?? '•';
}
