/**
 * The groups of the interface texts (`common.json`) that only pages behind the sign-in show. A painted public page comes
 * without them: they are half of all.
 */
export const innerTexts = [
  'sidebar',
  'dashboard',
  'members',
  'list',
  'users',
  'overview',
  'desk',
  'secondFactor',
] as const;
