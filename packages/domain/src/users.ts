/** What a member may be. */
export const userRoles = ['member', 'admin'] as const;

/** What a member is. */
export type UserRole = (typeof userRoles)[number];

const namelessUser = 'Siam';
const thaiLeadingVowels = /^[เแโใไ]/;

/** The first of the given names that is not blank; `Siam` when all are. */
export function displayName(...names: readonly (string | null | undefined)[]): string {
  return names.map((name) => name?.trim()).find(Boolean) ?? namelessUser;
}

/** One letter to stand for a name. A Thai vowel written before its consonant is skipped, as a reader would. */
export function initial(name: string): string {
  const trimmed = name.trim().replace(thaiLeadingVowels, '');
  return (Array.from(trimmed)[0] ?? '').toUpperCase();
}
