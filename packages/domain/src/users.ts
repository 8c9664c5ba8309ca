/** What a member may be. */
export const userRoles = ['member', 'admin'] as const;

/** What a member is. */
export type UserRole = (typeof userRoles)[number];

const namelessUser = 'Siam';

/** The first of the given names that is not blank; `Siam` when all are. */
export function displayName(...names: readonly (string | null | undefined)[]): string {
  return names.map((name) => name?.trim()).find(Boolean) ?? namelessUser;
}
