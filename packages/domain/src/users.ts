import type { Language } from './languages.ts';

/** The roles of a user. */
export const userRoles = ['member', 'admin'] as const;

/** The role of a user. */
export type UserRole = (typeof userRoles)[number];

const namelessUser = 'Siam';

/** The first name that is not blank; `Siam` without any. */
export function displayName(...names: readonly (string | null | undefined)[]): string {
  return names.map((name) => name?.trim()).find(Boolean) ?? namelessUser;
}

/** A name where there is little room: its first word, or an e-mail address up to its @. */
export function shortName(name: string): string {
  return /[^\s@]+/.exec(name)?.[0] ?? name;
}

/** A name as it follows คุณ in Thai texts, which set a space before names in other letters. */
export function nameAfterKhun(name: string, language: Language): string {
  return language === 'th' && !/^[\u0e00-\u0e7f]/.test(name) ? ` ${name}` : name;
}
