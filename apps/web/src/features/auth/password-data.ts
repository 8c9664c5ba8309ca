import { paths } from '#app/paths.ts';
import { askAuth, type AuthFailure } from '#platform/auth-failure.ts';

/** Asks for a mail with a link that leads back to choose a new password. */
export function askForReset(email: string): Promise<AuthFailure | null> {
  const redirectTo = window.location.origin + paths.resetPassword.href();
  return askAuth(({ auth }) => auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Gives the signed-in user a new password. */
export function setPassword(password: string): Promise<AuthFailure | null> {
  return askAuth(({ auth }) => auth.updateUser({ password }));
}
