import type { User } from '@supabase/supabase-js';
import { House, Package, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { pages } from '#pages.ts';
import { signOut } from '#platform/auth.ts';
import { settings } from '#platform/env.ts';
import { logFailure, logRejection } from '#platform/log.ts';
import { fullNameOf, isSigningOut, sessionStore } from '#platform/session.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { confirmLeave, forgetUnsavedChanges } from '#platform/unsaved-changes.ts';

/** The links of a signed-in user, in the account menu and in the mobile menu (spec §2). */
export const accountLinks = [
  { text: 'nav.dashboard', page: pages.dashboard, Icon: House },
  { text: 'nav.profile', page: pages.profile, Icon: UserRound },
  { text: 'nav.orders', page: pages.orders, Icon: Package },
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

/** The bell of members, for the feature `notifications`. */
export const loadBell = async () => (await import('#features/notifications/bell.tsx')).loadBell();

/** The next user of a shared browser must not see the notifications of the member. A failure does not keep them signed in. */
async function endPushes(): Promise<void> {
  if (!settings().features.includes('notifications')) return;
  try {
    await (await import('#features/notifications/push.ts')).turnPushOff();
  } catch (error) {
    logFailure('the pushes of this browser could not be ended', error);
  }
}

/** The flight that the user has chosen is nobody else's to continue with. */
async function forgetFlight(): Promise<void> {
  if (!settings().features.includes('flights')) return;
  try {
    (await import('#entities/offer/chosen-flight.ts')).forgetChosenFlight();
  } catch (error) {
    logFailure('the chosen flight could not be forgotten', error);
  }
}

/** Signs out, opens the home page and shows a toast (spec §2). */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  async function logOut() {
    if (isSigningOut(sessionStore.getState()) || !(await confirmLeave())) return;
    // Navigates before the session changes: the guard would redirect to the sign-in.
    try {
      await signOut(endPushes, () => {
        forgetUnsavedChanges();
        return navigate(pages.home.href());
      });
      await forgetFlight();
      showToast({ title: 'toast.signedOut', description: 'toast.signedOutText' });
    } catch (error) {
      logFailure('the sign-out failed', error);
      toastError('toast.signOutFailed', error);
    }
  }
  return () => logRejection('the sign-out failed', logOut());
}
