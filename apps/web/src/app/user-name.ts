import type { User } from '@supabase/supabase-js';

/** What the menus call a user: the full name given at sign-up, else the e-mail address. */
export function shownName(user: User): string {
  const fullName: unknown = user.user_metadata.full_name;
  return typeof fullName === 'string' && fullName.trim() !== '' ? fullName : (user.email ?? '');
}

/** The letter that stands for a user without a picture; Thai vowels written before their consonant are skipped. */
export function initialOf(user: User): string {
  return /[\p{L}\p{N}]/u.exec(shownName(user).replace(/^[เแโใไ]+/, ''))?.[0]?.toUpperCase() ?? '•';
}
