import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useBlocker } from 'react-router';
import {
  setLeaveConfirmation,
  discardShownChanges,
  hasUnsavedChanges,
} from '#platform/unsaved-changes.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Has the browser ask before a reload, a closed tab or another site. */
function useBrowsersQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

/** Confirmations requested by other code, such as the sign-out. */
function useAsker() {
  const [asking, setAsking] = useState(false);
  const answerTo = useRef<(answer: boolean) => void>(undefined);
  useEffect(() => {
    setLeaveConfirmation(
      () =>
        new Promise((resolve) => {
          answerTo.current?.(false);
          answerTo.current = resolve;
          setAsking(true);
        }),
    );
    return () => {
      setLeaveConfirmation(undefined);
      answerTo.current?.(false);
    };
  }, []);
  function answer(may: boolean) {
    answerTo.current?.(may);
    answerTo.current = undefined;
    setAsking(false);
  }
  return { asking, answer };
}

/** Asks the user before leaving a page with unsaved changes. */
export function LeaveQuestion() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A form may be opened by a search parameter of a list page.
      hasUnsavedChanges() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );
  const { asking, answer } = useAsker();
  useBrowsersQuestion();
  function stay() {
    answer(false);
    blocker.reset?.();
  }
  function leave() {
    answer(true);
    if (blocker.state !== 'blocked') return;
    discardShownChanges();
    blocker.proceed();
  }
  return (
    <ConfirmDialog
      open={asking || blocker.state === 'blocked'}
      onCancel={stay}
      onConfirm={leave}
      title={t('members.leave.title')}
      text={t('members.leave.text')}
      confirmLabel={t('members.leave.leave')}
      cancelLabel={t('members.leave.stay')}
    />
  );
}

/** The layout route of pages with forms. */
export function Component() {
  return (
    <>
      <Outlet />
      <LeaveQuestion />
    </>
  );
}
