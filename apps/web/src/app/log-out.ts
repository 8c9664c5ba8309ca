import { useNavigate } from 'react-router';
import { signOut } from '#platform/auth.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { forgetUnsavedChanges, confirmLeave } from '#platform/unsaved-changes.ts';
import { paths } from '#paths.ts';

/** Signs out, opens the home page and shows a toast (spec §2). */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  async function logOut() {
    if (!(await confirmLeave())) return;
    // Navigates before the session changes: the guard would redirect to the sign-in.
    const failure = await signOut(() => {
      forgetUnsavedChanges();
      return navigate(paths.home.href());
    });
    if (failure !== null) toastError('toast.signOutFailed', failure);
    else showToast({ title: 'toast.signedOut', description: 'toast.signedOutText' });
  }
  return () => logRejection('the sign-out broke off', logOut());
}
