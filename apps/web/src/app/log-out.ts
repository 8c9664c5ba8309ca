import { useNavigate } from 'react-router';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { forgetUnsentWork, mayLeave } from '#platform/unsent-work.ts';
import { paths } from './paths.ts';

/** Signs out, goes home and says so (spec §2); a refusal leaves everything as it is and says why. */
export function useLogOut(): () => void {
  const { signOut } = useSession();
  const navigate = useNavigate();
  async function logOut() {
    if (!(await mayLeave())) return;
    // Home is on screen before anybody hears of it, so the guard of the page that is left never steps in.
    const failure = await signOut(() => {
      forgetUnsentWork();
      return navigate(paths.home.href());
    });
    if (failure === null) {
      showToast({ title: 'toast.signedOut', description: 'toast.signedOutText' });
    } else {
      showToast({
        title: 'toast.signOutFailed',
        description: { text: failure.message },
        tone: 'destructive',
      });
    }
  }
  return () => {
    logOut().catch((error: unknown) => logFailure('the sign-out broke off', error));
  };
}
