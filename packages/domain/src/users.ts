/** The roles of a user. */
export const userRoles = ['member', 'admin'] as const;

/** The role of a user. */
export type UserRole = (typeof userRoles)[number];

const namelessUser = 'Siam';

/** The first name that is not blank; `Siam` without any. */
export function displayName(...names: readonly (string | null | undefined)[]): string {
  return names.map((name) => name?.trim()).find(Boolean) ?? namelessUser;
}
